//! x·W + b, the only part of a transformer that has seen the data.

use super::{Linear, Model};
use crate::kernels::Start;
use crate::matrix::Matrix;

impl Linear {
    /// `x` R×d_in → `out` R×d_out.
    pub(super) fn forward(&self, model: &Model, x: &Matrix, out: &mut Matrix) {
        // out = b + x·W
        let bias = self.bias.as_ref();
        self.weight.project(model.backend(), x, out, bias);
    }

    /// `x` R×d_in, `d_out` R×d_out → `d_x` R×d_in (set or added to), and the gradient of W and b.
    pub(super) fn backward(
        &self,
        model: &Model,
        x: &Matrix,
        d_out: &Matrix,
        (d_x, start): (&mut Matrix, Start<'_>),
        gradient: &mut Self,
    ) {
        // out = b + x·W  ⇒  d_W = xᵀ·d_out,  d_b = Σ rows of d_out,  d_x = d_out·Wᵀ
        let d_weight = gradient.weight.matrix_mut().view_mut();
        model
            .backend()
            .multiply(x.view().t(), d_out.view(), d_weight, Start::Add);
        if let Some(d_bias) = &mut gradient.bias {
            model.backend().add_rows(d_bias, d_out);
        }
        let weight = self.weight.matrix();
        model
            .backend()
            .multiply(d_out.view(), weight.view().t(), d_x.view_mut(), start);
    }
}
