//! Everything that can be wrong with what is asked of the cost lesson.

use serde::{Deserialize, Serialize};

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
    /// An entry of a link that cannot be read: (key, its text, shortened to 40 characters).
    Link(String, String),
    /// The worker ended while it measured.
    WorkerLost,
    /// The browser starts no worker and the page cannot compute for it.
    NoWorker,
}
