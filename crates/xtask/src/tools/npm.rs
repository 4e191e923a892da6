//! Packages from npm, kept in `.tools/npm`: wasm-opt, esbuild, TypeScript, axe-core, reveal.js and Lighthouse.

use std::fs;
use std::path::{Path, PathBuf};

use super::debian;
use crate::error::Error;
use crate::shell::{Shell, run};
use crate::workspace;

/// The folder that npm fills.
pub fn modules() -> PathBuf {
    folder().join("node_modules")
}

/// The folder of the packages' programs.
fn programs() -> PathBuf {
    modules().join(".bin")
}

/// Makes sure that a package is there in exactly this version; `version` may leave out the end
/// (“132” for 132.0.0). Its programs are then found before those of PATH.
pub fn ensure(shell: &mut Shell, package: &str, version: &str) -> Result<(), Error> {
    install(shell, &folder(), &[(package, version)])?;
    shell.prefer(programs());
    Ok(())
}

/// As [`ensure`] for several packages, in a folder of one's own.
pub fn install(shell: &mut Shell, folder: &Path, packages: &[(&str, &str)]) -> Result<(), Error> {
    let missing = |(package, version): &&(&str, &str)| !is_in_place(folder, package, version);
    let missing: Vec<_> = packages.iter().filter(missing).collect();
    if missing.is_empty() {
        return Ok(());
    }
    node(shell)?;
    let wanted: Vec<_> = missing
        .iter()
        .map(|(package, version)| format!("{package}@{version}"))
        .collect();
    println!("Getting {} from npm (under a minute) …", wanted.join(", "));
    prepare(folder)?;
    let mut npm = shell.command("npm");
    npm.current_dir(folder)
        .args(["install", "--no-audit", "--no-fund", "--loglevel=error"]);
    run(npm.args(wanted))
}

/// Makes sure that Node and its npm are there.
pub fn node(shell: &Shell) -> Result<(), Error> {
    let packages = ["nodejs", "npm"];
    debian::ensure(shell, &packages, &["node", "npm"], "https://nodejs.org")
}

/// Whether the package's own description carries this version.
fn is_in_place(folder: &Path, package: &str, version: &str) -> bool {
    let description = folder
        .join("node_modules")
        .join(package)
        .join("package.json");
    let Ok(text) = fs::read_to_string(description) else {
        return false;
    };
    [
        format!("\"version\": \"{version}\""),
        format!("\"version\": \"{version}."),
    ]
    .iter()
    .any(|line| text.contains(line))
}

/// npm looks upwards for a `package.json` unless it finds one where it is.
fn prepare(folder: &Path) -> Result<(), Error> {
    let description = folder.join("package.json");
    if description.is_file() {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(Error::file("create", folder))?;
    fs::write(&description, "{ \"private\": true }\n").map_err(Error::file("write", &description))
}

fn folder() -> PathBuf {
    workspace::private_tools().join("npm")
}
