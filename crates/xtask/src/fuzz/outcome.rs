//! What came of all runs: what was found, and what did not come to its end.

use crate::error::Error;

/// What came of all runs.
#[derive(Default)]
pub(super) struct Outcome {
    /// Inputs that break something.
    found: Vec<String>,
    /// Runs that did not come to their end, and why.
    ended: Vec<String>,
}

impl Outcome {
    /// One more run.
    pub fn add(&mut self, run: Result<Option<String>, Error>) {
        match run {
            Ok(found) => self.found.extend(found),
            Err(error) => self.ended.push(error.to_string()),
        }
    }

    /// Nothing where all came to their end and nothing was found.
    ///
    /// # Errors
    /// [`Error::Content`] with all that is to be said.
    pub fn said(&self) -> Result<(), Error> {
        let parts = [
            ("found, and kept as tests:", &self.found),
            ("not fuzzed to the end:", &self.ended),
        ];
        let parts = parts.into_iter().filter(|(_, all)| !all.is_empty());
        let parts: Vec<_> = parts
            .map(|(head, all)| format!("{head}\n{}", all.join("\n")))
            .collect();
        match parts.is_empty() {
            true => Ok(()),
            false => Err(Error::Content(parts.join("\n"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_was_ended_is_an_error_as_is_what_was_found() {
        let mut outcome = Outcome::default();
        outcome.add(Ok(None));
        assert!(outcome.said().is_ok());
        outcome.add(Err(Error::Content("links: signal: 9".into())));
        outcome.add(Ok(Some("regressions/paste/0".into())));
        let said = outcome.said().err().map(|error| error.to_string());
        let said = said.unwrap_or_default();
        assert!(said.contains("signal: 9") && said.contains("regressions/paste/0"));
    }
}
