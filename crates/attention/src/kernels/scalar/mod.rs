//! The specification: every operation of attention as the plainest loop that computes it.
//!
//! Nothing here is clever. Each function says in code what the lesson says in words, and the
//! fast kernels are tested against it bit by bit. Shapes are checked by
//! [`Backend`](super::Backend), which is how these functions are normally reached; here a
//! column that is too short ends the loop early. Most work in place.

pub(super) mod norm;
mod packed;
mod training;

pub use norm::{normalize, normalize_backward};
pub use packed::{multiply_int8, multiply_panels};
pub use training::{adamw, add, add_rows, sgd, softmax_backward, times};

use super::{Activation, Start};
use crate::matrix::Matrix;
use crate::view::{View, ViewMut};

/// The dot product a₁·b₁ + a₂·b₂ + …: how much two vectors point the same way.
///
/// Starts at 0 and adds from left to right.
#[must_use]
pub fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sum = 0.0;
    for (x, y) in a.iter().zip(b) {
        sum += x * y;
    }
    sum
}

/// A·B (n×k times k×m). Row `i` of the result is a sum of the rows of B,
/// weighted by row `i` of A: this is how attention mixes the values. With Bᵀ for B, cell
/// `(i, j)` is the dot product of row `i` of A and row `j` of B: this is how it compares
/// queries with keys.
///
/// Each cell starts at `start` and adds its k products from left to right.
///
/// # Panics
/// Where the shapes do not fit, like slice indexing.
pub fn multiply(a: View<'_>, b: View<'_>, mut out: ViewMut<'_>, start: Start<'_>) {
    let (n, m) = out.shape();
    for i in 0..n {
        for j in 0..m {
            let cell = &mut out.row_mut(i)[j];
            let mut sum = match start {
                Start::Zero => 0.0,
                Start::Add => *cell,
                Start::Row(bias) => bias[j],
            };
            for k in 0..b.shape().0 {
                sum += a.at(i, k) * b.at(k, j);
            }
            *cell = sum;
        }
    }
}

/// Each number times `factor`.
pub fn scale(x: &mut [f32], factor: f32) {
    for x in x {
        *x *= factor;
    }
}

/// Score plus mask. A mask of −∞ gives −∞ whatever the score: plain addition
/// would turn a score of +∞ into NaN and let a hidden key spoil the row.
pub fn add_mask(score: &mut [f32], mask: &[f32]) {
    for (score, &mask) in score.iter_mut().zip(mask) {
        *score = if mask == f32::NEG_INFINITY {
            mask
        } else {
            *score + mask
        };
    }
}

/// The largest number of each row; −∞ for an empty row. NaN is passed over here
/// (it shows up in the exponentials). A maximum of −0 is given as 0.
pub fn row_max(x: &Matrix, max: &mut [f32]) {
    for (max, row) in max.iter_mut().zip(x.iter_rows()) {
        *max = f32::NEG_INFINITY;
        for &x in row {
            if *max < x {
                *max = x;
            }
        }
        *max += 0.0;
    }
}

/// Each number minus its row's maximum, so that the largest becomes 0 and no exponential
/// can overflow. −∞ stays −∞, and what equals the maximum becomes 0 even at +∞.
pub fn shift(x: &mut Matrix, max: &[f32]) {
    for (i, &max) in max.iter().enumerate() {
        for x in x.row_mut(i) {
            *x = match *x {
                f32::NEG_INFINITY => *x,
                _ if *x == max => 0.0,
                _ => *x - max,
            };
        }
    }
}

/// The exponential of each number.
pub fn exp(x: &mut [f32]) {
    for x in x {
        *x = super::exp(*x);
    }
}

/// The sum of each row, from left to right.
pub fn row_sums(x: &Matrix, sums: &mut [f32]) {
    for (sum, row) in sums.iter_mut().zip(x.iter_rows()) {
        *sum = row.iter().fold(0.0, |sum, x| sum + x);
    }
}

/// Each number divided by its row's divisor; a divisor of 0 gives zeros, because a row whose
/// exponentials sum to 0 has nothing to share out.
pub fn divide(x: &mut Matrix, divisors: &[f32]) {
    for (i, &divisor) in divisors.iter().enumerate() {
        for x in x.row_mut(i) {
            *x = if divisor == 0.0 { 0.0 } else { *x / divisor };
        }
    }
}

/// outᵢ = f(xᵢ) and slopeᵢ = f′(xᵢ). The way back through f is d_x = d_out ∘ slope.
pub fn activate(f: Activation, x: &[f32], out: &mut [f32], slope: &mut [f32]) {
    for ((out, slope), &x) in out.iter_mut().zip(slope).zip(x) {
        (*out, *slope) = (f.value(x), f.slope(x));
    }
}
