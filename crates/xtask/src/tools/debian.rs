//! On Debian, as root (a container, a CI machine), missing programs are installed; everywhere
//! else the user is told what is missing. Ubuntu's Chromium is a snap, so Ubuntu does not count.

use std::fs;

use crate::error::Error;
use crate::shell::{Shell, run};

/// Makes sure that all `programs` are there, by the Debian `packages` where that is allowed.
pub fn ensure(
    shell: &Shell,
    packages: &[&str],
    programs: &[&str],
    otherwise: &str,
) -> Result<(), Error> {
    let missing = missing(shell, programs);
    if missing.is_empty() {
        return Ok(());
    }
    get(shell, packages, &missing, otherwise)
}

/// The same for what is known to be missing: a program, or a part of it that is no program of its own.
pub fn get(
    shell: &Shell,
    packages: &[&str],
    missing: &[&str],
    otherwise: &str,
) -> Result<(), Error> {
    if is_ours(shell) {
        println!(
            "Installing {} with apt-get (under a minute) …",
            packages.join(" and ")
        );
        return install(shell, packages);
    }
    Err(Error::Missing {
        what: missing.join(" and "),
        how: format!(
            "on Debian `apt-get install {}`; elsewhere {otherwise}",
            packages.join(" ")
        ),
    })
}

/// Those of the programs that are not there.
fn missing<'a>(shell: &Shell, programs: &[&'a str]) -> Vec<&'a str> {
    programs
        .iter()
        .copied()
        .filter(|program| shell.find(program).is_none())
        .collect()
}

/// Brings the package lists up to date, then installs.
fn install(shell: &Shell, packages: &[&str]) -> Result<(), Error> {
    let apt = || {
        let mut command = shell.command("apt-get");
        command.env("DEBIAN_FRONTEND", "noninteractive").arg("-qq");
        command
    };
    run(apt().arg("update"))?;
    run(apt()
        .args(["install", "-y", "--no-install-recommends"])
        .args(packages))
}

/// Whether it is for us to install something: on Debian, as root.
pub fn is_ours(shell: &Shell) -> bool {
    is_debian() && is_root(shell)
}

fn is_debian() -> bool {
    let system = fs::read_to_string("/etc/os-release").unwrap_or_default();
    system.lines().any(|line| line == "ID=debian")
}

fn is_root(shell: &Shell) -> bool {
    shell.answer("id", &["-u"]).as_deref() == Some("0")
}
