//! What can be wrong with a folder, in words a student can act on.

use crate::model::ModelError;
use std::fmt;

/// A folder, file, text or setting that makes no model. Texts from files are cut to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// A file or folder that cannot be read.
    File {
        /// Its path.
        path: String,
        /// Why.
        problem: String,
    },
    /// A file whose form is broken.
    Format {
        /// Its name.
        file: String,
        /// How.
        problem: String,
    },
    /// A setting of `config.json` that makes no sense or is not supported.
    Setting {
        /// Its key.
        key: &'static str,
        /// What it says, as JSON, or `"missing"`.
        found: String,
        /// What it may say.
        wanted: String,
    },
    /// A weight that the settings ask for and no file has.
    Missing {
        /// Its name in the file.
        tensor: String,
    },
    /// A weight of a size other than the settings say.
    Shape {
        /// Its name.
        tensor: String,
        /// Its size.
        found: Vec<usize>,
        /// The size that follows from `config.json`.
        wanted: Vec<usize>,
    },
    /// Numbers of a kind that is not read.
    Dtype {
        /// The name of the tensor.
        tensor: String,
        /// The kind, as safetensors calls it.
        found: String,
    },
    /// A weight that is ∞ or not a number.
    NotFinite {
        /// The name of the tensor.
        tensor: String,
    },
    /// A weight inside a block that the settings have no place for: leaving it out would compute
    /// something else than was trained.
    NoPlace {
        /// Its name.
        tensor: String,
    },
    /// A weight that stands in two shards.
    Twice {
        /// Its name.
        tensor: String,
    },
    /// An output matrix that is not the embedding, though `config.json` says it is.
    Untied {
        /// Its name.
        tensor: String,
    },
    /// Settings that the families of models asked for cannot have, so that they cannot be saved as
    /// one of them.
    Unlike {
        /// Which families.
        families: &'static str,
    },
    /// Whoever asked for it has stopped it.
    Stopped,
    /// A text that is too long to be cut into tokens.
    Text {
        /// Its length in bytes.
        bytes: usize,
        /// The longest that is taken.
        limit: usize,
    },
    /// A token, setting or text that the model cannot take.
    Model(ModelError),
}

impl From<ModelError> for LoadError {
    fn from(error: ModelError) -> Self {
        Self::Model(error)
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File {
                path: place,
                problem,
            }
            | Self::Format {
                file: place,
                problem,
            } => write!(f, "{place}: {problem}"),
            Self::Setting { key, found, wanted } => {
                write!(f, "config.json: {key} is {found}; it must be {wanted}")
            }
            Self::Missing { tensor } => write!(f, "the tensor {tensor} is missing"),
            Self::Shape {
                tensor,
                found,
                wanted,
            } => write!(
                f,
                "the tensor {tensor} is {}, but by config.json it must be {}",
                size(found),
                size(wanted)
            ),
            Self::Dtype { tensor, found } => write!(
                f,
                "the tensor {tensor} holds {found} numbers; F32, F16 and BF16 are read"
            ),
            Self::NotFinite { tensor } => {
                write!(
                    f,
                    "the tensor {tensor} holds an infinity or something that is not a number"
                )
            }
            Self::NoPlace { tensor } => write!(
                f,
                "there is a tensor {tensor}, but by config.json the model has no place for it"
            ),
            Self::Twice { tensor } => write!(f, "the tensor {tensor} stands in two files"),
            Self::Untied { tensor } => write!(
                f,
                "config.json says that the logits are read off with the token embedding, but {tensor} differs from it"
            ),
            Self::Unlike { families } => write!(f, "a model with these settings is no {families}"),
            Self::Stopped => write!(f, "it was stopped"),
            Self::Text { bytes, limit } => write!(
                f,
                "the text is {bytes} bytes long, more than the {limit} that are cut into tokens"
            ),
            Self::Model(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for LoadError {}

/// `300×48`.
fn size(shape: &[usize]) -> String {
    if shape.is_empty() {
        return "a single number".into();
    }
    let sides: Vec<_> = shape.iter().map(usize::to_string).collect();
    sides.join("×")
}

/// A name or value from a file, made fit to stand in a message.
pub(super) fn short(text: &str) -> String {
    cut(text, 80)
}

/// What a library says about a file, which it may quote from.
pub(super) fn sentence(text: &str) -> String {
    cut(text, 300)
}

/// The first characters of a text, those that would disturb a terminal escaped.
fn cut(text: &str, longest: usize) -> String {
    let escaped = |c: char| {
        if c.is_control() {
            c.escape_debug().collect()
        } else {
            vec![c]
        }
    };
    let mut shown: String = text.chars().take(longest).flat_map(escaped).collect();
    if text.chars().nth(longest).is_some() {
        shown.push('…');
    }
    shown
}
