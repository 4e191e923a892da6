//! Softmax along the rows, opened up into its five steps.

use crate::kernels::Backend;
use crate::matrix::Matrix;

/// Softmax with all that happens inside, for n rows of m masked scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Softmax {
    /// The largest score of each row, n×1; −∞ for an empty row.
    pub max: Matrix,
    /// Score minus row maximum, n×m: 0 for the largest, −∞ for the hidden.
    pub shifted: Matrix,
    /// exp(shifted), n×m: 1 for the largest, 0 for the hidden.
    pub exp: Matrix,
    /// The sum of each row of `exp`, n×1; 0 for an empty row, otherwise at least 1.
    pub sum: Matrix,
    /// exp / sum, n×m: each row sums to 1, an empty row is all 0.
    pub weights: Matrix,
    /// Per row: had it nothing to look at (every score −∞, or no score at all)?
    pub empty_rows: Vec<bool>,
}

/// Softmax of each row: wⱼ = exp(sⱼ − max) / Σ exp(s − max).
///
/// Subtracting the maximum changes nothing in the result, as exp(−max) cancels, and keeps
/// every exponential at or below 1 (Goodfellow et al. 2016, §4.1).
///
/// Where scores are not finite:
/// - A row of nothing but −∞ is *empty*: `max` −∞, `shifted` −∞, `exp`, `sum` and
///   `weights` 0, `empty_rows` true. No NaN.
/// - Scores of +∞ share the weight of their row equally, all others get 0. That is the limit
///   of softmax when the tied largest scores grow together; which of two overflowed scores
///   was larger, `f32` no longer knows.
/// - NaN makes its row NaN.
#[must_use]
pub fn softmax(masked: &Matrix) -> Softmax {
    softmax_with(Backend::best(), masked)
}

/// [`softmax`] by the backend of your choice.
#[must_use]
pub fn softmax_with(backend: Backend, masked: &Matrix) -> Softmax {
    let max = backend.row_max(masked);
    let mut shifted = masked.clone();
    backend.shift_rows(&mut shifted, &max);
    let exp = backend.exp(&shifted);
    let sum = backend.row_sums(&exp);
    let mut weights = exp.clone();
    backend.divide_rows(&mut weights, &sum);
    let empty_rows = sum.data().iter().map(|&sum| sum == 0.0).collect();
    Softmax {
        max,
        shifted,
        exp,
        sum,
        weights,
        empty_rows,
    }
}
