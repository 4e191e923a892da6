//! A matrix with what its rows and columns stand for.

use attention::{Keep, Matrix};

use crate::head::document::Document;
use crate::head::name::Name;
use crate::head::tokens::{Side, row_side};
use crate::head::trace::Trace;
use crate::lessons::flash::{Part, Walk};

/// One matrix to be exported.
#[derive(Clone, Debug, PartialEq)]
pub struct Sheet {
    /// Its key, as in links and attributes.
    pub key: &'static str,
    /// What each row stands for: a token, or the number of a dimension, from 1.
    pub rows: Vec<String>,
    /// What each column stands for.
    pub cols: Vec<String>,
    /// The numbers; 0 where none is known.
    pub numbers: Matrix,
    /// Which numbers are known: all of them, but for steps of flash attention.
    pub known: Keep,
}

impl Sheet {
    /// The matrix `name` of a document and its trace.
    #[must_use]
    pub fn of(document: &Document, trace: &Trace, name: Name) -> Sheet {
        let numbers = trace.get(name).clone();
        let (rows, cols) = numbers.shape();
        let row_labels = match row_side(name) {
            Some(side) => document.tokens(side).to_vec(),
            None => dimensions(rows),
        };
        let col_labels = if name.columns_are_keys() {
            document.tokens(Side::Keys).to_vec()
        } else {
            dimensions(cols)
        };
        Sheet {
            key: name.key(),
            rows: row_labels,
            cols: col_labels,
            known: Keep::all(rows, cols),
            numbers,
        }
    }

    /// What stands in `part` of flash attention's figure at a step.
    #[must_use]
    pub fn of_step(document: &Document, walk: &Walk, step: usize, part: Part) -> Sheet {
        let (rows, cols) = (walk.n(), walk.columns(part));
        let value = |i, j| {
            let source = walk.shown(step, part, i, j).source;
            source.map(|source| walk.value(source))
        };
        let col_labels = if part == Part::Tile {
            document.tokens(Side::Keys).to_vec()
        } else {
            dimensions(cols)
        };
        Sheet {
            key: part.key(),
            rows: document.queries.clone(),
            cols: col_labels,
            numbers: Matrix::from_fn(rows, cols, |i, j| value(i, j).unwrap_or(0.0)),
            known: Keep::from_fn(rows, cols, |i, j| value(i, j).is_some()),
        }
    }

    /// The number at (`row`, `col`), if it is known.
    #[must_use]
    pub fn value(&self, row: usize, col: usize) -> Option<f32> {
        let known = self.known.get(row, col) == Some(true);
        self.numbers.get(row, col).filter(|_| known)
    }
}

/// The numbers of so many dimensions, from 1.
fn dimensions(count: usize) -> Vec<String> {
    (1..=count).map(|d| d.to_string()).collect()
}
