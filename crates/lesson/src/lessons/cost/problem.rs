//! Everything that can be wrong with what is asked of the cost lesson.

use serde::{Deserialize, Serialize};

use super::settings::{SIZES, WIDTHS};
use crate::core::problem::Problem;

/// What was wrong, with what is needed to say so in any language. What was measured stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CostProblem {
    /// A width of a head that is not offered.
    Width(usize),
    /// A window out of its range: (found, most).
    Window(usize, usize),
    /// A largest n that is not one of the sizes.
    Largest(usize),
    /// A budget out of its range, in megabytes: (found, most).
    Budget(usize, usize),
    /// No method is left to measure.
    NoMethod,
    /// A typed setting that is no whole number; the text is shortened to 40 characters.
    NotANumber(String),
    /// The worker ended while it measured.
    WorkerLost,
    /// The browser starts no worker and the page cannot compute for it.
    NoWorker,
}

impl CostProblem {
    /// The same about an entry of a link.
    #[must_use]
    pub fn in_link(self) -> Problem {
        let listed = |known: &[usize]| {
            let known: Vec<_> = known.iter().map(usize::to_string).collect();
            known.join(", ")
        };
        let range = |key, found: usize, known| Problem::LinkRange(key, found.to_string(), known);
        match self {
            Self::Width(found) => range("d", found, listed(&WIDTHS)),
            Self::Window(found, most) => range("window", found, format!("1–{most}")),
            Self::Largest(found) => range("to", found, listed(&SIZES)),
            Self::Budget(found, most) => range("budget", found, format!("1–{most}")),
            _ => Problem::LinkEntry("methods".into(), String::new()),
        }
    }
}
