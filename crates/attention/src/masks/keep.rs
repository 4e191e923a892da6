//! A mask spelt out: one yes or no for every query–key pair.

use crate::matrix::Matrix;
use crate::shape::{ShapeError, even_width};

/// An `n × m` table of yes and no: `true` at `(i, j)` means query `i` may look at key `j`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keep {
    rows: usize,
    cols: usize,
    bits: Vec<bool>,
}

impl Keep {
    /// Every one of `n` queries may look at every one of `m` keys.
    #[must_use]
    pub fn all(n: usize, m: usize) -> Self {
        Self {
            rows: n,
            cols: m,
            bits: vec![true; n.saturating_mul(m)],
        }
    }

    /// An `n × m` table from a rule `f(query, key)`.
    #[must_use]
    pub fn from_fn(n: usize, m: usize, mut f: impl FnMut(usize, usize) -> bool) -> Self {
        let mut bits = Vec::with_capacity(n.saturating_mul(m));
        for query in 0..n {
            bits.extend((0..m).map(|key| f(query, key)));
        }
        Self {
            rows: n,
            cols: m,
            bits,
        }
    }

    /// A table from its rows, one per query; no rows give a 0×0 table.
    ///
    /// # Errors
    /// [`ShapeError::Ragged`] when the rows differ in length.
    pub fn from_rows(rows: &[Vec<bool>]) -> Result<Self, ShapeError> {
        let cols = even_width("mask", rows)?;
        Ok(Self {
            rows: rows.len(),
            cols,
            bits: rows.concat(),
        })
    }

    /// May query `row` look at key `col`? `None` outside the table.
    #[must_use]
    pub fn get(&self, row: usize, col: usize) -> Option<bool> {
        (row < self.rows && col < self.cols).then(|| self.bits[row * self.cols + col])
    }

    /// Writes one cell; `false` (and nothing written) outside the table.
    pub fn set(&mut self, row: usize, col: usize, may_look: bool) -> bool {
        let inside = row < self.rows && col < self.cols;
        if inside {
            self.bits[row * self.cols + col] = may_look;
        }
        inside
    }

    /// `(queries, keys)`.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    /// The mask as attention adds it to the scores: 0 where a query may look, −∞ where not.
    #[must_use]
    pub fn additive(&self) -> Matrix {
        let open = |i, j| self.get(i, j).unwrap_or(false);
        Matrix::from_fn(self.rows, self.cols, |i, j| {
            if open(i, j) { 0.0 } else { f32::NEG_INFINITY }
        })
    }
}
