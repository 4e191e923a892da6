//! `cargo xtask transcript`: what a screen reader says of the guided walk, walked by keyboard alone.
//! `cargo xtask soak`: whether memory stays level while the page works for a long time, and how long a frame was.

use crate::bench::program;
use crate::build;
use crate::error::Error;
use crate::shell::{Shell, run};
use crate::tools::browser;
use crate::workspace;

/// Builds the page and prints what is heard of it, in that language.
pub fn transcript(options: &[String]) -> Result<(), Error> {
    let lang = match options {
        [] => "en",
        [option, lang] if option == "--lang" => lang,
        _ => {
            return Err(Error::Usage(
                "cargo xtask transcript [--lang <code>]".into(),
            ));
        }
    };
    on_the_built_page("transcript", lang)
}

/// Builds the page and has it work for so many minutes at each of three things.
pub fn soak(options: &[String]) -> Result<(), Error> {
    let minutes = match options {
        [] => "30",
        [option, minutes] if option == "--minutes" && minutes.parse::<f64>().is_ok() => minutes,
        _ => return Err(Error::Usage("cargo xtask soak [--minutes <number>]".into())),
    };
    on_the_built_page("soak", minutes)
}

fn on_the_built_page(name: &str, argument: &str) -> Result<(), Error> {
    let mut shell = Shell::default();
    let browser = browser::ensure(&shell)?;
    build::build(&mut shell)?;
    let mut program = program(&shell, name, &browser);
    program.env("ATTENTION_LAB_DIST", workspace::dist());
    run(program.args(["--", argument]))
}
