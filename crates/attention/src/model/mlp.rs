//! The MLP: each token by itself, wide in the middle.

use super::{Config, Mlp, MlpKind, Model, ModelError};
use crate::kernels::{Activation, Start};
use crate::matrix::Matrix;

/// What the MLP computed for R rows; all but `out` R×d_mlp.
#[derive(Clone, Debug)]
pub struct MlpRun {
    /// x·W_gate + b; with [`MlpKind::SwiGlu`].
    pub gate: Option<Matrix>,
    /// x·W_up + b
    pub up: Matrix,
    /// f(gate) where there is a gate, otherwise f(up).
    pub active: Matrix,
    /// f′ at the same place, for the way back.
    pub slope: Matrix,
    /// active ∘ up, where there is a gate.
    gated: Option<Matrix>,
    /// R×d_model
    pub out: Matrix,
}

/// Gradients on the way back, the same buffers for every block.
#[derive(Clone, Debug)]
pub(super) struct MlpScratch {
    d_gate: Option<Matrix>,
    d_hidden: Matrix,
}

impl MlpRun {
    /// Without `wide` everything but `out` has no rows; see [`MlpRun::take_wide`].
    pub(super) fn new(config: &Config, rows: usize, has_wide: bool) -> Self {
        let wide = || Matrix::zeros(if has_wide { rows } else { 0 }, config.d_mlp);
        let gate = || (config.mlp == MlpKind::SwiGlu).then(wide);
        Self {
            gate: gate(),
            up: wide(),
            active: wide(),
            slope: wide(),
            gated: gate(),
            out: Matrix::zeros(rows, config.d_model),
        }
    }

    /// Takes the wide matrices of a layer that is done with them, where there are none here.
    pub(super) fn take_wide(&mut self, other: &mut Self) {
        if self.up.rows() > 0 || other.up.rows() == 0 {
            return;
        }
        let (own, its) = (&mut *self, &mut *other);
        std::mem::swap(&mut own.gate, &mut its.gate);
        std::mem::swap(&mut own.up, &mut its.up);
        std::mem::swap(&mut own.active, &mut its.active);
        std::mem::swap(&mut own.slope, &mut its.slope);
        std::mem::swap(&mut own.gated, &mut its.gated);
    }

    /// What goes into the second projection, R×d_mlp.
    #[must_use]
    pub fn hidden(&self) -> &Matrix {
        self.gated.as_ref().unwrap_or(&self.active)
    }
}

impl MlpScratch {
    pub(super) fn new(config: &Config, rows: usize) -> Self {
        let wide = || Matrix::zeros(rows, config.d_mlp);
        Self {
            d_gate: (config.mlp == MlpKind::SwiGlu).then(wide),
            d_hidden: wide(),
        }
    }
}

impl Config {
    /// The function between the two projections of the MLP.
    #[must_use]
    pub fn activation(&self) -> Activation {
        match self.mlp {
            MlpKind::Relu => Activation::Relu,
            MlpKind::None | MlpKind::Gelu => Activation::Gelu,
            MlpKind::GeluTanh => Activation::GeluTanh,
            MlpKind::SwiGlu => Activation::Silu,
        }
    }
}

impl Mlp {
    /// `x` R×d_model → `run.out` R×d_model.
    pub(super) async fn forward(
        &self,
        model: &Model,
        x: &Matrix,
        run: &mut MlpRun,
    ) -> Result<(), ModelError> {
        let backend = model.backend();
        // up = x·W_up + b,  gate = x·W_gate + b
        let up = self.up.product(&mut run.up);
        match (&self.gate, &mut run.gate) {
            (Some(gate), Some(gates)) => model.multiply(x, [up, gate.product(gates)]).await?,
            _ => model.multiply(x, [up]).await?,
        }
        let inner = run.gate.as_ref().unwrap_or(&run.up);
        // hidden = f(up), or with a gate hidden = f(gate) ∘ up
        let (active, slope) = (run.active.data_mut(), run.slope.data_mut());
        backend.activate(model.config().activation(), inner.data(), active, slope);
        if let Some(gated) = &mut run.gated {
            gated.data_mut().copy_from_slice(run.active.data());
            backend.times(gated.data_mut(), run.up.data());
        }
        // out = hidden·W_down + b
        let hidden = run.gated.as_ref().unwrap_or(&run.active);
        let down = self.down.product(&mut run.out);
        model.multiply(hidden, [down]).await
    }

    /// `x`, `d_out` R×d_model → `d_x` R×d_model, and the gradient of the weights.
    pub(super) fn backward(
        &self,
        model: &Model,
        (x, run): (&Matrix, &MlpRun),
        d_out: &Matrix,
        d_x: &mut Matrix,
        scratch: &mut MlpScratch,
        gradient: &mut Self,
    ) {
        let (backend, d_hidden) = (model.backend(), &mut scratch.d_hidden);
        // out = hidden·W_down + b
        let to_hidden = (&mut *d_hidden, Start::Zero);
        let d_down = &mut gradient.down;
        self.down
            .backward(model, run.hidden(), d_out, to_hidden, d_down);
        let gates = (&self.gate, &mut scratch.d_gate, &mut gradient.gate);
        let start = if let (Some(gate), Some(d_gate), Some(gradient)) = gates {
            // hidden = f(gate) ∘ up  ⇒  d_gate = d_hidden ∘ up ∘ f′(gate),  d_up = d_hidden ∘ f(gate)
            d_gate.data_mut().copy_from_slice(d_hidden.data());
            backend.times(d_gate.data_mut(), run.up.data());
            backend.times(d_gate.data_mut(), run.slope.data());
            gate.backward(model, x, d_gate, (d_x, Start::Zero), gradient);
            backend.times(d_hidden.data_mut(), run.active.data());
            Start::Add
        } else {
            // hidden = f(up)  ⇒  d_up = d_hidden ∘ f′(up)
            backend.times(d_hidden.data_mut(), run.slope.data());
            Start::Zero
        };
        // up = x·W_up + b
        let (d_up, to_x) = (&*d_hidden, (d_x, start));
        self.up.backward(model, x, d_up, to_x, &mut gradient.up);
    }
}
