//! A window onto a matrix: some of its rows and columns, perhaps turned over, nothing copied.
//!
//! One head of a layer is a few columns of a wide matrix, and a gradient needs Xᵀ or Wᵀ;
//! with views neither has to be copied out.

use crate::matrix::Matrix;
use std::ops::Range;

/// Some rows and columns of a matrix, to read.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// From the first cell of the window on.
    pub(crate) data: &'a [f32],
    /// How far a row lies from the next in `data`.
    pub(crate) stride: usize,
    /// Rows and columns as they lie in `data`.
    stored: (usize, usize),
    /// Are rows read as columns?
    pub(crate) transposed: bool,
}

impl<'a> View<'a> {
    /// (rows, columns), after turning over.
    pub(crate) fn shape(&self) -> (usize, usize) {
        let (rows, cols) = self.stored;
        if self.transposed {
            (cols, rows)
        } else {
            (rows, cols)
        }
    }

    /// The same window, rows read as columns.
    #[must_use]
    pub fn t(self) -> Self {
        Self {
            transposed: !self.transposed,
            ..self
        }
    }

    /// The cell at `(row, col)`.
    pub(crate) fn at(&self, row: usize, col: usize) -> f32 {
        let (row, col) = if self.transposed {
            (col, row)
        } else {
            (row, col)
        };
        self.stored_row(row)[col]
    }

    /// Row `i` of the window as it is stored, that is column `i` when it is turned over.
    pub(crate) fn stored_row(&self, i: usize) -> &'a [f32] {
        &self.data[i * self.stride..][..self.stored.1]
    }
}

/// Some rows and columns of a matrix, to write.
#[derive(Debug)]
pub struct ViewMut<'a> {
    pub(crate) data: &'a mut [f32],
    pub(crate) stride: usize,
    shape: (usize, usize),
}

impl ViewMut<'_> {
    /// (rows, columns)
    pub(crate) fn shape(&self) -> (usize, usize) {
        self.shape
    }

    /// Row `i` of the window.
    pub(crate) fn row_mut(&mut self, i: usize) -> &mut [f32] {
        &mut self.data[i * self.stride..][..self.shape.1]
    }
}

impl Matrix {
    /// All of the matrix.
    #[must_use]
    pub fn view(&self) -> View<'_> {
        self.window(0..self.rows(), 0..self.cols())
    }

    /// All of the matrix, to write.
    #[must_use]
    pub fn view_mut(&mut self) -> ViewMut<'_> {
        let (rows, cols) = self.shape();
        self.window_mut(0..rows, 0..cols)
    }

    /// The cells in `rows` and `cols`.
    ///
    /// # Panics
    /// Where the window reaches over the edge, like slice indexing.
    #[must_use]
    pub fn window(&self, rows: Range<usize>, cols: Range<usize>) -> View<'_> {
        View {
            data: &self.data()[span(self.shape(), &rows, &cols)],
            stride: self.cols(),
            stored: (rows.len(), cols.len()),
            transposed: false,
        }
    }

    /// The cells in `rows` and `cols`, to write.
    ///
    /// # Panics
    /// Where the window reaches over the edge, like slice indexing.
    #[must_use]
    pub fn window_mut(&mut self, rows: Range<usize>, cols: Range<usize>) -> ViewMut<'_> {
        let (stride, span) = (self.cols(), span(self.shape(), &rows, &cols));
        ViewMut {
            data: &mut self.data_mut()[span],
            stride,
            shape: (rows.len(), cols.len()),
        }
    }
}

/// From the first cell of the window to its last, counted in cells of the matrix.
fn span(shape: (usize, usize), rows: &Range<usize>, cols: &Range<usize>) -> Range<usize> {
    let inside = rows.end <= shape.0 && cols.end <= shape.1;
    assert!(
        inside,
        "rows {rows:?}, columns {cols:?} of a {shape:?} matrix"
    );
    if rows.is_empty() || cols.is_empty() {
        return 0..0;
    }
    let start = rows.start * shape.1 + cols.start;
    start..(rows.end - 1) * shape.1 + cols.end
}
