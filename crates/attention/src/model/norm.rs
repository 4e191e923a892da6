//! LayerNorm and RMSNorm with what they have learned.

use super::{Config, Model, Norm, NormKind};
use crate::kernels::Normalizer;
use crate::matrix::Matrix;

/// What a norm computed for R rows.
#[derive(Clone, Debug)]
pub struct NormRun {
    /// The mean of each row (0 for RMSNorm), R×1.
    pub mean: Matrix,
    /// 1/√(variance + eps) of each row, R×1.
    pub rstd: Matrix,
    /// The normalised rows, R×d: d_model, or d_head for the norm of queries or keys.
    pub out: Matrix,
}

impl NormRun {
    pub(super) fn new(config: &Config, rows: usize) -> Self {
        Self::wide(config.d_model, rows)
    }

    pub(super) fn wide(width: usize, rows: usize) -> Self {
        Self {
            mean: Matrix::zeros(rows, 1),
            rstd: Matrix::zeros(rows, 1),
            out: Matrix::zeros(rows, width),
        }
    }
}

impl Norm {
    /// `x` R×d → `run.out` R×d.
    pub(super) fn forward(&self, model: &Model, x: &Matrix, run: &mut NormRun) {
        // out = (x − mean)·rstd·gain + bias
        let statistics = [&mut run.mean, &mut run.rstd];
        let norm = self.of(model.config());
        model.backend().normalize(norm, x, &mut run.out, statistics);
    }

    /// `x`, `d_out` R×d → added to `d_x` R×d, and the gradient of gain and bias.
    pub(super) fn backward(
        &self,
        model: &Model,
        (x, run): (&Matrix, &NormRun),
        d_out: &Matrix,
        d_x: &mut Matrix,
        gradient: &mut Self,
    ) {
        // The formula stands beside the loops: kernels::scalar::normalize_backward.
        let statistics = [&run.mean, &run.rstd];
        let (d_gain, d_bias) = (&mut gradient.gain, gradient.bias.as_mut());
        let norm = self.of(model.config());
        let backend = model.backend();
        backend.normalize_backward(norm, x, statistics, d_out, d_x, d_gain, d_bias);
    }

    fn of(&self, config: &Config) -> Normalizer<'_> {
        Normalizer {
            centred: config.norm == NormKind::Layer,
            eps: config.eps,
            gain: self.gain.data(),
            bias: self.bias.as_ref().map(Matrix::data),
        }
    }
}
