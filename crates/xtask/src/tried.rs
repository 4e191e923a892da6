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
    on_the_built_page("transcript", &[lang])
}

/// Builds the page and has it work for so many minutes at each of three things, or at those that are named.
pub fn soak(options: &[String]) -> Result<(), Error> {
    let (minutes, works) = match options {
        [option, minutes, works @ ..] if option == "--minutes" => (minutes.as_str(), works),
        works => ("30", works),
    };
    let is_one = |own: &String| ["training", "writing", "playing"].contains(&own.as_str());
    if minutes.parse::<f64>().is_err() || !works.iter().all(is_one) {
        let usage = "cargo xtask soak [--minutes <number>] [training|writing|playing …]";
        return Err(Error::Usage(usage.into()));
    }
    let works = works.iter().map(String::as_str);
    on_the_built_page(
        "soak",
        &[minutes].into_iter().chain(works).collect::<Vec<_>>(),
    )
}

fn on_the_built_page(name: &str, arguments: &[&str]) -> Result<(), Error> {
    let mut shell = Shell::default();
    let browser = browser::ensure(&shell)?;
    build::build(&mut shell)?;
    let mut program = program(&shell, name, &browser);
    program.env("ATTENTION_LAB_DIST", workspace::dist());
    run(program.arg("--").args(arguments))
}
