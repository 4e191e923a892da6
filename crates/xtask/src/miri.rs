//! `cargo xtask miri`: the loops that read and write through pointers, under Miri, which sees every access. The same bodies
//! run on vectors of four plain numbers here and on WebAssembly's in the page.

use crate::error::Error;
use crate::shell::{Shell, run};

/// Gets Miri where it is not there, and runs what is small enough for it: some minutes.
pub fn miri() -> Result<(), Error> {
    let shell = Shell::default();
    let miri = ["+nightly", "miri", "--version"];
    // Miri comes with nightly Rust alone; rustup's cargo knows of toolchains, the one that runs us does not.
    if shell.answer("cargo", &miri).is_none() {
        let mut install = shell.command("rustup");
        install.args(["toolchain", "install", "nightly", "--profile", "minimal"]);
        run(install.args(["--component", "miri", "--component", "rust-src"]))?;
    }
    for tests in [
        &["-p", "fast", "--test", "kernels", "edges::"][..],
        &["-p", "simd"],
    ] {
        let mut test = shell.command("cargo");
        test.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        test.args(["+nightly", "miri", "test", "--target-dir", "target/miri"]);
        run(test.args(tests))?;
    }
    Ok(())
}
