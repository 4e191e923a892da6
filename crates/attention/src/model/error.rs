//! What can be wrong with a model or with what it is given, in words a student can act on.

use std::fmt;

/// A model that cannot be, or an input it cannot take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// Settings that make no model.
    Config {
        /// Which setting.
        setting: &'static str,
        /// What is wrong with it, as half a sentence.
        problem: String,
    },
    /// Weights that do not fit the settings.
    Weights {
        /// Which weights.
        name: String,
        /// Their shape.
        found: (usize, usize),
        /// The shape that the settings ask for.
        wanted: (usize, usize),
    },
    /// A token that is not in the vocabulary.
    UnknownToken {
        /// The token's number.
        token: u32,
        /// Where it stands, counted from 0.
        place: usize,
        /// How many tokens the vocabulary has; they are numbered from 0.
        vocab: usize,
    },
    /// A head that the model does not have.
    UnknownHead {
        /// Its layer, counted from 0.
        layer: usize,
        /// The head, counted from 0.
        head: usize,
        /// How many layers there are.
        n_layers: usize,
        /// How many heads each has.
        n_heads: usize,
    },
    /// More tokens than the model has positions.
    TooLong {
        /// How many tokens there are.
        tokens: usize,
        /// How many there may be.
        max_len: usize,
    },
    /// More numbers than memory can hold.
    Memory {
        /// About how many; `None` when they are too many to count.
        numbers: Option<usize>,
    },
    /// A count of tokens (or targets) that does not fill the batch.
    Count {
        /// What was counted.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
    /// A run, cache or trainer that was made for another model, or for another use.
    MadeForOther {
        /// What was made for something else.
        what: &'static str,
        /// What is needed instead.
        needed: &'static str,
    },
    /// Something that needs a causal model was asked of one that looks both ways.
    NotCausal,
    /// Something that waits for nobody was asked of a model that several workers share.
    Divided,
    /// One of the workers that share the model is no more.
    Lost,
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Config { setting, problem } => write!(f, "{setting}: {problem}"),
            Self::Weights {
                name,
                found,
                wanted,
            } => write!(
                f,
                "{name}: the settings ask for {}×{} numbers, there are {}×{}",
                wanted.0, wanted.1, found.0, found.1
            ),
            Self::UnknownToken {
                token,
                place,
                vocab,
            } => write!(
                f,
                "token {token} at place {place} is not in the vocabulary, which has the tokens 0 to {}",
                vocab.saturating_sub(1)
            ),
            Self::UnknownHead {
                layer,
                head,
                n_layers,
                n_heads,
            } => write!(
                f,
                "there is no head {head} in layer {layer}: the model has {n_layers} layers of {n_heads} heads, counted from 0"
            ),
            Self::TooLong { tokens, max_len } => write!(
                f,
                "{tokens} tokens are more than the {max_len} this model has positions for"
            ),
            Self::Memory {
                numbers: Some(numbers),
            } => write!(f, "there is no memory for about {numbers} numbers"),
            Self::Memory { numbers: None } => write!(f, "no memory could hold so many numbers"),
            Self::Count {
                what,
                found,
                wanted,
            } => write!(f, "{wanted} {what} are needed, but there are {found}"),
            Self::MadeForOther { what, needed } => {
                write!(
                    f,
                    "this {what} was made for something else: {needed} is needed"
                )
            }
            Self::NotCausal => write!(
                f,
                "this model looks at what comes after a token as well, so it cannot write on"
            ),
            Self::Divided => write!(
                f,
                "several workers share this model, so it can only be asked by who waits for them"
            ),
            Self::Lost => write!(f, "one of the workers that share this model has stopped"),
        }
    }
}

impl std::error::Error for ModelError {}
