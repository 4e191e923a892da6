//! A matrix of numbers by value: what a trained model was seen to do stands in no link.

use attention::{Keep, Matrix};

use super::format::Format;
use super::sheet::Sheet;
use super::{ExportError, Offer, numbers};
use crate::core::table::{self, TableId};
use crate::registry;

/// So many numbers a table may have: as many as a model of the lesson has weights of its longest text.
pub const MOST: usize = 1 << 18;

/// What the numbers of a table are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Weights of attention, 0…1, one query a row.
    Weights,
    /// A token's residual stream, one place of the model a row.
    Stream,
    /// A table of the lesson that the link names.
    Own {
        /// Which.
        table: TableId,
        /// Row by row, which cells may be looked at; empty where all may. The others are hatched.
        keep: Vec<bool>,
    },
}

impl TableKind {
    /// The name in files; that of a lesson's own table stands in the lesson ([`Table::key`]).
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            TableKind::Weights => "weights",
            TableKind::Stream => "stream",
            TableKind::Own { .. } => "table",
        }
    }
}

/// A matrix with what its rows and columns stand for.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What the numbers are.
    pub kind: TableKind,
    /// The lesson's state, as in its link: what the numbers were got with.
    pub link: String,
    /// What each row stands for.
    pub rows: Vec<String>,
    /// What each column stands for.
    pub cols: Vec<String>,
    /// The numbers, row by row; NaN is one that is not there.
    pub numbers: Vec<f32>,
    /// Are the columns after a row's own hidden from it? They are hatched then.
    pub causal: bool,
}

impl Table {
    /// What the lesson knows of it, where it is one of its own.
    #[must_use]
    pub fn known(&self) -> Option<&'static table::Table> {
        match &self.kind {
            TableKind::Own { table, .. } => registry::meta_of(&self.link).of(*table),
            TableKind::Weights | TableKind::Stream => None,
        }
    }

    /// Its name in files.
    #[must_use]
    pub fn key(&self) -> &'static str {
        self.known().map_or(self.kind.key(), |table| table.key)
    }

    /// The matrix with its labels.
    ///
    /// # Errors
    /// [`ExportError::Table`] for more numbers than [`MOST`], or others than rows and columns ask for.
    pub fn sheet(&self) -> Result<Sheet, ExportError> {
        let (rows, cols) = (self.rows.len(), self.cols.len());
        let fits = rows.checked_mul(cols).is_some_and(|count| count <= MOST);
        let numbers = Matrix::new(rows, cols, self.numbers.clone()).ok();
        let numbers = numbers.filter(|_| fits).ok_or(ExportError::Table)?;
        Ok(Sheet {
            key: self.key(),
            rows: self.rows.clone(),
            cols: self.cols.clone(),
            known: Keep::from_fn(rows, cols, |i, j| {
                numbers.get(i, j).is_some_and(|own| !own.is_nan())
            }),
            numbers,
        })
    }

    /// The cells that a picture hatches, `false`; `None` for none.
    #[must_use]
    pub fn keep(&self) -> Option<Keep> {
        let (rows, cols) = (self.rows.len(), self.cols.len());
        let place = |i: usize, j: usize| i * cols + j;
        let hidden = |i, j| match &self.kind {
            TableKind::Own { keep, .. } => keep.get(place(i, j)) == Some(&false),
            TableKind::Weights | TableKind::Stream => false,
        };
        let missing = |i, j| {
            self.numbers
                .get(place(i, j))
                .is_some_and(|own| own.is_nan())
        };
        let kept = |i, j| (!self.causal || j <= i) && !hidden(i, j) && !missing(i, j);
        let all = (0..rows).all(|i| (0..cols).all(|j| kept(i, j)));
        (self.causal || !all).then(|| Keep::from_fn(rows, cols, kept))
    }

    /// The file in a format that is numbers.
    ///
    /// # Errors
    /// [`ExportError::Table`] for what is no matrix, [`ExportError::Drawn`] for pictures, which the app makes,
    /// and [`ExportError::NotOffered`] for programs and formulas.
    pub fn bytes(&self, format: Format) -> Result<Vec<u8>, ExportError> {
        let sheet = self.sheet()?;
        match format {
            Format::Csv => Ok(numbers::csv(&sheet).into_bytes()),
            Format::Json => Ok(numbers::json_of_sheet(&sheet, &self.link).into_bytes()),
            Format::Npy => Ok(numbers::npy(&sheet)),
            format if Offer::Numbers.has(format) => Err(ExportError::Drawn(format)),
            format => Err(ExportError::NotOffered(format)),
        }
    }
}
