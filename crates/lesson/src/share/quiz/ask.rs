//! What is asked, and what is answered.

use crate::core::number::{self, NotANumber};
use crate::core::opened::Opened;
use crate::core::table::{Cell, TableId};

/// What the student is to say.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// One computed number.
    Cell(Cell),
    /// A row (from 0) of shares that add up to 1: the weights of a query, one for each key.
    Row(TableId, usize),
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
    /// To [`Ask::Row`]: one weight a key. They need not sum to 1: a row that does not is an
    /// answer that says something about the mistake.
    Row(Vec<f32>),
    /// To [`Ask::Choice`]: which, from 0.
    Option(usize),
}

impl Ask {
    /// Whether the lesson has what is asked: the cell or row exists, is computed, not
    /// typed, and has its number by now.
    #[must_use]
    pub fn fits(&self, lesson: &dyn Opened) -> bool {
        match self {
            Ask::Cell(cell) => {
                let number = || lesson.numbers()?.value(*cell);
                lesson.has(*cell)
                    && lesson.asks(cell.name)
                    && number().is_some_and(|own| !own.is_nan())
            }
            Ask::Row(table, row) => lesson.has(Cell::new(*table, *row, 0)) && lesson.asks(*table),
            Ask::Choice { .. } => true,
        }
    }

    /// The same of the lesson as a link with this question opens it: where the reader sees what is asked.
    #[must_use]
    pub fn fits_where_seen(&self, lesson: &dyn Opened) -> bool {
        let mut there = lesson.boxed();
        self.show_in(&mut *there);
        self.fits(&*there)
    }

    /// The cells whose numbers are asked: one, or those of a row; none of a choice.
    #[must_use]
    pub fn cells(&self, lesson: &dyn Opened) -> Vec<Cell> {
        match self {
            Ask::Cell(cell) => vec![*cell],
            Ask::Row(table, row) => {
                let cols = lesson.shape(*table).map_or(0, |(_, cols)| cols);
                (0..cols).map(|col| Cell::new(*table, *row, col)).collect()
            }
            Ask::Choice { .. } => vec![],
        }
    }

    /// Has a lesson stand where its reader sees the first of the cells.
    pub fn show_in(&self, lesson: &mut dyn Opened) {
        let cells = self.cells(lesson);
        if let Some(first) = cells.first().filter(|cell| lesson.has(**cell)) {
            lesson.show(*first);
        }
    }

    /// The table that is asked about; `None` for a choice.
    #[must_use]
    pub const fn table(&self) -> Option<TableId> {
        match self {
            Ask::Cell(cell) => Some(cell.name),
            Ask::Row(table, _) => Some(*table),
            Ask::Choice { .. } => None,
        }
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
