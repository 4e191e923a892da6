//! The stages of attention that are one kernel each.

use crate::kernels::Backend;
use crate::matrix::Matrix;
use crate::shape::{ShapeError, require};

/// X·W: tokens `x` n×d_model, weights `w` d_model×d → n×d. Queries, keys and values are
/// three such projections of the same tokens (Vaswani et al. 2017, §3.2.2).
///
/// # Errors
/// [`ShapeError::Mismatch`] unless `x` has as many columns as `w` has rows.
pub fn project(x: &Matrix, w: &Matrix) -> Result<Matrix, ShapeError> {
    project_with(Backend::best(), x, w)
}

/// [`project`] by the backend of your choice.
///
/// # Errors
/// As [`project`].
pub fn project_with(backend: Backend, x: &Matrix, w: &Matrix) -> Result<Matrix, ShapeError> {
    let rule = "the tokens need as many columns as the weights have rows (d_model)";
    require(
        x.cols() == w.rows(),
        "project = X·W",
        rule,
        x.shape(),
        w.shape(),
    )?;
    backend.product(x, w)
}

/// Q·Kᵀ: queries `q` n×d_k, keys `k` m×d_k → n×m. Score `(i, j)` is qᵢ·kⱼ.
///
/// # Errors
/// [`ShapeError::Mismatch`] unless `q` and `k` have the same number of columns.
pub fn scores(q: &Matrix, k: &Matrix) -> Result<Matrix, ShapeError> {
    scores_with(Backend::best(), q, k)
}

/// [`scores`] by the backend of your choice.
///
/// # Errors
/// As [`scores`].
pub fn scores_with(backend: Backend, q: &Matrix, k: &Matrix) -> Result<Matrix, ShapeError> {
    let rule = "queries and keys need the same number of columns (d_k)";
    require(
        q.cols() == k.cols(),
        "scores = Q·Kᵀ",
        rule,
        q.shape(),
        k.shape(),
    )?;
    backend.product_transposed(q, k)
}

/// Every score times `factor` (see [`Scale`](super::Scale)); n×m → n×m.
/// A factor of 0 gives 0 even for a score that has overflowed to ±∞.
#[must_use]
pub fn scaled(scores: &Matrix, factor: f32) -> Matrix {
    scaled_with(Backend::best(), scores, factor)
}

/// [`scaled`] by the backend of your choice.
#[must_use]
pub fn scaled_with(backend: Backend, scores: &Matrix, factor: f32) -> Matrix {
    if factor == 0.0 {
        return Matrix::zeros(scores.rows(), scores.cols());
    }
    backend.scale(scores, factor)
}

/// Scores plus mask: `additive` (n×m) is 0 where a query may look and −∞ where not, or any bias
/// such as ALiBi's. −∞ wins over every score (Vaswani et al. 2017, §3.2.3).
///
/// # Errors
/// [`ShapeError::Mismatch`] unless both have the same shape.
pub fn masked(scaled: &Matrix, additive: &Matrix) -> Result<Matrix, ShapeError> {
    masked_with(Backend::best(), scaled, additive)
}

/// [`masked`] by the backend of your choice.
///
/// # Errors
/// As [`masked`].
pub fn masked_with(
    backend: Backend,
    scaled: &Matrix,
    additive: &Matrix,
) -> Result<Matrix, ShapeError> {
    backend.add_mask(scaled, additive)
}

/// A·V: weights n×m, values `v` m×d_v → n×d_v. Row `i` is the average of the values,
/// weighted by row `i` of the weights.
///
/// # Errors
/// [`ShapeError::Mismatch`] unless there is one value per column of the weights.
pub fn mix(weights: &Matrix, v: &Matrix) -> Result<Matrix, ShapeError> {
    mix_with(Backend::best(), weights, v)
}

/// [`mix`] by the backend of your choice.
///
/// # Errors
/// As [`mix`].
pub fn mix_with(backend: Backend, weights: &Matrix, v: &Matrix) -> Result<Matrix, ShapeError> {
    let rule = "the weights need one column per value";
    require(
        weights.cols() == v.rows(),
        "output = weights·V",
        rule,
        weights.shape(),
        v.shape(),
    )?;
    backend.product(weights, v)
}
