//! `cargo xtask bench page`: what the page costs, from a real headless Chromium.
//! `cargo xtask bench lighthouse [--rounds N]`: Lighthouse's scores of every lesson on a phone, median of N.
//! `cargo xtask bench load`: what it takes until the page is there.
//! `cargo xtask bench edit`: what one edit takes of the main thread.
//! `cargo xtask bench labs`: from a key or a drag to the painted frame in the other lessons.
//! `cargo xtask bench embed`: the same in somebody's page, one figure and four.
//! `cargo xtask bench visits`: what a host is asked for by a first visit and by later ones.
//! `cargo xtask bench train`: our training beside PyTorch's, in one run.
//! `cargo xtask bench kernels`: our kernels beside those of other libraries, in one page.
//! `cargo xtask bench models`: a whole model of GPT-2's size beside ONNX Runtime.
//! `cargo xtask bench workers`: the same model in one worker of the lesson and in two.
//!
//! The measuring itself is done by programs of the `e2e` package, which has the WebDriver client;
//! here their tools are put in place and what they measure is built.

mod kernels;
mod peers;

use std::process::Command;

use crate::build;
use crate::error::Error;
use crate::section;
use crate::shell::{Shell, output, run};
use crate::tools::browser::{self, Browser};
use crate::tools::{npm, python};
use crate::workspace::{self, LIGHTHOUSE};

/// The section of BENCHMARKS.md that `bench train` writes.
const TRAINING: &str = "## Training, beside PyTorch";

/// The section that `bench workers` writes.
const WORKERS: &str = "## A model of GPT-2's size, over two workers";

/// Runs the bench that was asked for.
pub fn bench(options: &[String]) -> Result<(), Error> {
    match options {
        [what] if what == "page" => page(&[]),
        [what] if what == "lighthouse" => page(&["lighthouse"]),
        [what, option, rounds]
            if what == "lighthouse" && option == "--rounds" && rounds.parse::<usize>().is_ok() =>
        {
            page(&["lighthouse", rounds])
        }
        [what] if ["load", "edit", "labs", "embed", "visits"].contains(&what.as_str()) => {
            without_tools(what)
        }
        [what] if what == "train" => train(),
        [what] if what == "kernels" => kernels::kernels(),
        [what] if what == "models" => kernels::models(),
        [what] if what == "workers" => workers(),
        _ => Err(Error::Usage(
            "there are eleven benches: cargo xtask bench page|lighthouse [--rounds <number>]|load|edit|labs|embed|visits|train|kernels|models|workers"
                .into(),
        )),
    }
}

/// Builds the page, then measures it, or that part of it for which Lighthouse is needed.
fn page(part: &[&str]) -> Result<(), Error> {
    let mut shell = Shell::default();
    let browser = browser::ensure(&shell)?;
    npm::ensure(&mut shell, "lighthouse", LIGHTHOUSE)?;
    build::build(&mut shell)?;
    let mut bench = program(&shell, "page-bench", &browser);
    bench.env("ATTENTION_LAB_DIST", workspace::dist());
    bench.arg("--").args(part);
    run(bench.env("LIGHTHOUSE", npm::modules().join("lighthouse/cli/index.js")))
}

/// Builds the page, then takes a part of its measurements: `load`, `edit`, `labs`, `embed` as one figure and as four of
/// another page, `visits` what it takes of a host.
fn without_tools(part: &str) -> Result<(), Error> {
    let mut shell = Shell::default();
    let browser = browser::ensure(&shell)?;
    build::build(&mut shell)?;
    let mut bench = program(&shell, "page-bench", &browser);
    bench.args(["--", part]);
    run(bench.env("ATTENTION_LAB_DIST", workspace::dist()))
}

/// Builds our contenders, lets all compete, and keeps the result in BENCHMARKS.md.
fn train() -> Result<(), Error> {
    let mut shell = Shell::default();
    let browser = browser::ensure(&shell)?;
    let python = python::torch(&shell)?;
    let options = [
        "crates/contender/index.html",
        "--dist",
        "target/train-bench/page",
    ];
    build::release(&mut shell, &options)?;
    run(shell
        .cargo()
        .args(["build", "--profile", "speed", "-p", "contender"]))?;
    let mut bench = program(&shell, "train-bench", &browser);
    let page = workspace::root().join("target/train-bench/page");
    bench.env("ATTENTION_LAB_DIST", page);
    let section = output(bench.env("PYTHON", python))?;
    println!("\n{section}");
    let file = workspace::root().join("BENCHMARKS.md");
    section::write(&file, TRAINING, &section)?;
    println!("Written into BENCHMARKS.md.");
    Ok(())
}

/// Builds the page, then has its worker for real models compute alone and with another.
fn workers() -> Result<(), Error> {
    let mut shell = Shell::default();
    let browser = browser::ensure(&shell)?;
    build::build(&mut shell)?;
    let mut bench = program(&shell, "workers-bench", &browser);
    let section = output(bench.env("ATTENTION_LAB_DIST", workspace::dist()))?;
    println!("\n{section}");
    let file = workspace::root().join("BENCHMARKS.md");
    section::write(&file, WORKERS, &section)?;
    println!("Written into BENCHMARKS.md.");
    Ok(())
}

/// A program of the `e2e` package.
pub fn program(shell: &Shell, name: &str, browser: &Browser) -> Command {
    let mut program = shell.cargo();
    program.args(["run", "--quiet", "-p", "e2e", "--bin", name]);
    program
        .env("CHROME_PATH", &browser.browser)
        .env("CHROMEDRIVER", &browser.driver);
    program
}
