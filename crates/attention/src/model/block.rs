//! One block: attention, which moves information between tokens, then the MLP, which works on
//! each token by itself.

use super::cache::LayerCache;
use super::changes::LayerChanges;
use super::heads::{HeadsRun, HeadsScratch};
use super::mlp::{MlpRun, MlpScratch};
use super::residual::Residual;
use super::{Block, Extent, MlpKind, Model, ModelError};
use crate::matrix::Matrix;

/// What a block computed for R = batch·n rows.
#[derive(Clone, Debug)]
pub struct BlockRun {
    /// The heads.
    pub attention: HeadsRun,
    /// Norm and addition around attention.
    pub attention_residual: Residual,
    /// The MLP, and norm and addition around it.
    pub mlp: Option<(MlpRun, Residual)>,
}

/// Gradients on the way back, the same buffers for every block.
#[derive(Clone, Debug)]
pub(super) struct BlockScratch {
    heads: HeadsScratch,
    mlp: Option<MlpScratch>,
    d_input: Matrix,
    /// What came back through an MLP beside attention.
    d_beside: Option<Matrix>,
}

impl BlockRun {
    /// Without `has_wide` it must be given the wide matrices of the MLP before it is written to.
    pub(super) fn new(model: &Model, extent: Extent, has_wide: bool) -> Self {
        let (config, rows) = (model.config(), extent.rows());
        let mlp = config.mlp != MlpKind::None;
        Self {
            attention: HeadsRun::new(model, extent),
            attention_residual: Residual::new(config, rows),
            mlp: mlp.then(|| {
                let run = MlpRun::new(config, rows, has_wide);
                (run, Residual::new(config, rows))
            }),
        }
    }

    /// Takes the wide matrices of the MLP of a block that is done with them.
    pub(super) fn take_wide(&mut self, other: &mut Self) {
        if let (Some((own, _)), Some((its, _))) = (&mut self.mlp, &mut other.mlp) {
            own.take_wide(its);
        }
    }

    /// What the block hands on, R×d_model.
    #[must_use]
    pub fn output(&self, model: &Model) -> &Matrix {
        let last = self.mlp.as_ref().map(|(_, residual)| residual);
        last.unwrap_or(&self.attention_residual)
            .output(model.config())
    }

    /// The same, to be changed.
    pub(super) fn output_mut(&mut self, model: &Model) -> &mut Matrix {
        let last = self.mlp.as_mut().map(|(_, residual)| residual);
        last.unwrap_or(&mut self.attention_residual)
            .output_mut(model.config())
    }
}

impl BlockScratch {
    pub(super) fn new(model: &Model, extent: Extent) -> Self {
        let (config, rows) = (model.config(), extent.rows());
        let mlp = config.mlp != MlpKind::None;
        Self {
            heads: HeadsScratch::new(model, extent),
            mlp: mlp.then(|| MlpScratch::new(config, rows)),
            d_input: Matrix::zeros(rows, config.d_model),
            d_beside: config.parallel.then(|| Matrix::zeros(rows, config.d_model)),
        }
    }
}

impl Block {
    /// `x` R×d_model → `run.output(…)` R×d_model.
    ///
    /// - Pre: x₁ = x + Attention(Norm(x)); x₂ = x₁ + MLP(Norm(x₁))
    /// - Post: x₁ = Norm(x + Attention(x)); x₂ = Norm(x₁ + MLP(x₁))
    /// - parallel: x₁ = x + Attention(Norm(x)); x₂ = x₁ + MLP(Norm(x))
    ///
    /// [`Residual`] does what stands around Attention and MLP, whichever it is.
    pub(super) async fn forward(
        &self,
        model: &Model,
        extent: Extent,
        x: &Matrix,
        run: &mut BlockRun,
        cache: Option<&mut LayerCache>,
        changes: LayerChanges<'_>,
    ) -> Result<(), ModelError> {
        // x₁ = x + Attention(Norm(x)), or Norm(x + Attention(x))
        let (heads, around, norm) = (
            &mut run.attention,
            &mut run.attention_residual,
            &self.attention_norm,
        );
        let input = around.open(model, norm, x);
        self.attention
            .forward(model, extent, input, heads, cache, changes)
            .await?;
        around.close(model, norm, x, &heads.out);

        // x₂ = x₁ + MLP(Norm(x₁)), or Norm(x₁ + MLP(x₁)), or in parallel x₁ + MLP(Norm(x))
        if let (Some(mlp), Some((mlp_run, around))) = (&self.mlp, &mut run.mlp) {
            let x_1 = run.attention_residual.output(model.config());
            let read = if model.config().parallel { x } else { x_1 };
            let input = around.open(model, &mlp.norm, read);
            mlp.forward(model, changes.layer, input, mlp_run).await?;
            around.close(model, &mlp.norm, x_1, &mlp_run.out);
        }
        Ok(())
    }

    /// `d` R×d_model comes in as d_output and leaves as d_x; the gradient of the weights is added
    /// to `gradient`.
    pub(super) fn backward(
        &self,
        (model, extent): (&Model, Extent),
        (x, run): (&Matrix, &BlockRun),
        d: &mut Matrix,
        scratch: &mut BlockScratch,
        gradient: &mut Self,
    ) {
        let (config, d_input) = (model.config(), &mut scratch.d_input);
        let d_beside = &mut scratch.d_beside;
        // x₂ = x₁ + MLP(Norm(x₁)), or Norm(x₁ + MLP(x₁)): d goes back through the sum, then a copy of it through the MLP
        // and its norm, and both meet in d_x₁; in parallel what comes out of the norm belongs to d_x and waits
        let mlp = (&self.mlp, &run.mlp, &mut scratch.mlp, &mut gradient.mlp);
        if let (Some(mlp), Some((mlp_run, around)), Some(scratch), Some(gradient)) = mlp {
            let x_1 = run.attention_residual.output(config);
            let read = if config.parallel { x } else { x_1 };
            around.close_backward(model, &mlp.norm, d, d_input, &mut gradient.norm);
            let from = (around.input(config, read), mlp_run);
            mlp.backward(model, from, d, d_input, scratch, gradient);
            let to = d_beside.as_mut().map_or(&mut *d, cleared);
            around.open_backward(model, &mlp.norm, read, (d_input, to), &mut gradient.norm);
        }

        // x₁ = x + Attention(Norm(x)), or Norm(x + Attention(x)), likewise
        let (around, norm) = (&run.attention_residual, &self.attention_norm);
        let (heads, d_norm) = (&mut scratch.heads, &mut gradient.attention_norm);
        around.close_backward(model, norm, d, d_input, d_norm);
        let (from, of) = ((around.input(config, x), &run.attention), (model, extent));
        self.attention
            .backward(of, from, d, d_input, heads, &mut gradient.attention);
        around.open_backward(model, norm, x, (d_input, d), d_norm);
        if let (Some(d_beside), true) = (d_beside, self.mlp.is_some()) {
            model.backend().add(d.data_mut(), d_beside.data());
        }
    }
}

/// The matrix, all zeros.
fn cleared(matrix: &mut Matrix) -> &mut Matrix {
    matrix.data_mut().fill(0.0);
    matrix
}
