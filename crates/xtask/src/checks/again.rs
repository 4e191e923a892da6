//! Tests that failed among others, tried once more alone.
//!
//! The tests of the page drive as many browsers at once as there are threads, on a machine that may have other work besides.
//! What fails only there is a fault too, of the test or of the page: it is said at the end, to be mended. But it is no
//! reason to take back everything else that was found to be well.

use std::process::Command;

use crate::error::Error;
use crate::shell::{Shell, run, run_heard};

/// The most tests that are tried again. Where more fail it is not for want of time.
const MOST: usize = 3;

/// Runs tests whose command ends in options of the test harness, `--exact` among them; then those that failed, one at a time.
pub fn run_patiently(shell: &mut Shell, tests: &mut Command) -> Result<(), Error> {
    let mut names = Vec::new();
    let mut ended = false;
    let outcome = run_heard(tests, |line| {
        names.extend(failed(line).map(str::to_owned));
        ended |= line.starts_with("test result: ");
    });
    // A harness that was cut off has not tried all of them.
    if outcome.is_ok() || !ended || names.is_empty() || names.len() > MOST {
        return outcome;
    }
    println!("\nOnce more, alone: {}", names.join(", "));
    run(tests.arg("--test-threads=1").args(&names))?;
    shell.note(format!("passed only alone: {}", names.join(", ")));
    Ok(())
}

/// The test that a line of the harness says has failed.
fn failed(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... FAILED")
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::process::Command;

    use super::run_patiently;
    use crate::shell::Shell;

    /// What a harness that came to its end says last.
    const END: &str = "test result: FAILED. 1 passed\\n";

    /// Fails with these lines unless it is asked for single tests.
    fn harness(lines: &str, alone: &str) -> Command {
        let script = format!(
            "case \"$*\" in *threads=1*) {alone};; *) printf '{lines}{END}'; exit 101;; esac"
        );
        let mut command = Command::new("sh");
        command.args(["-c", &script, "harness", "--exact"]);
        command
    }

    #[test]
    fn a_test_that_passes_alone_is_noted_and_one_that_does_not_fails() {
        let line = "test a::b ... FAILED\\ntest c ... ok\\n";
        let mut shell = Shell::default();
        assert!(run_patiently(&mut shell, &mut harness(line, "exit 0")).is_ok());
        assert_eq!(shell.notes(), ["passed only alone: a::b"]);
        let mut shell = Shell::default();
        assert!(run_patiently(&mut shell, &mut harness(line, "exit 101")).is_err());
        assert!(shell.notes().is_empty());
    }

    #[test]
    fn the_names_that_failed_are_those_that_are_tried_again() {
        let told = std::env::temp_dir().join(format!("again-{}", std::process::id()));
        let alone = format!("echo \"$@\" > {}", told.display());
        let line = "test a::b ... FAILED\\ntest c ... FAILED\\n";
        let outcome = run_patiently(&mut Shell::default(), &mut harness(line, &alone));
        let names = fs::read_to_string(&told).unwrap_or_default();
        let _gone = fs::remove_file(&told);
        assert!(outcome.is_ok());
        assert_eq!(names.trim(), "--exact --test-threads=1 a::b c");
    }

    #[test]
    fn a_harness_that_was_cut_off_has_not_tried_all() {
        let script =
            "case \"$*\" in *threads=1*) exit 0;; *) echo 'test a ... FAILED'; exit 137;; esac";
        let mut command = Command::new("sh");
        command.args(["-c", script, "harness", "--exact"]);
        assert!(run_patiently(&mut Shell::default(), &mut command).is_err());
    }

    #[test]
    fn what_fails_without_a_test_or_with_many_is_not_tried_again() {
        let many =
            "test a ... FAILED\\ntest b ... FAILED\\ntest c ... FAILED\\ntest d ... FAILED\\n";
        for lines in ["error: it does not compile\\n", many] {
            let outcome = run_patiently(&mut Shell::default(), &mut harness(lines, "exit 0"));
            assert!(outcome.is_err(), "{lines}");
        }
    }
}
