//! What is asked, and what is answered.

use crate::core::number::{self, NotANumber};
use crate::head::document::{Document, Source};
use crate::head::name::{Cell, Name};

/// What the student is to say.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// One computed number.
    Cell(Cell),
    /// The row of weights of that query (from 0), one weight a key.
    Weights(usize),
    /// One of a few texts.
    Choice {
        /// The texts, 2 to [`MOST_OPTIONS`](super::link::MOST_OPTIONS).
        options: Vec<String>,
        /// Which of them is right, from 0.
        right: usize,
    },
}

/// A question as a teacher puts it.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// In the teacher's words; empty where the page's own will do.
    pub text: String,
    /// What is to be said.
    pub ask: Ask,
}

/// What a student says.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// To [`Ask::Cell`]; −∞ is a number here.
    Number(f32),
    /// To [`Ask::Weights`]: one weight a key. They need not sum to 1: a row that does not is an
    /// answer that says something about the mistake.
    Row(Vec<f32>),
    /// To [`Ask::Choice`]: which, from 0.
    Option(usize),
}

impl Ask {
    /// Whether `document` has what is asked: the cell or row exists and is computed, not typed.
    #[must_use]
    pub fn fits(&self, document: &Document) -> bool {
        match self {
            Ask::Cell(cell) => document.has(*cell) && computed(document, cell.name),
            Ask::Weights(row) => *row < document.n(),
            Ask::Choice { .. } => true,
        }
    }

    /// The matrix that is asked about; `None` for a choice.
    #[must_use]
    pub fn matrix(&self) -> Option<Name> {
        match self {
            Ask::Cell(cell) => Some(cell.name),
            Ask::Weights(_) => Some(Name::Weights),
            Ask::Choice { .. } => None,
        }
    }
}

/// Whether `name` is computed here. The mask is chosen, so there is nothing to predict in it.
#[must_use]
pub fn computed(document: &Document, name: Name) -> bool {
    match name {
        Name::X | Name::Xkv | Name::Wq | Name::Wk | Name::Wv | Name::Mask => false,
        Name::Q | Name::K | Name::V => document.source == Source::Projected,
        _ => true,
    }
}

/// Reads the number typed as an answer. Unlike in a cell of the document, −∞ can be right: it is what
/// a masked score is.
///
/// # Errors
/// [`NotANumber`] says why; +∞ and NaN are refused.
pub fn parse(text: &str) -> Result<f32, NotANumber> {
    let plain = text.trim().replace(['\u{2212}', '\u{2013}'], "-");
    match plain.to_ascii_lowercase().as_str() {
        "-∞" | "-inf" | "-infinity" => Ok(f32::NEG_INFINITY),
        _ => number::parse(text),
    }
}
