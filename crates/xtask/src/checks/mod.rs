//! `cargo xtask test`: everything that CI checks, cheapest first; the first failure ends it.

mod steps;
mod summary;

use std::time::Instant;

use crate::shell::Shell;
use crate::trouble::Trouble;
use steps::{STEPS, Step};
use summary::Summary;

/// Runs all steps, or with `--only <part>` those of one part.
pub fn test(options: &[String]) -> Result<(), Trouble> {
    let chosen = chosen(options)?;
    let mut shell = Shell::default();
    let mut summary = Summary::default();
    for (number, step) in chosen.iter().enumerate() {
        println!("\n━━ {}/{} {}", number + 1, chosen.len(), step.name);
        let start = Instant::now();
        let outcome = (step.run)(&mut shell);
        summary.add(step.name, start.elapsed(), outcome.is_ok());
        if let Err(cause) = outcome {
            summary.print();
            return Err(Trouble::Step {
                name: step.name,
                cause: Box::new(cause),
            });
        }
    }
    summary.print();
    println!("All is well.");
    Ok(())
}

/// The steps that the options ask for.
fn chosen(options: &[String]) -> Result<Vec<&'static Step>, Trouble> {
    let all = || STEPS.iter();
    match options {
        [] => Ok(all().collect()),
        [only, part] if only == "--only" => {
            let steps: Vec<_> = all()
                .filter(|step| step.parts.contains(&part.as_str()))
                .collect();
            if steps.is_empty() {
                Err(unknown(part))
            } else {
                Ok(steps)
            }
        }
        _ => Err(Trouble::Usage(
            "cargo xtask test [--only lint|native|exports|wasm|build|package|e2e]".into(),
        )),
    }
}

fn unknown(part: &str) -> Trouble {
    Trouble::Usage(format!(
        "no part is called “{part}”; there are lint, native, exports, wasm, build, package, e2e"
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
    }
}
