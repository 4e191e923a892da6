//! A question while it is being put: everything that was typed is kept, whatever is wrong with it.

use super::kind::Kind;
use super::offer::{askable, default_cell};
use crate::core::opened::Opened;
use crate::core::table::{Cell, TableId};
use crate::share::quiz::link::{MOST_OPTION, MOST_TEXT};
use crate::share::quiz::{Ask, Question};

pub use crate::share::quiz::link::MOST_OPTIONS;

/// The longest question, in characters.
pub const LONGEST_TEXT: usize = MOST_TEXT;

/// A question as far as it has been put.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// What is asked for.
    pub kind: Kind,
    /// The teacher's words; empty leaves it to the page's.
    pub text: String,
    /// The cell of [`Kind::Cell`].
    pub cell: Cell,
    /// The row of [`Kind::Weights`], from 0.
    pub row: usize,
    /// The table whose rows are shares, that the row is of.
    pub shares: TableId,
    /// The options of [`Kind::Choice`].
    pub options: Vec<String>,
    /// Which of them is right, from 0.
    pub right: usize,
}

/// Why a draft is no question yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftProblem {
    /// The text has so many characters, more than [`LONGEST_TEXT`].
    TextTooLong(usize),
    /// The lesson has no such cell or row, or it is typed and not computed.
    NotThere,
    /// The option (from 0) is empty.
    OptionEmpty(usize),
    /// The option (from 0) has more than so many characters.
    OptionTooLong(usize, usize),
    /// The option (from 0) says the same as one before it.
    OptionTwice(usize),
}

impl Default for Draft {
    /// Nothing is asked, and two options wait for their texts.
    fn default() -> Self {
        Self {
            kind: Kind::Nothing,
            text: String::new(),
            cell: Cell::new(TableId(0), 0, 0),
            row: 0,
            shares: TableId(0),
            options: vec![String::new(); 2],
            right: 0,
        }
    }
}

impl Draft {
    /// What a link asks, to be changed; where it asks nothing, what stands ready for each kind.
    #[must_use]
    pub fn of(question: Option<&Question>, lesson: &dyn Opened) -> Self {
        let mut draft = Self {
            cell: default_cell(lesson),
            row: lesson.focus().0,
            shares: shares(lesson).unwrap_or(TableId(0)),
            ..Self::default()
        };
        let Some(Question { text, ask }) = question else {
            return draft;
        };
        draft.text.clone_from(text);
        match ask {
            Ask::Cell(cell) => (draft.kind, draft.cell) = (Kind::Cell, *cell),
            Ask::Row(table, row) => {
                (draft.kind, draft.shares, draft.row) = (Kind::Weights, *table, *row);
            }
            Ask::Choice { options, right } => {
                (draft.kind, draft.right) = (Kind::Choice, *right);
                draft.options.clone_from(options);
            }
        }
        draft
    }

    /// What stands ready follows the lesson while nothing is asked; a question that was put stays as it is.
    pub fn follow(&mut self, lesson: &dyn Opened) {
        if self.kind == Kind::Nothing {
            let ready = Self::of(None, lesson);
            (self.cell, self.row, self.shares) = (ready.cell, ready.row, ready.shares);
        }
    }

    /// The question; `None` where nothing is asked.
    ///
    /// # Errors
    /// The first [`DraftProblem`].
    pub fn question(&self, lesson: &dyn Opened) -> Result<Option<Question>, DraftProblem> {
        if let Some(problem) = self.problems(lesson).first() {
            return Err(*problem);
        }
        let text = self.text.trim().to_owned();
        Ok(self.ask().map(|ask| Question { text, ask }))
    }

    /// All that is wrong, to be said beside the fields.
    #[must_use]
    pub fn problems(&self, lesson: &dyn Opened) -> Vec<DraftProblem> {
        let Some(ask) = self.ask() else {
            return Vec::new();
        };
        let mut problems = Vec::new();
        let length = self.text.trim().chars().count();
        if length > MOST_TEXT {
            problems.push(DraftProblem::TextTooLong(length));
        }
        if !ask.fits_where_seen(lesson) {
            problems.push(DraftProblem::NotThere);
        }
        if self.kind == Kind::Choice {
            problems.extend((0..self.options.len()).filter_map(|index| self.wrong_with(index)));
        }
        problems
    }

    /// What is asked, options trimmed.
    fn ask(&self) -> Option<Ask> {
        Some(match self.kind {
            Kind::Nothing => return None,
            Kind::Cell => Ask::Cell(self.cell),
            Kind::Weights => Ask::Row(self.shares, self.row),
            Kind::Choice => Ask::Choice {
                options: self
                    .options
                    .iter()
                    .map(|own| own.trim().to_owned())
                    .collect(),
                right: self.right,
            },
        })
    }

    fn wrong_with(&self, index: usize) -> Option<DraftProblem> {
        let option = self.options.get(index)?.trim();
        if option.is_empty() {
            return Some(DraftProblem::OptionEmpty(index));
        }
        if option.chars().count() > MOST_OPTION {
            return Some(DraftProblem::OptionTooLong(index, MOST_OPTION));
        }
        let is_twice = self
            .options
            .iter()
            .take(index)
            .any(|own| own.trim() == option);
        is_twice.then_some(DraftProblem::OptionTwice(index))
    }

    /// Adds an empty option, up to [`MOST_OPTIONS`].
    pub fn add_option(&mut self) {
        if self.options.len() < MOST_OPTIONS {
            self.options.push(String::new());
        }
    }

    /// Takes an option away, down to two; the right one stays the right one where it is still there.
    pub fn remove_option(&mut self, index: usize) {
        if self.options.len() > 2 && index < self.options.len() {
            self.options.remove(index);
            if self.right > index || self.right == self.options.len() {
                self.right -= 1;
            }
        }
    }
}

/// The table whose rows can be asked as a whole, if there is one now.
#[must_use]
pub fn shares(lesson: &dyn Opened) -> Option<TableId> {
    let is_shares = |table: &TableId| {
        let known = lesson.meta().of(*table);
        known.is_some_and(|table| table.distribution)
    };
    askable(lesson).into_iter().find(is_shares)
}
