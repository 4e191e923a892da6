//! Everything that can be wrong with what a student set, typed or opened in the training lesson.

use attention::ShapeError;
use attention::model::ModelError;
use serde::{Deserialize, Serialize};

use super::settings::Setting;
use super::task::TextProblem;

/// What was wrong, with what is needed to say so in any language. The state is as it was before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TrainingProblem {
    /// A size out of its range: (which, found, least, most).
    Setting(Setting, usize, usize, usize),
    /// A typed setting that is no number of its kind; the text is shortened to 40 characters.
    NotANumber(String),
    /// A learning rate that is no rate.
    Rate(f32),
    /// A weight decay that would not leave a weight.
    Decay(f32),
    /// d_model that cannot be cut into so many heads: (d_model, n_heads).
    Divide(usize, usize),
    /// RoPE turns pairs, and this d_k is odd.
    OddHead(usize),
    /// A text the task has no tokens for.
    Text(TextProblem),
    /// There is no such run, layer or head.
    Absent,
    /// A sequence is full: so many tokens are the most the model has positions for.
    Full(usize),
    /// A file that is no run of this page; why, in the loader's words.
    File(String),
    /// A file of more bytes than are read: (found, most), in millions.
    FileTooLarge(u32, u32),
    /// A temperature, top-k or top-p that cannot be.
    Sampling(String),
    /// What `attention` refused, in its words.
    Model(String),
    /// More memory than there is.
    Memory,
    /// A shipped model that could not be fetched: its name.
    Unfetched(String),
    /// The worker ended in mid-run.
    WorkerLost,
    /// The browser starts no worker and the page cannot compute for it.
    NoWorker,
}

impl From<ModelError> for TrainingProblem {
    fn from(error: ModelError) -> Self {
        match error {
            ModelError::Memory { .. } => Self::Memory,
            other => Self::Model(other.to_string()),
        }
    }
}

impl From<ShapeError> for TrainingProblem {
    fn from(error: ShapeError) -> Self {
        Self::Model(error.to_string())
    }
}

impl From<TextProblem> for TrainingProblem {
    fn from(problem: TextProblem) -> Self {
        Self::Text(problem)
    }
}
