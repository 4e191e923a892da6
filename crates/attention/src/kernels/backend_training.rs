//! The door to the kernels of the transformer and its training. Its callers are the crate's own:
//! shapes are known to fit.

use super::backend::dispatch;
use super::{AdamStep, Backend, Normalizer};
use crate::matrix::Matrix;

impl Backend {
    /// x += y.
    pub(crate) fn add(self, x: &mut [f32], y: &[f32]) {
        dispatch!(self, add(x, y));
    }

    /// x = x ∘ y.
    pub(crate) fn times(self, x: &mut [f32], y: &[f32]) {
        dispatch!(self, times(x, y));
    }

    /// sum += each row of `x` (R×d), `sum` 1×d.
    pub(crate) fn add_rows(self, sum: &mut Matrix, x: &Matrix) {
        dispatch!(self, add_rows(sum.data_mut(), x));
    }

    /// Softmax of each row of `x` (R×m), in place; `max` and `sum` (R×1) are left for those who
    /// want to see them. The steps, and so the bits, are those of
    /// [`softmax`](crate::softmax()).
    pub(crate) fn softmax_rows(self, x: &mut Matrix, max: &mut Matrix, sum: &mut Matrix) {
        self.row_max_into(x, max);
        self.shift_rows(x, max);
        self.exp_each(x.data_mut());
        self.row_sums_into(x, sum);
        self.divide_rows(x, sum);
    }

    /// [`scalar::softmax_backward`](super::scalar::softmax_backward): `weights` and `d` n×m.
    pub(crate) fn softmax_backward(self, weights: &Matrix, d: &mut Matrix) {
        dispatch!(self, softmax_backward(weights, d));
    }

    /// [`scalar::normalize`](super::scalar::normalize): `x`, `out` R×d, `mean`, `rstd` R×1.
    pub(crate) fn normalize(
        self,
        norm: Normalizer<'_>,
        x: &Matrix,
        out: &mut Matrix,
        [mean, rstd]: [&mut Matrix; 2],
    ) {
        dispatch!(
            self,
            normalize(norm, x, out, mean.data_mut(), rstd.data_mut())
        );
    }

    /// [`scalar::normalize_backward`](super::scalar::normalize_backward): adds to `d_x` R×d,
    /// `d_gain` and `d_bias` 1×d.
    #[allow(
        clippy::too_many_arguments,
        reason = "all that a norm was made of and made"
    )]
    pub(crate) fn normalize_backward(
        self,
        norm: Normalizer<'_>,
        x: &Matrix,
        [mean, rstd]: [&Matrix; 2],
        d_out: &Matrix,
        d_x: &mut Matrix,
        d_gain: &mut Matrix,
        d_bias: Option<&mut Matrix>,
    ) {
        let statistics = (mean.data(), rstd.data());
        let d_gain = d_gain.data_mut();
        let d_bias = d_bias.map(Matrix::data_mut);
        dispatch!(
            self,
            normalize_backward(norm, x, statistics, d_out, d_x, d_gain, d_bias)
        );
    }

    /// [`scalar::sgd`](super::scalar::sgd) for one weight matrix.
    pub(crate) fn sgd(self, rate_momentum: [f32; 2], w: &mut Matrix, g: &Matrix, v: &mut Matrix) {
        let (w, v) = (w.data_mut(), v.data_mut());
        dispatch!(self, sgd(rate_momentum, w, g.data(), v));
    }

    /// [`scalar::adamw`](super::scalar::adamw) for one weight matrix.
    pub(crate) fn adamw(
        self,
        step: AdamStep,
        w: &mut Matrix,
        g: &Matrix,
        moments: [&mut Matrix; 2],
    ) {
        let [m, v] = moments.map(Matrix::data_mut);
        dispatch!(self, adamw(step, w.data_mut(), g.data(), m, v));
    }
}
