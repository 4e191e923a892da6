//! One head of attention as an exercise sees it: opened by a link, with the numbers that follow.

use lesson::core::expr::{Term, text, written};
use lesson::head::mistake::Mistake;
use lesson::head::rule;
use lesson::lessons::stepper;
use lesson::{Cell, Document, Name, Trace};

use super::markup::{DIGITS, escaped};

/// A head and the query that an exercise is about.
pub struct Head {
    /// What is typed.
    pub document: Document,
    /// What follows.
    pub trace: Trace,
    /// The query in focus.
    pub row: usize,
}

impl Head {
    /// What the page shows at that link.
    ///
    /// # Errors
    /// In words, when it opens no head.
    pub fn open(link: &str) -> Result<Head, String> {
        let opened = stepper::decode(link).map_err(|problem| format!("{link}: {problem:?}"));
        let (document, view) = opened?;
        Head::of(document, view.row).map_err(|why| format!("{link}: {why}"))
    }

    fn of(document: Document, row: usize) -> Result<Head, String> {
        let trace = Trace::of(&document).map_err(|error| error.to_string())?;
        if row >= document.n() {
            return Err(format!("there is no row {row}"));
        }
        Ok(Head {
            document,
            trace,
            row,
        })
    }

    /// The same head after a change.
    ///
    /// # Errors
    /// When the change leaves matrices that do not fit each other.
    pub fn changed(&self, change: impl FnOnce(&mut Document)) -> Result<Head, String> {
        let mut document = self.document.clone();
        change(&mut document);
        Head::of(document, self.row)
    }

    /// What somebody gets who makes that mistake.
    ///
    /// # Errors
    /// When it cannot be made here.
    pub fn mistaken(&self, mistake: Mistake) -> Result<Trace, String> {
        let trace = mistake.trace(&self.document, &self.trace);
        trace.ok_or_else(|| format!("{} cannot be made here", mistake.key()))
    }

    /// The query's row of that table.
    pub fn row(&self, name: Name) -> &[f32] {
        self.trace.get(name).row(self.row)
    }

    /// The key tokens, as markup.
    pub fn keys(&self) -> Vec<String> {
        let tokens = self.document.key_tokens().iter();
        tokens.map(|token| escaped(token)).collect()
    }

    /// The query's token as it stands in a sentence, as markup: a word such as “the” must not be read along.
    pub fn asker(&self) -> String {
        quoted(&self.document.queries[self.row])
    }

    /// The same for a key.
    pub fn word(&self, key: usize) -> String {
        quoted(&self.document.key_tokens()[key])
    }

    /// The key with the largest weight.
    pub fn winner(&self) -> usize {
        self.trace.rows[self.row].argmax
    }

    /// How the number in a cell comes about, with its numbers: `= 0.30·1.20 + … = 0.01`.
    pub fn arithmetic(&self, name: Name, col: usize) -> String {
        let cell = Cell::new(name, self.row, col);
        let value = self.trace.value(cell).unwrap_or(f32::NAN);
        let rule = rule::of(&self.document, &self.trace, cell);
        let pieces = written(vec![], &rule, Term::at(cell, value), DIGITS, usize::MAX);
        escaped(text(&pieces).trim_start())
    }
}

fn quoted(token: &str) -> String {
    format!("<b>“{}”</b>", escaped(token))
}
