//! The end-to-end tests: in Chromium always, in Firefox and WebKit when all browsers are asked for.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use super::again;
use super::lacks::{self, Lack};
use crate::error::Error;
use crate::shell::{Shell, output, run};
use crate::tools::engines::Engine;
use crate::tools::{browser, npm};
use crate::workspace::{self, AXE_CORE, NATIVE, REVEAL};

/// The tests of the page.
pub(super) const PAGE: [&str; 2] = ["--test", "page"];

/// Drives the built page; `--only e2e` takes the `dist/` that is there.
pub fn in_chromium(shell: &mut Shell) -> Result<(), Error> {
    tell_if_older(shell);
    let mut tests = chromium(shell, &PAGE)?;
    about_the_page(shell, &mut tests)?.args(["--", "--exact"]);
    again::run_patiently(shell, &mut tests)
}

/// What the page is made of, most of it.
const SOURCES: [&str; 4] = ["src", "assets", "index.html", "crates/lesson/src"];

/// Says so at the end where the page that is driven is older than what it is made of.
fn tell_if_older(shell: &mut Shell) {
    let built = last_change(&workspace::dist().join("index.html"));
    let newest = SOURCES.map(|own| last_change(&workspace::root().join(own)));
    if newest.into_iter().max().flatten() > built {
        shell.note("dist/ is older than the source: `cargo xtask build` makes it anew".into());
    }
}

/// When a file, or the newest one in a folder, was changed last.
fn last_change(path: &Path) -> Option<SystemTime> {
    match fs::read_dir(path) {
        Ok(inside) => {
            let inside = inside.flatten().map(|entry| last_change(&entry.path()));
            inside.max().flatten()
        }
        Err(_) => fs::metadata(path).ok()?.modified().ok(),
    }
}

/// The same in Firefox.
pub fn in_firefox(shell: &mut Shell) -> Result<(), Error> {
    besides(shell, Engine::Firefox)
}

/// The same in WebKit.
pub fn in_webkit(shell: &mut Shell) -> Result<(), Error> {
    besides(shell, Engine::WebKit)
}

/// The package's test body in a page and a worker of Chromium.
pub fn of_the_package(shell: &mut Shell) -> Result<(), Error> {
    let mut tests = chromium(shell, &["--test", "package"])?;
    run(tests.env("ATTENTION_LAB_PKG", workspace::pkg()))
}

/// The tests of the page in another browser, but those that it lacks something for.
fn besides(shell: &mut Shell, engine: Engine) -> Result<(), Error> {
    engine.ensure(shell)?;
    let file = workspace::root().join("tests/e2e/lacks.txt");
    let text = fs::read_to_string(&file).map_err(Error::file("read", &file))?;
    let left_out = lacks::of(&text, engine)?;
    let mut list = tests(shell, &PAGE);
    let names = output(list.args(["--", "--list", "--format", "terse"]))?;
    lacks::all_exist(&left_out, &names)?;
    let mut tests = tests(shell, &PAGE);
    engine.take(shell, &mut tests);
    about_the_page(shell, &mut tests)?.args(["--", "--exact"]);
    for Lack { test, .. } in &left_out {
        tests.args(["--skip", test]);
    }
    let outcome = again::run_patiently(shell, &mut tests);
    lacks::print(&left_out, engine);
    outcome
}

/// Some of the end-to-end tests in Chromium.
pub(super) fn chromium(shell: &Shell, what: &[&str]) -> Result<Command, Error> {
    let browser = browser::for_tests(shell)?;
    let mut tests = tests(shell, what);
    tests
        .env("CHROME_PATH", browser.browser)
        .env("CHROMEDRIVER", browser.driver);
    Ok(tests)
}

fn tests(shell: &Shell, what: &[&str]) -> Command {
    let mut tests = shell.strict_cargo();
    tests.arg("test").args(NATIVE).args(what);
    // A test waits as long as it works: for a browser to start, for a page to come to rest.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    tests.env("RUST_TEST_THREADS", (2 * cores).to_string());
    // Neither movements nor service workers but where they are tested: see `Page::begin`.
    tests.env("ATTENTION_LAB_SPARE", "1");
    // What a failed test says is about the page; where in the harness it was noticed is no help.
    tests.env("RUST_BACKTRACE", "0");
    tests
}

/// What the tests of the page want to know.
pub(super) fn about_the_page<'a>(
    shell: &mut Shell,
    tests: &'a mut Command,
) -> Result<&'a mut Command, Error> {
    npm::ensure(shell, "axe-core", AXE_CORE)?;
    npm::ensure(shell, "reveal.js", REVEAL)?;
    tests.env("ATTENTION_LAB_DIST", workspace::dist());
    tests.env("REVEAL_PATH", npm::modules().join("reveal.js/dist"));
    Ok(tests.env("AXE_PATH", npm::modules().join("axe-core/axe.min.js")))
}
