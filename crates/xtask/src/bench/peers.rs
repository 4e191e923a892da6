//! The libraries that `bench kernels` sets our kernels beside: downloaded and built in a scratch
//! folder with lock files of its own, so that nothing of them is in our build.

use std::fs;
use std::path::Path;

use super::kernels::{folder, source};
use crate::error::Error;
use crate::package::{copy, copy_folder};
use crate::shell::{Shell, run};
use crate::tools::components::WASM_TARGET;
use crate::tools::npm;

/// What npm brings.
const PACKAGES: [(&str, &str); 3] = [
    ("onnxruntime-web", "1.30.0"),
    ("@tensorflow/tfjs-core", "4.22.0"),
    ("@tensorflow/tfjs-backend-wasm", "4.22.0"),
];
/// What a page loads of it that uses one thread: the file, and its folder in the page.
const FILES: [(&str, &str); 6] = [
    ("onnxruntime-web/dist/ort.wasm.min.mjs", "ort"),
    ("onnxruntime-web/dist/ort-wasm-simd-threaded.mjs", "ort"),
    ("onnxruntime-web/dist/ort-wasm-simd-threaded.wasm", "ort"),
    ("@tensorflow/tfjs-core/dist/tf-core.min.js", "tfjs"),
    (
        "@tensorflow/tfjs-backend-wasm/dist/tf-backend-wasm.min.js",
        "tfjs",
    ),
    (
        "@tensorflow/tfjs-backend-wasm/dist/tfjs-backend-wasm-simd.wasm",
        "tfjs",
    ),
];
/// What crates.io brings: features of the bench's package of peers, which pins the versions.
const CRATES: [&str; 3] = ["candle", "gemm", "matrixmultiply"];
/// `getrandom`, which candle depends on, wants to be told that it is in a browser.
const RUSTFLAGS: &str = "-Ctarget-feature=+simd128\u{1f}--cfg=getrandom_backend=\"wasm_js\"";

/// Puts all of them into a folder of the page.
pub fn put(shell: &mut Shell, to: &Path) -> Result<(), Error> {
    from_npm(shell, to)?;
    let project = folder().join("peers");
    copy_folder(&source().join("peers"), &project)?;
    CRATES
        .iter()
        .try_for_each(|name| from_crates_io(shell, &project, name, to))
}

/// Those that npm brings.
pub fn from_npm(shell: &mut Shell, to: &Path) -> Result<(), Error> {
    let scratch = folder().join("npm");
    npm::install(shell, &scratch, &PACKAGES)?;
    for (file, part) in FILES {
        let from = scratch.join("node_modules").join(file);
        let part = to.join(part);
        fs::create_dir_all(&part).map_err(Error::file("create", &part))?;
        copy(&from, &part.join(from.file_name().unwrap_or_default()))?;
    }
    Ok(())
}

/// Compiles one crate as a module of its own.
fn from_crates_io(shell: &Shell, project: &Path, name: &str, to: &Path) -> Result<(), Error> {
    println!("Building {name} for the page (the first time up to two minutes) …");
    let target = project.join("target");
    let mut cargo = shell.cargo();
    cargo.args(["build", "--quiet", "--release", "--target", WASM_TARGET]);
    cargo
        .args(["--features", name, "--target-dir"])
        .arg(&target);
    run(cargo
        .current_dir(project)
        .env("CARGO_ENCODED_RUSTFLAGS", RUSTFLAGS))?;
    let compiled = target
        .join(WASM_TARGET)
        .join("release/kernel_bench_peers.wasm");
    copy(&compiled, &to.join(format!("{name}.wasm")))
}
