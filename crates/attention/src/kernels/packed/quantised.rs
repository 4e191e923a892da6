//! The left factor of a product with whole numbers, rounded as it comes.

use super::int8::{BLOCK, PAIRS, rounded};
use crate::matrix::Matrix;

/// Rows of a matrix n×k as whole numbers from −127 to 127, each block of 32 with a scale of its own.
pub(in crate::kernels) struct Quantised {
    /// Blocks of a row.
    depth: usize,
    /// Row after row, block after block.
    pairs: Vec<[[i16; 2]; PAIRS]>,
    scales: Vec<f32>,
}

impl Quantised {
    /// `x` n×k, rounded. A block with a number that is none, or infinite, has such a scale too.
    pub(in crate::kernels) fn of(x: &Matrix) -> Self {
        let depth = x.cols().div_ceil(BLOCK);
        let mut pairs = Vec::with_capacity(x.rows() * depth);
        let mut scales = Vec::with_capacity(x.rows() * depth);
        for row in x.iter_rows() {
            for numbers in row.chunks(BLOCK) {
                let (wholes, scale) = rounded(numbers);
                let pair = |t: usize| [wholes[2 * t], wholes[2 * t + 1]].map(i16::from);
                pairs.push(std::array::from_fn(pair));
                scales.push(scale);
            }
        }
        Self {
            depth,
            pairs,
            scales,
        }
    }

    /// The blocks of row `i`, with their scales.
    pub(in crate::kernels) fn row(&self, i: usize) -> (&[[[i16; 2]; PAIRS]], &[f32]) {
        let (from, depth) = (i * self.depth, self.depth);
        (&self.pairs[from..][..depth], &self.scales[from..][..depth])
    }
}
