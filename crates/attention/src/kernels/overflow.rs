//! What to do when a sum of products leaves the range of `f32`.
//!
//! 10³⁸·10 + 10³⁸·(−10) is 0, but in `f32` it is ∞ − ∞ = NaN. Such cells are rare;
//! they are summed again in `f64`, where products of two `f32` cannot overflow.

use crate::matrix::Matrix;

/// Recomputes every cell of `out` = A·B that is not finite.
pub(super) fn mend_product(a: &Matrix, b: &Matrix, out: &mut Matrix) {
    mend(out, |i, j| sum(a.row(i), b.iter_rows().map(|row| row[j])));
}

/// Recomputes every cell of `out` = A·Bᵀ that is not finite.
pub(super) fn mend_product_transposed(a: &Matrix, b: &Matrix, out: &mut Matrix) {
    mend(out, |i, j| sum(a.row(i), b.row(j).iter().copied()));
}

fn mend(out: &mut Matrix, cell: impl Fn(usize, usize) -> f32) {
    if out.data().iter().all(|x| x.is_finite()) {
        return;
    }
    for i in 0..out.rows() {
        for (j, x) in out.row_mut(i).iter_mut().enumerate() {
            if !x.is_finite() {
                *x = cell(i, j);
            }
        }
    }
}

/// Σ a·b in `f64`, from left to right, rounded once to `f32` (±∞ if too large for it).
fn sum(a: &[f32], b: impl Iterator<Item = f32>) -> f32 {
    let terms = a.iter().zip(b).map(|(&x, y)| f64::from(x) * f64::from(y));
    terms.fold(0.0, |sum, term| sum + term) as f32
}
