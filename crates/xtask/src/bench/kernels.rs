//! `cargo xtask bench kernels`: everything it needs, put together in `target/kernel-bench/site`.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::{peers, program};
use crate::error::Error;
use crate::package::{self, RELAXED, RUSTFLAGS, SIMD128};
use crate::section;
use crate::shell::{Shell, output, run};
use crate::tools::components::WASM_TARGET;
use crate::tools::{browser, wasm_opt};
use crate::workspace;

/// The section of BENCHMARKS.md that the bench writes.
const SECTION: &str = "## The kernels, beside other libraries";
/// The section that `bench models` writes.
const MODELS: &str = "## A model of GPT-2's size, beside ONNX Runtime";
/// Variables that make a run shorter, which is then only shown: how many rounds, and which rows.
const SHORTER: [&str; 2] = ["ATTENTION_LAB_BENCH_ROUNDS", "ATTENTION_LAB_BENCH_ROWS"];

/// Builds ours, gets the others, lets all compete, and keeps the result in BENCHMARKS.md.
pub fn kernels() -> Result<(), Error> {
    let mut shell = Shell::default();
    let browser = browser::ensure(&shell)?;
    package::package(&mut shell)?;
    let site = site(&mut shell)?;
    let mut bench = program(&shell, "kernel-bench", &browser);
    let section = output(bench.env("ATTENTION_LAB_DIST", site))?;
    println!("\n{section}");
    if SHORTER.iter().any(|name| env::var_os(name).is_some()) {
        println!("A shorter run; BENCHMARKS.md stays as it is.");
        return Ok(());
    }
    let file = workspace::root().join("BENCHMARKS.md");
    section::write(&file, SECTION, &section)?;
    println!("Written into BENCHMARKS.md.");
    Ok(())
}

/// The page with all it loads; nothing in it is older than this call but what was downloaded.
fn site(shell: &mut Shell) -> Result<PathBuf, Error> {
    let site = folder().join("site");
    if site.exists() {
        fs::remove_dir_all(&site).map_err(Error::file("empty", &site))?;
    }
    package::copy_folder(&source().join("page"), &site)?;
    package::copy_folder(&workspace::pkg(), &site.join("pkg"))?;
    fs::create_dir_all(site.join("ours")).map_err(Error::file("create", &site))?;
    for (variant, features) in [("relaxed", RELAXED), ("simd128", SIMD128)] {
        ours(shell, variant, features, &site.join("ours"))?;
    }
    peers::put(shell, &site.join("peers"))?;
    Ok(site)
}

/// `crates/kernel-bench`, compiled as the package is, but for speed alone: nobody loads it, and its peak
/// must be unrolled.
fn ours(shell: &mut Shell, variant: &str, features: &str, to: &Path) -> Result<(), Error> {
    let target = folder().join("ours").join(variant);
    let features = format!("-Ctarget-feature={features}");
    let flags = [&[features.as_str()], &RUSTFLAGS[..]].concat();
    let mut cargo = shell.cargo();
    cargo.args(["build", "--quiet", "-p", "kernel-bench", "--lib"]);
    cargo.args([
        "--profile",
        "speed",
        "--target",
        WASM_TARGET,
        "--target-dir",
    ]);
    // The separator of this variable, unlike a space, is in no flag.
    run(cargo
        .arg(&target)
        .env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")))?;
    let compiled = target.join(WASM_TARGET).join("speed/kernel_bench.wasm");
    let file = to.join(format!("kernel-bench.{variant}.wasm"));
    let wasm_opt = wasm_opt::ensure(shell);
    package::optimise(shell, &wasm_opt, &compiled, &file)
}

/// `cargo xtask bench models`: a whole model beside ONNX Runtime, and the result in BENCHMARKS.md.
pub fn models() -> Result<(), Error> {
    let mut shell = Shell::default();
    let browser = browser::ensure(&shell)?;
    let site = folder().join("models-site");
    package::copy_folder(&source().join("page"), &site)?;
    fs::create_dir_all(site.join("ours")).map_err(Error::file("create", &site))?;
    whole_model(&shell, &site.join("ours/model-bench.wasm"))?;
    peers::from_npm(&mut shell, &site.join("peers"))?;
    let mut bench = program(&shell, "models-bench", &browser);
    let section = output(bench.env("ATTENTION_LAB_DIST", site))?;
    println!("\n{section}");
    section::write(&workspace::root().join("BENCHMARKS.md"), MODELS, &section)?;
    println!("Written into BENCHMARKS.md.");
    Ok(())
}

/// `crates/kernel-bench` as the lesson's worker is compiled.
fn whole_model(shell: &Shell, to: &Path) -> Result<(), Error> {
    let target = folder().join("ours/model");
    let mut cargo = shell.cargo();
    cargo.args([
        "build",
        "--quiet",
        "-p",
        "kernel-bench",
        "--lib",
        "--profile",
    ]);
    run(cargo
        .args(["speed", "--target", WASM_TARGET, "--target-dir"])
        .arg(&target))?;
    package::copy(
        &target.join(WASM_TARGET).join("speed/kernel_bench.wasm"),
        to,
    )
}

/// Where the bench's own files are.
pub fn source() -> PathBuf {
    workspace::root().join("tests/e2e/kernel-bench")
}

/// Where everything is downloaded and built that is never shipped.
pub fn folder() -> PathBuf {
    workspace::root().join("target/kernel-bench")
}
