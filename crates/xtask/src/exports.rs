//! The programs that the page exports, run by what they are written for. What only `rustc` is needed for
//! is among the native tests.

use std::path::PathBuf;

use crate::error::Error;
use crate::shell::{Shell, run};
use crate::tools::{npm, python};
use crate::workspace::NATIVE;

/// Runs the NumPy and the JavaScript programs, with NumPy and Node put in place.
pub fn run_all(shell: &mut Shell) -> Result<(), Error> {
    let numpy = python::numpy(shell)?;
    npm::node(shell)?;
    let node = shell.find("node").unwrap_or_else(|| PathBuf::from("node"));
    let environment = [("ATTENTION_LAB_NUMPY", numpy), ("ATTENTION_LAB_NODE", node)];
    programs(
        shell,
        &[
            "programs::numpy",
            "programs::javascript",
            "growth::numpy",
            "growth::javascript",
        ],
        &environment,
    )
}

/// `cargo xtask verify-exports`: the PyTorch programs, which need more than a test of every change should.
pub fn verify_pytorch() -> Result<(), Error> {
    let shell = Shell::default();
    let torch = python::torch(&shell)?;
    let with = [("ATTENTION_LAB_TORCH", torch)];
    programs(&shell, &["programs::pytorch", "growth::pytorch"], &with)?;
    let mut models = shell.cargo();
    models.args(["test", "-p", "inspector", "--test", "taking"]);
    models.args(["--test", "notebook", "--", "--ignored"]);
    run(models.envs(with))
}

/// The ignored tests of these names, with these programs.
fn programs(shell: &Shell, names: &[&str], with: &[(&str, PathBuf)]) -> Result<(), Error> {
    let mut tests = shell.strict_cargo();
    tests.arg("test").args(NATIVE);
    tests.args(["--test", "export", "--"]);
    tests.args(names).args(["--exact", "--ignored"]);
    run(tests.envs(with.iter().cloned()))
}
