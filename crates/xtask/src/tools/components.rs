//! Parts of the Rust toolchain that rustup adds: the wasm32 target, rustfmt and clippy.

use std::path::Path;

use crate::error::Error;
use crate::shell::{Shell, run};

/// The target the page is compiled for.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Adds the wasm32 target where it is missing. Asking rustc works without rustup too.
pub fn wasm_target(shell: &Shell) -> Result<(), Error> {
    let folder = shell.answer(
        "rustc",
        &["--print", "target-libdir", "--target", WASM_TARGET],
    );
    if folder.is_some_and(|folder| Path::new(&folder).is_dir()) {
        return Ok(());
    }
    println!("Adding the target {WASM_TARGET} (seconds) …");
    rustup(shell, &["target", "add", WASM_TARGET])
}

/// Adds rustfmt and clippy where they are missing.
pub fn rustfmt_and_clippy(shell: &Shell) -> Result<(), Error> {
    for (program, component) in [("rustfmt", "rustfmt"), ("cargo-clippy", "clippy")] {
        if shell.answer(program, &["--version"]).is_none() {
            println!("Adding {component} (seconds) …");
            rustup(shell, &["component", "add", component])?;
        }
    }
    Ok(())
}

/// Runs rustup, or says what to do where it is not in use.
fn rustup(shell: &Shell, arguments: &[&str]) -> Result<(), Error> {
    if shell.find("rustup").is_none() {
        return Err(Error::Missing {
            what: format!("`rustup {}`, and rustup itself", arguments.join(" ")),
            how: "install rustup from https://rustup.rs, or add this part of Rust \
                  with the package manager that brought your cargo"
                .into(),
        });
    }
    run(shell.command("rustup").args(arguments))
}
