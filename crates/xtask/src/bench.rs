//! `cargo xtask bench page`: what the page costs, from a real headless Chromium.
//!
//! The measuring itself is a program of the `e2e` package, which has the WebDriver client; here
//! its tools are put in place and the release build is made.

use crate::build;
use crate::shell::{Shell, run};
use crate::tools::{browser, npm};
use crate::trouble::Trouble;
use crate::workspace::{self, LIGHTHOUSE};

/// Runs the bench that was asked for.
pub fn bench(options: &[String]) -> Result<(), Trouble> {
    match options {
        [what] if what == "page" => page(),
        _ => Err(Trouble::Usage(
            "there is one bench: cargo xtask bench page".into(),
        )),
    }
}

/// Builds the page, then measures it.
fn page() -> Result<(), Trouble> {
    let mut shell = Shell::default();
    let browser = browser::ensure(&shell)?;
    npm::ensure(&mut shell, "lighthouse", LIGHTHOUSE)?;
    build::build(&mut shell)?;
    let mut bench = shell.cargo();
    bench.args(["run", "--quiet", "-p", "e2e", "--bin", "page-bench"]);
    bench.env("ATTENTION_LAB_DIST", workspace::dist());
    bench
        .env("CHROME_PATH", browser.browser)
        .env("CHROMEDRIVER", browser.driver);
    run(bench.env("LIGHTHOUSE", npm::modules().join("lighthouse/cli/index.js")))
}
