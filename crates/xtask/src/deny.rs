//! `cargo xtask deny`: what others wrote may be used, is what it says, and is not known to be broken (`deny.toml`).

use crate::error::Error;
use crate::shell::{Shell, run};
use crate::tools::install;

/// Gets cargo-deny where it is not there, and checks every dependency.
pub fn deny() -> Result<(), Error> {
    let mut shell = Shell::default();
    install::ensure(&mut shell, &install::cargo_deny())?;
    let check = |what: &[&str]| {
        let mut deny = shell.command("cargo-deny");
        run(deny.arg("check").args(what))
    };
    check(&["licenses", "bans", "sources"])?;
    // The list of advisories lies with GitHub; not every machine reaches it.
    match check(&["advisories"]) {
        Ok(()) => Ok(()),
        Err(error) => {
            let error = format!(
                "{error}\nIf the list of advisories could not be fetched, all but these is fine."
            );
            Err(Error::Content(error))
        }
    }
}
