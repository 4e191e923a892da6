//! `cargo xtask worksheet`: the sheet that a class works on, made from the presets by `lesson`'s example.

use std::fs;

use crate::error::Error;
use crate::shell::{Shell, output};
use crate::workspace;

/// Writes `docs/worksheet.html`; with the address of a page, a sheet whose links lead there, into `target/`.
pub fn worksheet(rest: &[String]) -> Result<(), Error> {
    let file = match rest {
        [] => workspace::root().join("docs/worksheet.html"),
        [_] => workspace::target().join("worksheet.html"),
        _ => return Err(Error::Usage("cargo xtask worksheet [address]".into())),
    };
    let mut make = Shell::default().cargo();
    make.args(["run", "--quiet", "-p", "lesson", "--example", "worksheet"]);
    let page = output(make.arg("--").args(rest))?;
    fs::write(&file, page).map_err(Error::file("write", &file))?;
    println!("{}", file.display());
    Ok(())
}
