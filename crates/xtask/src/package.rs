//! `cargo xtask package`: the kernels for anybody's JavaScript, in `pkg/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use crate::error::Error;
use crate::shell::{Shell, run};
use crate::sizes;
use crate::tools::components::{self, WASM_TARGET};
use crate::tools::npm;
use crate::tools::wasm_opt::{self, Source};
use crate::workspace::{self, ESBUILD};

/// One module of the package.
struct Build {
    /// Its file in `pkg/`.
    file: &'static str,
    /// Features of `crates/package`.
    features: &'static [&'static str],
    /// What the machine it runs on must have.
    target_features: &'static str,
}

/// All modules. The same source each time; JavaScript takes the first of two that validates.
const BUILDS: [Build; 4] = [
    Build {
        file: "attention-lab.relaxed.wasm",
        features: &["all"],
        target_features: RELAXED,
    },
    Build {
        file: "attention-lab.simd128.wasm",
        features: &["all"],
        target_features: SIMD128,
    },
    Build {
        file: "attention-only.relaxed.wasm",
        features: &[],
        target_features: RELAXED,
    },
    Build {
        file: "attention-only.simd128.wasm",
        features: &[],
        target_features: SIMD128,
    },
];
/// What a page or a program imports.
const ENTRIES: [&str; 2] = ["attention-lab.js", "attention-only.js"];
/// What goes into the package as it is.
const DESCRIPTIONS: [&str; 4] = [
    "attention-lab.d.ts",
    "attention-only.d.ts",
    "package.json",
    "README.md",
];
/// What a machine without relaxed SIMD has.
pub const SIMD128: &str = "+simd128";
/// What most machines have.
pub const RELAXED: &str = "+simd128,+relaxed-simd";

/// The profile of all modules, in the workspace's Cargo.toml: fat LTO, no unwinding.
const PROFILE: &str = "module";

/// What every module is compiled with besides.
///
/// LLVM's loop-strength reduction turns the offset of every load into an addition, which V8 cannot
/// fold back: without the pass the kernels are half as fast again. JavaScript lays operands out
/// behind `__heap_base`.
pub const RUSTFLAGS: [&str; 2] = [
    "-Cllvm-args=--disable-lsr",
    "-Clink-arg=--export=__heap_base",
];

/// What `wasm-opt` is told: everything that rustc's output may use, speed, and no names. Locals
/// coalesced once more are numbered so that gzip finds more that is alike.
const WASM_OPT: [&str; 14] = [
    "-O3",
    "--coalesce-locals",
    "--vacuum",
    "--enable-simd",
    "--enable-relaxed-simd",
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--strip-debug",
    "--strip-producers",
    "--strip-target-features",
];

/// Builds all modules, puts the JavaScript beside them, and prints the table of sizes.
pub fn package(shell: &mut Shell) -> Result<(), Error> {
    components::wasm_target(shell)?;
    let wasm_opt = wasm_opt::ensure(shell);
    let pkg = workspace::pkg();
    if pkg.exists() {
        fs::remove_dir_all(&pkg).map_err(Error::file("empty", &pkg))?;
    }
    put_javascript(shell, &pkg)?;
    let make = |build: &Build| {
        let compiled = compile(shell, build)?;
        optimise(shell, &wasm_opt, &compiled, &pkg.join(build.file))
    };
    for pair in BUILDS.chunks(2) {
        both(pair, &make)?;
    }
    sizes::print("pkg/", &pkg)
}

/// Does this for all at once: most of a build is link-time optimisation, which has only one core to do.
fn both<T: Sync>(all: &[T], make: &(impl Fn(&T) -> Result<(), Error> + Sync)) -> Result<(), Error> {
    thread::scope(|scope| {
        let begun: Vec<_> = all.iter().map(|one| scope.spawn(|| make(one))).collect();
        let ended = begun.into_iter().map(|one| match one.join() {
            Ok(outcome) => outcome,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        ended.collect()
    })
}

/// What describes the package, as it is; and each entry with all it imports as one file, because a
/// page would wait for every file that it learns of only from another.
fn put_javascript(shell: &mut Shell, pkg: &Path) -> Result<(), Error> {
    npm::ensure(shell, ESBUILD.0, ESBUILD.1)?;
    fs::create_dir_all(pkg).map_err(Error::file("create", pkg))?;
    let source = workspace::root().join("crates/package/js");
    for file in DESCRIPTIONS {
        copy(&source.join(file), &pkg.join(file))?;
    }
    copy(&workspace::root().join("LICENSE"), &pkg.join("LICENSE"))?;
    let mut esbuild = shell.command("esbuild");
    esbuild.args(ENTRIES.map(|entry| source.join(entry)));
    esbuild.args([
        "--bundle",
        "--format=esm",
        "--external:node:*",
        "--log-level=warning",
    ]);
    run(esbuild.arg(format!("--outdir={}", pkg.display())))
}

/// Compiles one module; gives its file.
fn compile(shell: &Shell, build: &Build) -> Result<PathBuf, Error> {
    // A folder of its own each: cargo would otherwise put one in the place of the other.
    let folder = workspace::root().join("target/package").join(build.file);
    let features = format!("-Ctarget-feature={}", build.target_features);
    let flags = [&[features.as_str()], &RUSTFLAGS[..]].concat();
    let mut cargo = shell.cargo();
    cargo.args(["build", "--quiet", "-p", "package", "--lib"]);
    cargo.args(["--profile", PROFILE, "--target", WASM_TARGET]);
    cargo.args(["--no-default-features", "--features"]);
    cargo
        .arg(build.features.join(","))
        .arg("--target-dir")
        .arg(&folder);
    // The separator of this variable, unlike a space, is in no flag.
    run(cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}")))?;
    Ok(folder.join(WASM_TARGET).join(PROFILE).join("package.wasm"))
}

/// Runs `wasm-opt` where there is one; a module without it works as well, and is larger.
pub fn optimise(shell: &Shell, source: &Source, from: &Path, to: &Path) -> Result<(), Error> {
    if matches!(source, Source::Download) {
        println!("{} is written without wasm-opt.", to.display());
        return copy(from, to);
    }
    let mut wasm_opt = shell.command("wasm-opt");
    run(wasm_opt.arg(from).args(WASM_OPT).arg("-o").arg(to))
}

/// Copies a folder and all below it.
pub fn copy_folder(from: &Path, to: &Path) -> Result<(), Error> {
    fs::create_dir_all(to).map_err(Error::file("create", to))?;
    for entry in fs::read_dir(from).map_err(Error::file("list", from))? {
        let path = entry.map_err(Error::file("list", from))?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_folder(&path, &target)?;
        } else {
            copy(&path, &target)?;
        }
    }
    Ok(())
}

/// Copies a file.
pub fn copy(from: &Path, to: &Path) -> Result<(), Error> {
    let copied = fs::copy(from, to).map_err(Error::file("write", to));
    copied.map(|_| ())
}
