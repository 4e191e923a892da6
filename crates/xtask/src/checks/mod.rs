//! `cargo xtask test`: everything that CI checks, cheapest first; the first failure ends it, but what fails in one browser
//! is still tried in the others.

mod again;
mod end_to_end;
mod lacks;
mod probe;
#[cfg(test)]
mod restyling;
#[cfg(test)]
mod source;
mod steps;
mod summary;

use std::time::Instant;

use crate::error::Error;
use crate::shell::Shell;
use steps::{OTHER_BROWSERS, STEPS, Step};
use summary::Summary;

/// Runs all steps, or with `--only <part>` those of one part; with `--all-browsers` the end-to-end
/// tests in Firefox and WebKit as well.
pub fn test(options: &[String]) -> Result<(), Error> {
    let chosen = chosen(options)?;
    let mut shell = Shell::default();
    probe::mend(&shell)?;
    let (mut summary, mut failed) = (Summary::default(), None);
    for (number, step) in chosen.iter().enumerate() {
        if failed.is_some() && step.parts != BROWSER {
            continue;
        }
        println!("\n━━ {}/{} {}", number + 1, chosen.len(), step.name);
        let start = Instant::now();
        let outcome = (step.run)(&mut shell);
        summary.add(step.name, start.elapsed(), outcome.is_ok());
        if let Err(cause) = outcome {
            let (name, cause) = (step.name, Box::new(cause));
            failed.get_or_insert(Error::Step { name, cause });
            if step.parts != BROWSER {
                break;
            }
        }
    }
    summary.print(shell.notes());
    if let Some(error) = failed {
        return Err(error);
    }
    println!("All is well.");
    Ok(())
}

/// What a step that drives one browser is part of, and nothing else.
const BROWSER: [&str; 1] = ["e2e"];

/// The steps that the options ask for.
fn chosen(options: &[String]) -> Result<Vec<&'static Step>, Error> {
    let (only, all_browsers) = read(options)?;
    let others = if all_browsers {
        &OTHER_BROWSERS[..]
    } else {
        &[]
    };
    let all = STEPS.iter().chain(others);
    let Some(part) = only else {
        return Ok(all.filter(|step| step.of_all).collect());
    };
    let steps: Vec<_> = all.filter(|step| step.parts.contains(&part)).collect();
    match steps.is_empty() {
        true => Err(unknown(part)),
        false if all_browsers && part != "e2e" => Err(Error::Usage(format!(
            "`--all-browsers` is about the end-to-end tests, of which `--only {part}` has none"
        ))),
        false => Ok(steps),
    }
}

/// The part after `--only`, and whether all browsers are asked for.
fn read(options: &[String]) -> Result<(Option<&str>, bool), Error> {
    let (mut only, mut all_browsers) = (None, false);
    let mut rest = options.iter().map(String::as_str);
    while let Some(option) = rest.next() {
        match (option, only) {
            ("--all-browsers", _) => all_browsers = true,
            ("--only", None) => only = Some(rest.next().ok_or_else(usage)?),
            _ => return Err(usage()),
        }
    }
    Ok((only, all_browsers))
}

fn usage() -> Error {
    Error::Usage(
        "cargo xtask test [--only lint|native|exports|wasm|build|package|e2e|probe] [--all-browsers]"
            .into(),
    )
}

fn unknown(part: &str) -> Error {
    Error::Usage(format!(
        "no part is called “{part}”; there are lint, native, exports, wasm, build, package, e2e, probe"
    ))
}

#[cfg(test)]
mod tests {
    use super::chosen;

    #[test]
    fn every_part_has_steps_and_nothing_else_has() {
        for part in [
            "lint", "native", "exports", "wasm", "build", "package", "e2e",
        ] {
            let chosen = chosen(&["--only".into(), part.into()]);
            assert!(chosen.is_ok_and(|steps| !steps.is_empty()), "{part}");
        }
        assert!(chosen(&["--only".into(), "everything".into()]).is_err());
        assert!(chosen(&["--fast".into()]).is_err());
        assert!(chosen(&["--only".into()]).is_err());
    }

    #[test]
    fn all_browsers_are_two_steps_more() {
        let count = |options: &[&str]| {
            let options: Vec<_> = options.iter().map(|&option| option.into()).collect();
            chosen(&options).ok().map(|steps| steps.len())
        };
        assert_eq!(count(&["--all-browsers"]), count(&[]).map(|all| all + 2));
        let chromium = count(&["--only", "e2e"]);
        for both in [
            ["--only", "e2e", "--all-browsers"],
            ["--all-browsers", "--only", "e2e"],
        ] {
            assert_eq!(count(&both), chromium.map(|all| all + 2));
        }
        assert_eq!(count(&["--only", "lint", "--all-browsers"]), None);
        assert_eq!(count(&["--only", "e2e", "--only", "lint"]), None);
    }
}
