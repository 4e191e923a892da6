//! The specification: every operation of attention as the plainest loop that computes it.
//!
//! Nothing here is clever. Each function says in code what the lesson says in words, and the
//! fast kernels are tested against it bit by bit. Slices are read in step; where one is
//! shorter, the rest of the other does not count. Shapes are checked by
//! [`Backend`](super::Backend), which is how these functions are normally reached.

use crate::matrix::Matrix;

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

/// y += a·x: adds `a` times the vector `x` to the vector `y`.
pub fn axpy(a: f32, x: &[f32], y: &mut [f32]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += a * x;
    }
}

/// A·B (n×k times k×m). Row `i` of the result is a sum of the rows of B,
/// weighted by row `i` of A: this is how attention mixes the values.
///
/// # Panics
/// When `out` has fewer rows than `a`, like slice indexing.
pub fn product(a: &Matrix, b: &Matrix, out: &mut Matrix) {
    out.data_mut().fill(0.0);
    for i in 0..a.rows() {
        for (&weight, row) in a.row(i).iter().zip(b.iter_rows()) {
            axpy(weight, row, out.row_mut(i));
        }
    }
}

/// A·Bᵀ (n×k times the transpose of m×k). Cell `(i, j)` is the dot product of row `i` of A
/// and row `j` of B: this is how attention compares queries with keys.
///
/// # Panics
/// When `out` has fewer rows than `a`, like slice indexing.
pub fn product_transposed(a: &Matrix, b: &Matrix, out: &mut Matrix) {
    for i in 0..a.rows() {
        for (cell, row) in out.row_mut(i).iter_mut().zip(b.iter_rows()) {
            *cell = dot(a.row(i), row);
        }
    }
}

/// Each number times `factor`.
pub fn scale(x: &[f32], factor: f32, out: &mut [f32]) {
    for (out, x) in out.iter_mut().zip(x) {
        *out = x * factor;
    }
}

/// Score plus mask. A mask of −∞ gives −∞ whatever the score: plain addition
/// would turn a score of +∞ into NaN and let a hidden key spoil the row.
pub fn add_mask(score: &[f32], mask: &[f32], out: &mut [f32]) {
    for ((out, &score), &mask) in out.iter_mut().zip(score).zip(mask) {
        *out = if mask == f32::NEG_INFINITY {
            mask
        } else {
            score + mask
        };
    }
}

/// The largest number of a row; −∞ for an empty row. NaN is passed over here
/// (it shows up in the exponentials). A maximum of −0 is given as 0.
#[must_use]
pub fn row_max(row: &[f32]) -> f32 {
    let mut max = f32::NEG_INFINITY;
    for &x in row {
        if max < x {
            max = x;
        }
    }
    max + 0.0
}

/// Each number minus the row's maximum, so that the largest becomes 0 and no exponential
/// can overflow. −∞ stays −∞, and what equals the maximum becomes 0 even at +∞.
pub fn shift(row: &[f32], max: f32, out: &mut [f32]) {
    for (out, &x) in out.iter_mut().zip(row) {
        *out = match x {
            f32::NEG_INFINITY => x,
            _ if x == max => 0.0,
            _ => x - max,
        };
    }
}

/// The exponential of each number.
pub fn exp(x: &[f32], out: &mut [f32]) {
    for (out, &x) in out.iter_mut().zip(x) {
        *out = super::exp(x);
    }
}

/// The sum of each row, from left to right.
pub fn row_sums(x: &Matrix, sums: &mut [f32]) {
    for (sum, row) in sums.iter_mut().zip(x.iter_rows()) {
        *sum = row.iter().fold(0.0, |sum, x| sum + x);
    }
}

/// Each number divided by `divisor`; a divisor of 0 gives zeros, because a row whose
/// exponentials sum to 0 has nothing to share out.
pub fn divide(row: &[f32], divisor: f32, out: &mut [f32]) {
    for (out, &x) in out.iter_mut().zip(row) {
        *out = if divisor == 0.0 { 0.0 } else { x / divisor };
    }
}
