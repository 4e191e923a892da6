//! Queries and keys normalised one by one (Henry et al. 2020; Qwen3), before they are turned.
//!
//! The heads lie side by side in a row, so R rows of H heads are R·H rows of d_head numbers in the same
//! order: nothing has to move, it only has another shape.

use super::norm::NormRun;
use super::{Model, Norm};
use crate::matrix::Matrix;

/// What the norm of all queries, or of all keys, computed; R tokens of H heads.
#[derive(Clone, Debug)]
pub struct HeadNormRun {
    /// The queries or keys as they were projected, (R·H)×d_head.
    pub before: Matrix,
    /// Their norms, and what came out, (R·H)×d_head.
    pub norm: NormRun,
}

/// Gradients on the way back, the same buffers for every block; (R·H)×d_head.
#[derive(Clone, Debug)]
pub(super) struct HeadNormScratch {
    d_out: Matrix,
    d_before: Matrix,
}

impl HeadNormRun {
    /// For `tokens` rows of `heads` heads; `None` where heads are not normalised.
    pub(super) fn new(model: &Model, tokens: usize, heads: usize) -> Option<Self> {
        let (rows, d_head) = (tokens * heads, model.config().d_head);
        model.config().head_norm.then(|| Self {
            before: Matrix::zeros(rows, d_head),
            norm: NormRun::wide(d_head, rows),
        })
    }
}

impl HeadNormScratch {
    /// As [`HeadNormRun::new`].
    pub(super) fn new(model: &Model, tokens: usize, heads: usize) -> Option<Self> {
        let zeros = || Matrix::zeros(tokens * heads, model.config().d_head);
        model.config().head_norm.then(|| Self {
            d_out: zeros(),
            d_before: zeros(),
        })
    }
}

/// Each head of `x` R×(H·d_head) is replaced by its norm, where there is one.
pub(super) fn normalize(
    model: &Model,
    norm: Option<&Norm>,
    x: &mut Matrix,
    run: Option<&mut HeadNormRun>,
) {
    if let (Some(norm), Some(run)) = (norm, run) {
        // x = Norm(before), head by head
        run.before.data_mut().copy_from_slice(x.data());
        norm.forward(model, &run.before, &mut run.norm);
        x.data_mut().copy_from_slice(run.norm.out.data());
    }
}

/// Back through [`normalize`]: `d` R×(H·d_head) comes in as the gradient of what came out and leaves as that
/// of what went in.
pub(super) fn normalize_backward(
    model: &Model,
    norm: Option<&Norm>,
    run: Option<&HeadNormRun>,
    d: &mut Matrix,
    scratch: Option<&mut HeadNormScratch>,
    gradient: Option<&mut Norm>,
) {
    if let (Some(norm), Some(run), Some(scratch), Some(gradient)) = (norm, run, scratch, gradient) {
        let HeadNormScratch { d_out, d_before } = scratch;
        // x = Norm(before), head by head
        d_out.data_mut().copy_from_slice(d.data());
        d_before.data_mut().fill(0.0);
        norm.backward(model, (&run.before, &run.norm), d_out, d_before, gradient);
        d.data_mut().copy_from_slice(d_before.data());
    }
}
