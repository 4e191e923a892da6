//! The one container of this crate: a matrix of `f32`, row-major, one token per row.
//!
//! A size that memory cannot hold ends the program, as with [`Vec`]: clamp sizes that come
//! from outside. (Products of sizes saturate, so that this happens before a wrong shape is made.)

use crate::shape::{ShapeError, even_width};

/// A matrix of `f32`, row-major: row `i` is token `i`, its entries lie next to each other.
///
/// Zero rows and zero columns are allowed; a 3×0 matrix has three empty rows.
#[derive(Clone, Debug, PartialEq)]
pub struct Matrix {
    rows: usize,
    cols: usize,
    data: Vec<f32>,
}

impl Matrix {
    /// A `rows × cols` matrix over `data`, which lists the entries row by row.
    ///
    /// # Errors
    /// [`ShapeError::Length`] when `data` does not hold exactly `rows · cols` numbers.
    pub fn new(rows: usize, cols: usize, data: Vec<f32>) -> Result<Self, ShapeError> {
        if rows.checked_mul(cols) == Some(data.len()) {
            return Ok(Self { rows, cols, data });
        }
        Err(ShapeError::Length {
            operation: "matrix",
            shape: (rows, cols),
            found: data.len(),
        })
    }

    /// A `rows × cols` matrix of zeros.
    #[must_use]
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Self {
            rows,
            cols,
            data: vec![0.0; rows.saturating_mul(cols)],
        }
    }

    /// The `n × n` identity: ones on the diagonal, zeros elsewhere.
    #[must_use]
    pub fn identity(n: usize) -> Self {
        Self::from_fn(n, n, |row, col| if row == col { 1.0 } else { 0.0 })
    }

    /// A `rows × cols` matrix whose entry `(row, col)` is `f(row, col)`, asked row by row.
    #[must_use]
    pub fn from_fn(rows: usize, cols: usize, mut f: impl FnMut(usize, usize) -> f32) -> Self {
        let mut data = Vec::with_capacity(rows.saturating_mul(cols));
        for row in 0..rows {
            data.extend((0..cols).map(|col| f(row, col)));
        }
        Self { rows, cols, data }
    }

    /// A matrix from its rows; no rows give a 0×0 matrix.
    ///
    /// # Errors
    /// [`ShapeError::Ragged`] when the rows differ in length.
    pub fn from_rows(rows: &[Vec<f32>]) -> Result<Self, ShapeError> {
        let cols = even_width("matrix", rows)?;
        Ok(Self {
            rows: rows.len(),
            cols,
            data: rows.concat(),
        })
    }

    /// The number of rows (tokens).
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns (features, or keys for scores and weights).
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// `(rows, columns)`.
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        (self.rows, self.cols)
    }

    /// The entry at `(row, col)`, or `None` outside the matrix.
    #[must_use]
    pub fn get(&self, row: usize, col: usize) -> Option<f32> {
        (row < self.rows && col < self.cols).then(|| self.data[row * self.cols + col])
    }

    /// Writes one entry; `false` (and nothing written) outside the matrix.
    pub fn set(&mut self, row: usize, col: usize, value: f32) -> bool {
        let inside = row < self.rows && col < self.cols;
        if inside {
            self.data[row * self.cols + col] = value;
        }
        inside
    }

    /// The entry at `(row, col)`, counted from 0.
    ///
    /// # Panics
    /// Outside the matrix, like slice indexing; [`Matrix::get`] answers `None` instead.
    #[must_use]
    pub fn at(&self, row: usize, col: usize) -> f32 {
        self.row(row)[col]
    }

    /// Row `row` as a slice of `cols` numbers.
    ///
    /// # Panics
    /// Past the last row, like slice indexing.
    #[must_use]
    pub fn row(&self, row: usize) -> &[f32] {
        assert!(
            row < self.rows,
            "row {row} of a matrix with {} rows",
            self.rows
        );
        &self.data[row * self.cols..(row + 1) * self.cols]
    }

    /// Row `row` as a mutable slice of `cols` numbers.
    ///
    /// # Panics
    /// Past the last row, like slice indexing.
    #[must_use]
    pub fn row_mut(&mut self, row: usize) -> &mut [f32] {
        assert!(
            row < self.rows,
            "row {row} of a matrix with {} rows",
            self.rows
        );
        &mut self.data[row * self.cols..(row + 1) * self.cols]
    }

    /// All entries, row by row.
    #[must_use]
    pub fn data(&self) -> &[f32] {
        &self.data
    }

    /// All entries, row by row, to write to.
    #[must_use]
    pub fn data_mut(&mut self) -> &mut [f32] {
        &mut self.data
    }

    /// All entries, row by row, and no matrix any more.
    pub(crate) fn into_data(self) -> Vec<f32> {
        self.data
    }

    /// Keeps the first `rows` rows, or adds rows of zeros; where it had room for as many before, it still has.
    pub(crate) fn resize_rows(&mut self, rows: usize) {
        self.rows = rows;
        self.data.resize(rows.saturating_mul(self.cols), 0.0);
    }

    /// Adds rows at the end: as many as `numbers` fill.
    pub(crate) fn push_rows(&mut self, numbers: &[f32]) {
        let rows = numbers.len().checked_div(self.cols).unwrap_or(0);
        self.rows += rows;
        self.data.extend_from_slice(&numbers[..rows * self.cols]);
    }

    /// The rows from first to last. A 3×0 matrix yields three empty rows.
    pub fn iter_rows(&self) -> impl ExactSizeIterator<Item = &[f32]> {
        (0..self.rows).map(|row| self.row(row))
    }

    /// The transpose: entry `(i, j)` becomes entry `(j, i)`.
    #[must_use]
    pub fn transposed(&self) -> Self {
        Self::from_fn(self.cols, self.rows, |row, col| self.at(col, row))
    }
}
