//! The way back through attention, every intermediate by its name.
//!
//! `d_x` says how the loss changes with each number of `x`, and has the shape of `x`.

use super::Stages;
use crate::kernels::Backend;
use crate::matrix::Matrix;
use crate::shape::{ShapeError, require};

/// How a loss changes with everything attention computed.
#[derive(Clone, Debug, PartialEq)]
pub struct Gradients {
    /// d_V = weightsᵀ·d_output, m×d_v.
    pub v: Matrix,
    /// d_weights = d_output·Vᵀ, n×m.
    pub weights: Matrix,
    /// What each row of d_weights averages to under its weights, Σ weights·d_weights, n×1: the
    /// part of d_weights that only moves the whole row, which softmax does not notice.
    pub average: Matrix,
    /// d_masked = weights ∘ (d_weights − average), n×m, by the Jacobian of softmax
    /// ∂wᵢ/∂sⱼ = wᵢ·(δᵢⱼ − wⱼ). Adding a mask changes nothing, so this is d_scaled too; hidden
    /// keys get 0.
    pub masked: Matrix,
    /// d_scores = d_masked·factor, n×m.
    pub scores: Matrix,
    /// d_Q = d_scores·K, n×d_k.
    pub q: Matrix,
    /// d_K = d_scoresᵀ·Q, m×d_k.
    pub k: Matrix,
}

/// The way back through [`stages`](super::stages()): `q` n×d_k, `k` m×d_k, `v` m×d_v and the
/// `factor` that were given to it, the `stages` that came out, and `d_output` n×d_v.
///
/// # Errors
/// [`ShapeError::Mismatch`] unless the shapes are those of the way forward.
pub fn backward(
    (q, k, v): (&Matrix, &Matrix, &Matrix),
    stages: &Stages,
    factor: f32,
    d_output: &Matrix,
) -> Result<Gradients, ShapeError> {
    backward_with(Backend::best(), (q, k, v), stages, factor, d_output)
}

/// [`backward`] by the backend of your choice.
///
/// # Errors
/// As [`backward`].
pub fn backward_with(
    backend: Backend,
    (q, k, v): (&Matrix, &Matrix, &Matrix),
    stages: &Stages,
    factor: f32,
    d_output: &Matrix,
) -> Result<Gradients, ShapeError> {
    let rule = "the gradient of the output needs the shape of the output";
    let shape = stages.output.shape();
    require(
        d_output.shape() == shape,
        "backward",
        rule,
        d_output.shape(),
        shape,
    )?;
    let w = &stages.softmax.weights;
    // output = weights·V
    let d_v = backend.product(&w.transposed(), d_output)?;
    let d_weights = backend.product_transposed(d_output, v)?;
    // weights = softmax(masked)
    let mut terms = d_weights.clone();
    backend.times(terms.data_mut(), w.data());
    let average = backend.row_sums(&terms);
    let mut masked = d_weights.clone();
    backend.softmax_backward(w, &mut masked);
    // masked = scores·factor + mask
    let scores = backend.scale(&masked, factor);
    Ok(Gradients {
        v: d_v,
        weights: d_weights,
        average,
        masked,
        // scores = Q·Kᵀ
        q: backend.product(&scores, k)?,
        k: backend.product(&scores.transposed(), q)?,
        scores,
    })
}
