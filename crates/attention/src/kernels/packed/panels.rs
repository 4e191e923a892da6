//! Panels of f32.

use super::WIDTH;

/// A k×m matrix in panels: its number (i, j) is number j mod 8 of row i of panel ⌊j/8⌋. The last panel is filled up with
/// zeros.
#[derive(Clone, Debug, PartialEq)]
pub struct Panels {
    k: usize,
    m: usize,
    /// Panel after panel, k rows of eight numbers each.
    rows: Vec<[f32; WIDTH]>,
}

impl Panels {
    /// k×m zeros.
    #[must_use]
    pub fn zeros(k: usize, m: usize) -> Self {
        let rows = k.saturating_mul(m.div_ceil(WIDTH));
        Self {
            k,
            m,
            rows: vec![[0.0; WIDTH]; rows],
        }
    }

    /// How many numbers a k×m matrix takes; `None` where they cannot be counted.
    #[must_use]
    pub fn numbers(k: usize, m: usize) -> Option<usize> {
        m.checked_next_multiple_of(WIDTH)?.checked_mul(k)
    }

    /// (k, m)
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        (self.k, self.m)
    }

    /// The k rows of panel `panel`: columns 8·panel and the next seven.
    pub(in crate::kernels) fn panel(&self, panel: usize) -> &[[f32; WIDTH]] {
        &self.rows[panel * self.k..][..self.k]
    }

    /// Number (i, j).
    ///
    /// # Panics
    /// Outside the matrix, like slice indexing.
    #[must_use]
    pub fn at(&self, i: usize, j: usize) -> f32 {
        assert!(j < self.m, "column {j} of {}", self.m);
        self.panel(j / WIDTH)[i][j % WIDTH]
    }

    /// Writes row `i`: m numbers.
    ///
    /// # Panics
    /// Outside the matrix, like slice indexing.
    pub fn put_row(&mut self, i: usize, row: &[f32]) {
        let mine = self.rows.iter_mut().skip(i).step_by(self.k.max(1));
        for (eight, numbers) in mine.zip(row[..self.m].chunks(WIDTH)) {
            eight[..numbers.len()].copy_from_slice(numbers);
        }
    }

    /// Writes column `j`: k numbers.
    ///
    /// # Panics
    /// Outside the matrix, like slice indexing.
    pub fn put_column(&mut self, j: usize, column: &[f32]) {
        let rows = &mut self.rows[j / WIDTH * self.k..][..self.k];
        for (eight, number) in rows.iter_mut().zip(column) {
            eight[j % WIDTH] = *number;
        }
    }
}
