//! All stages in a row, every intermediate kept.

use super::{Softmax, masked_with, mix_with, scaled_with, scores_with, softmax_with};
use crate::kernels::Backend;
use crate::masks::Keep;
use crate::matrix::Matrix;
use crate::shape::{ShapeError, require};

/// Everything attention computes on its way from Q, K, V to the output.
#[derive(Clone, Debug, PartialEq)]
pub struct Stages {
    /// Q·Kᵀ, n×m.
    pub scores: Matrix,
    /// scores · factor, n×m.
    pub scaled: Matrix,
    /// The mask as added, n×m: 0 or −∞.
    pub mask: Matrix,
    /// scaled + mask, n×m.
    pub masked: Matrix,
    /// The softmax and its inner steps.
    pub softmax: Softmax,
    /// weights·V, n×d_v; zeros for a row with nothing to look at.
    pub output: Matrix,
}

/// softmax(Q·Kᵀ·factor + M)·V with all stages: `q` n×d_k, `k` m×d_k, `v` m×d_v,
/// `keep` n×m (`None`: every query sees every key), `factor` usually `Scale::SqrtDk.factor(d_k)`.
///
/// # Errors
/// [`ShapeError::Mismatch`], naming the stage, unless `q` and `k` share d_k, `k` and `v` share m,
/// and `keep` is n×m.
pub fn stages(
    q: &Matrix,
    k: &Matrix,
    v: &Matrix,
    keep: Option<&Keep>,
    factor: f32,
) -> Result<Stages, ShapeError> {
    stages_with(Backend::best(), q, k, v, keep, factor)
}

/// [`stages`] by the backend of your choice.
///
/// # Errors
/// As [`stages`].
pub fn stages_with(
    backend: Backend,
    q: &Matrix,
    k: &Matrix,
    v: &Matrix,
    keep: Option<&Keep>,
    factor: f32,
) -> Result<Stages, ShapeError> {
    let rule = "every key needs exactly one value";
    require(
        k.rows() == v.rows(),
        "keys and values",
        rule,
        k.shape(),
        v.shape(),
    )?;
    let scores = scores_with(backend, q, k)?;
    let scaled = scaled_with(backend, &scores, factor);
    let mask = keep.map_or_else(
        || Matrix::zeros(scores.rows(), scores.cols()),
        Keep::additive,
    );
    let masked = masked_with(backend, &scaled, &mask)?;
    let softmax = softmax_with(backend, &masked);
    let output = mix_with(backend, &softmax.weights, v)?;
    Ok(Stages {
        scores,
        scaled,
        mask,
        masked,
        softmax,
        output,
    })
}
