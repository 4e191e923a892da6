//! `cargo xtask picture`: the moving picture of README, filmed anew from the page as it is now.

use crate::bench::program;
use crate::build;
use crate::error::Error;
use crate::shell::{Shell, run};
use crate::tools::browser;
use crate::workspace;

/// Builds the page and films its guided walk.
pub fn picture() -> Result<(), Error> {
    let mut shell = Shell::default();
    let browser = browser::ensure(&shell)?;
    build::build(&mut shell)?;
    let mut film = program(&shell, "walk-picture", &browser);
    run(film.env("ATTENTION_LAB_DIST", workspace::dist()))
}
