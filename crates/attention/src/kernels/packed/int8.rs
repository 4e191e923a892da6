//! Panels of whole numbers of eight bits, with a scale for each block of 32.

use super::WIDTH;

/// So many numbers of a column have one scale.
pub const BLOCK: usize = 32;
/// Pairs of neighbouring rows in a block.
pub(in crate::kernels) const PAIRS: usize = BLOCK / 2;

/// A k×m matrix as whole numbers from −127 to 127: 32 numbers of a column, one below the other, are multiplied by one
/// scale, so that the largest of them is ±127 (Dettmers et al. 2022, "8-bit Optimizers via Block-wise Quantization",
/// §2). A number takes 9 bits with its share of the scale.
#[derive(Clone, Debug, PartialEq)]
pub struct Int8Panels {
    k: usize,
    m: usize,
    /// Panel after panel and block after block, 16 pairs of rows: of eight columns the upper and the lower number.
    pairs: Vec<[[i8; 2 * WIDTH]; PAIRS]>,
    /// The scale of each column of each block.
    scales: Vec<[f32; WIDTH]>,
}

/// What was lost by rounding weights, added up over all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Σ w²
    pub squares: f64,
    /// Σ (w − what stands for it)²
    pub errors: f64,
}

impl Loss {
    /// The root of mean square error over that of the weights: 0.01 where a weight is off by a hundredth of what weights
    /// usually are.
    #[must_use]
    pub fn relative(&self) -> f64 {
        match self.squares > 0.0 {
            true => (self.errors / self.squares).sqrt(),
            false => 0.0,
        }
    }
}

impl Int8Panels {
    /// k×m zeros.
    #[must_use]
    pub fn zeros(k: usize, m: usize) -> Self {
        let blocks = k.div_ceil(BLOCK).saturating_mul(m.div_ceil(WIDTH));
        Self {
            k,
            m,
            pairs: vec![[[0; 2 * WIDTH]; PAIRS]; blocks],
            scales: vec![[0.0; WIDTH]; blocks],
        }
    }

    /// How many bytes a k×m matrix takes; `None` where they cannot be counted.
    #[must_use]
    pub fn bytes(k: usize, m: usize) -> Option<usize> {
        let blocks = k.div_ceil(BLOCK).checked_mul(m.div_ceil(WIDTH))?;
        blocks.checked_mul(WIDTH * (BLOCK + size_of::<f32>()))
    }

    /// (k, m)
    #[must_use]
    pub fn shape(&self) -> (usize, usize) {
        (self.k, self.m)
    }

    /// Blocks of a column.
    fn depth(&self) -> usize {
        self.k.div_ceil(BLOCK)
    }

    /// The blocks of panel `panel`, from the top, with their scales.
    pub(in crate::kernels) fn panel(
        &self,
        panel: usize,
    ) -> (&[[[i8; 2 * WIDTH]; PAIRS]], &[[f32; WIDTH]]) {
        let (from, depth) = (panel * self.depth(), self.depth());
        (&self.pairs[from..][..depth], &self.scales[from..][..depth])
    }

    /// Block `block` of column `j`: its whole numbers and their scale.
    ///
    /// # Panics
    /// Outside the matrix, like slice indexing.
    #[must_use]
    pub fn block(&self, block: usize, j: usize) -> ([i8; BLOCK], f32) {
        let (pairs, scales) = self.panel(j / WIDTH);
        let column = j % WIDTH;
        let number = |t: usize| pairs[block][t / 2][2 * column + t % 2];
        (std::array::from_fn(number), scales[block][column])
    }

    /// What stands for number (i, j).
    ///
    /// # Panics
    /// Outside the matrix, like slice indexing.
    #[must_use]
    pub fn at(&self, i: usize, j: usize) -> f32 {
        assert!(i < self.k && j < self.m, "({i}, {j}) of {:?}", self.shape());
        let (numbers, scale) = self.block(i / BLOCK, j);
        f32::from(numbers[i % BLOCK]) * scale
    }

    /// Writes up to 32 numbers of column `j`, those from row 32·`block` on; what is lost goes to `loss`.
    fn put_block(&mut self, block: usize, j: usize, numbers: &[f32], loss: &mut Loss) {
        let (at, column) = (j / WIDTH * self.depth() + block, j % WIDTH);
        let (wholes, scale) = rounded(numbers);
        self.scales[at][column] = scale;
        for (t, (x, whole)) in numbers.iter().zip(wholes).enumerate() {
            self.pairs[at][t / 2][2 * column + t % 2] = whole;
            loss.squares += f64::from(*x).powi(2);
            loss.errors += f64::from(x - f32::from(whole) * scale).powi(2);
        }
    }

    /// Writes up to 32 rows of m numbers, those from row 32·`block` on.
    ///
    /// # Panics
    /// Outside the matrix, like slice indexing.
    pub fn put_rows(&mut self, block: usize, rows: &[&[f32]], loss: &mut Loss) {
        let mut numbers = [0.0; BLOCK];
        let numbers = &mut numbers[..rows.len()];
        for j in 0..self.m {
            for (number, row) in numbers.iter_mut().zip(rows) {
                *number = row[j];
            }
            self.put_block(block, j, numbers, loss);
        }
    }

    /// Writes column `j`: k numbers.
    ///
    /// # Panics
    /// Outside the matrix, like slice indexing.
    pub fn put_column(&mut self, j: usize, column: &[f32], loss: &mut Loss) {
        for (block, numbers) in column.chunks(BLOCK).enumerate() {
            self.put_block(block, j, numbers, loss);
        }
    }
}

/// Up to 32 numbers as whole ones from −127 to 127, and what to multiply them by: that is no number where one of them is
/// none, and infinite where one is.
pub(super) fn rounded(numbers: &[f32]) -> ([i8; BLOCK], f32) {
    // What is no number stays the largest.
    let largest = |most: f32, x: &f32| match x.abs() <= most || most.is_nan() {
        true => most,
        false => x.abs(),
    };
    let scale = numbers.iter().fold(0.0, largest) / f32::from(i8::MAX);
    // Numbers too small to be divided are all zeros.
    let inverse = if scale.is_normal() { 1.0 / scale } else { 0.0 };
    let mut wholes = [0; BLOCK];
    for (whole, x) in wholes.iter_mut().zip(numbers) {
        *whole = (x * inverse).round_ties_even() as i8;
    }
    (wholes, scale)
}
