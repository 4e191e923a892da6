//! The MLP: each token by itself, wide in the middle.

use super::linear::put_columns;
use super::team::Kind;
use super::{Config, Mlp, MlpKind, Model, ModelError};
use crate::kernels::{Activation, Start};
use crate::matrix::Matrix;

/// What the MLP computed for R rows; all but `out` R×d_mlp. Where several workers share the model only
/// [`MlpRun::hidden`] and `out` are set.
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

    fn hidden_mut(&mut self) -> &mut Matrix {
        self.gated.as_mut().unwrap_or(&mut self.active)
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
    /// `x` R×d_model, in layer `layer` → `run.out` R×d_model.
    pub(super) async fn forward(
        &self,
        model: &Model,
        layer: usize,
        x: &Matrix,
        run: &mut MlpRun,
    ) -> Result<(), ModelError> {
        if self.up.weight.divided().is_some() {
            // In a box it is no part of the futures of those whose model is whole.
            Box::pin(self.hidden_together(model, layer, x, run.hidden_mut())).await?;
        } else {
            self.hidden_here(model, x, run);
        }
        // out = hidden·W_down + b
        let hidden = run.gated.as_ref().unwrap_or(&run.active);
        let down = self.down.product(&mut run.out);
        model.multiply(hidden, [down]).await
    }

    /// `x` R×d_model → `run.hidden()` R×d_mlp, and all before that.
    fn hidden_here(&self, model: &Model, x: &Matrix, run: &mut MlpRun) {
        let backend = model.backend();
        // up = x·W_up + b,  gate = x·W_gate + b
        self.up.forward(model, x, &mut run.up);
        if let (Some(gate), Some(gates)) = (&self.gate, &mut run.gate) {
            gate.forward(model, x, gates);
        }
        let inner = run.gate.as_ref().unwrap_or(&run.up);
        // hidden = f(up), or with a gate hidden = f(gate) ∘ up
        let (active, slope) = (run.active.data_mut(), run.slope.data_mut());
        backend.activate(model.config().activation(), inner.data(), active, slope);
        if let Some(gated) = &mut run.gated {
            gated.data_mut().copy_from_slice(run.active.data());
            backend.times(gated.data_mut(), run.up.data());
        }
    }

    /// `x` R×d_model, in layer `layer` → `hidden` R×d_mlp, by all workers.
    async fn hidden_together(
        &self,
        model: &Model,
        layer: usize,
        x: &Matrix,
        hidden: &mut Matrix,
    ) -> Result<(), ModelError> {
        let team = model.team().ok_or(ModelError::Divided)?;
        let mut asked = team.ask(Kind::Hidden, &[layer as u32], Some(x));
        let own = self.own_hidden(model, x).ok_or(ModelError::Lost)?;
        let columns = |worker| model.columns_of(worker, &self.up.weight);
        put_columns(hidden, columns(0), own.data())?;
        for (helper, answer) in (1..).zip(asked.next().await?) {
            put_columns(hidden, columns(helper), &answer)?;
        }
        Ok(())
    }

    /// `x` R×d_model → the columns of what is inside that are here, R×columns. `None` where x has another width.
    pub(super) fn own_hidden(&self, model: &Model, x: &Matrix) -> Option<Matrix> {
        let backend = model.backend();
        let up = self.up.own_columns(model, x)?;
        let gate = self.gate.as_ref().map(|gate| gate.own_columns(model, x));
        let inner = match &gate {
            Some(gate) => gate.as_ref()?,
            None => &up,
        };
        let mut hidden = Matrix::zeros(inner.rows(), inner.cols());
        let mut slope = hidden.clone();
        let (to, slope) = (hidden.data_mut(), slope.data_mut());
        backend.activate(model.config().activation(), inner.data(), to, slope);
        if gate.is_some() {
            backend.times(hidden.data_mut(), up.data());
        }
        Some(hidden)
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
