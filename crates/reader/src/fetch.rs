//! Packages, fetched once, checked and unpacked beside the build.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::books::Package;

/// Time for an archive to come, in seconds.
const PATIENCE: &str = "300";

/// The folder that a package was unpacked into, below `folder`; fetched where it is not there yet.
///
/// # Errors
/// In words, where it cannot be fetched or is not what it was.
pub fn fetched(package: Package, folder: &Path) -> Result<PathBuf, String> {
    let unpacked = folder.join(package.sha256);
    if unpacked.join("whole").exists() {
        return Ok(unpacked);
    }
    println!("fetching {}", package.address);
    make(&unpacked)?;
    let archive = unpacked.join("archive.tar.gz");
    run(Command::new("curl")
        .args([
            "--fail",
            "--silent",
            "--show-error",
            "--location",
            "--max-time",
            PATIENCE,
        ])
        .arg("--output")
        .arg(&archive)
        .arg(package.address))?;
    check(&archive, package)?;
    run(Command::new("tar")
        .arg("xzf")
        .arg(&archive)
        .arg("-C")
        .arg(&unpacked))?;
    std::fs::write(unpacked.join("whole"), package.address).map_err(|error| error.to_string())?;
    Ok(unpacked)
}

/// Makes a folder where there is none.
///
/// # Errors
/// In words.
pub fn make(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))
}

fn check(archive: &Path, package: Package) -> Result<(), String> {
    let output = Command::new("sha256sum").arg(archive).output();
    let output = output.map_err(|error| format!("sha256sum: {error}"))?;
    let found = String::from_utf8_lossy(&output.stdout);
    let found = found.split_whitespace().next().unwrap_or_default();
    let wanted = package.sha256;
    if found == wanted {
        return Ok(());
    }
    Err(format!(
        "{} hashes to {found}, not {wanted}",
        package.address
    ))
}

fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command
        .status()
        .map_err(|error| format!("{name}: {error}"))?;
    match status.success() {
        true => Ok(()),
        false => Err(format!("{name} ended with {status}")),
    }
}
