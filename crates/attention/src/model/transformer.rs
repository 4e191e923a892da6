//! The whole model: embedding, blocks, logits, and the way back.

use super::block::BlockScratch;
use super::changes::LayerChanges;
use super::{
    Cache, Changes, Config, Extent, Form, ModelError, Params, Positions, Run, Team, Tensors, memory,
};
use crate::kernels::{Backend, Loss};
use crate::matrix::Matrix;
use crate::positions::{Rope, alibi_slopes, sinusoidal};
use std::sync::Arc;

/// A transformer: its settings, its weights, and the tables that follow from the settings.
#[derive(Clone, Debug)]
pub struct Model {
    config: Config,
    params: Params,
    backend: Backend,
    /// One row per position, max_len×d_model; with [`Positions::Sinusoidal`].
    wave: Option<Matrix>,
    rope: Option<Rope>,
    /// One per head; with [`Positions::Alibi`], otherwise none.
    slopes: Vec<f32>,
    /// Who holds the other columns of the large matrices.
    team: Option<Arc<Team>>,
}

/// What the way back needs besides a [`Run`]; made once for a size of batch.
#[derive(Clone, Debug)]
pub struct Backward {
    /// How the loss changes with each logit, R×vocab: to be filled in before going back.
    pub d_logits: Matrix,
    d: Matrix,
    scratch: Matrix,
    blocks: BlockScratch,
}

impl Model {
    /// A model of these settings and weights.
    ///
    /// # Errors
    /// [`ModelError::Config`] when the settings make no model, [`ModelError::Weights`] when the
    /// weights do not have the shapes that the settings ask for, [`ModelError::Memory`].
    pub fn new(config: Config, params: Params) -> Result<Self, ModelError> {
        config.check()?;
        params.check(&config)?;
        let (n, d, heads) = (config.max_len, config.d_model, config.n_heads);
        memory::check(config.table_numbers())?;
        let (mut wave, mut rope, mut slopes) = (None, None, Vec::new());
        match config.positions {
            Positions::None | Positions::Learned => {}
            Positions::Sinusoidal => wave = Some(sinusoidal(n, d)),
            Positions::Rope {
                theta,
                layout,
                dims,
            } => {
                let dims = dims.unwrap_or(config.d_head);
                rope = Some(Rope::of_part(theta, (config.d_head, dims), layout, n));
            }
            Positions::Alibi => slopes = alibi_slopes(heads),
        }
        Ok(Self {
            config,
            params,
            backend: Backend::best(),
            wave,
            rope,
            slopes,
            team: None,
        })
    }

    /// The same model, computed by the kernels of your choice.
    #[must_use]
    pub fn with_backend(self, backend: Backend) -> Self {
        Self { backend, ..self }
    }

    /// The same model as the leader of a team, which must hold what its weights do not.
    #[must_use]
    pub fn with_team(self, team: Arc<Team>) -> Self {
        Self {
            team: Some(team),
            ..self
        }
    }

    /// How many workers share it, this one among them.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.team.as_ref().map_or(1, |team| team.workers())
    }

    /// Who holds the other columns of the large matrices.
    pub(super) fn team(&self) -> Option<&Arc<Team>> {
        self.team.as_ref()
    }

    /// The same model, its large matrices held as `form` says, and what that loses.
    #[must_use]
    pub fn held_as(mut self, form: Form) -> (Self, Loss) {
        let loss = self.params.hold(form);
        (self, loss)
    }

    /// Its settings.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Its weights.
    #[must_use]
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// Changes each weight matrix in step with its gradient and its two moments, all of the
    /// shapes of [`Params::zeros`].
    pub(crate) fn update(
        &mut self,
        gradient: &Params,
        moments: [&mut Params; 2],
        change: &mut dyn FnMut(&mut Matrix, &Matrix, [&mut Matrix; 2]),
    ) {
        self.params.in_step(gradient, moments, change);
    }

    /// Who does the arithmetic.
    #[must_use]
    pub fn backend(&self) -> Backend {
        self.backend
    }

    /// What is added to the token at each position, max_len×d_model; with
    /// [`Positions::Sinusoidal`].
    #[must_use]
    pub fn wave(&self) -> Option<&Matrix> {
        self.wave.as_ref()
    }

    /// How queries and keys are turned; with [`Positions::Rope`].
    #[must_use]
    pub fn rope(&self) -> Option<&Rope> {
        self.rope.as_ref()
    }

    /// The penalty of one step of distance, one per head; with [`Positions::Alibi`], otherwise
    /// none.
    #[must_use]
    pub fn slopes(&self) -> &[f32] {
        &self.slopes
    }

    /// Are there positions for so many tokens?
    pub(super) fn check_length(&self, tokens: usize) -> Result<(), ModelError> {
        let max_len = self.config.max_len;
        if tokens > max_len {
            return Err(ModelError::TooLong { tokens, max_len });
        }
        Ok(())
    }

    /// `ids`, batch·n tokens, sequence after sequence → `run.logits()` (batch·n)×vocab; all that was
    /// computed on the way is in `run`.
    ///
    /// # Errors
    /// [`ModelError::Count`] unless there are as many tokens as `run` has room for,
    /// [`ModelError::UnknownToken`] for one that is not in the vocabulary,
    /// [`ModelError::MadeForOther`] for a run of another model.
    pub fn forward(&self, ids: &[u32], run: &mut Run) -> Result<(), ModelError> {
        self.forward_ablated(ids, run, &[])
    }

    /// `ids`, which have been checked, R tokens → `run.logits()` R×vocab.
    pub(super) async fn read(
        &self,
        ids: &[u32],
        run: &mut Run,
        cache: Option<&mut Cache>,
        changes: Changes<'_>,
    ) -> Result<(), ModelError> {
        self.params
            .embed(self, run.extent(), ids, &mut run.embedding)
            .await?;
        self.read_blocks(0, None, run, cache, changes).await?;
        let (x, output) = run.last_and_output(self);
        self.params.read_off(self, x, output).await
    }

    /// The blocks from `first` on, of what enters that block: `x` R×d_model, or what is in `run`.
    pub(super) async fn read_blocks(
        &self,
        first: usize,
        x: Option<&Matrix>,
        run: &mut Run,
        mut cache: Option<&mut Cache>,
        changes: Changes<'_>,
    ) -> Result<(), ModelError> {
        let extent = run.extent();
        for (layer, block) in self.params.blocks.iter().enumerate().skip(first) {
            let here = LayerChanges {
                layer,
                all: changes,
            };
            let given = x.filter(|_| layer == first);
            if given.is_none() {
                here.swap(extent, run.stream_mut(self, layer));
            }
            let cache = cache.as_mut().and_then(|cache| cache.layer(layer));
            let (before, block_run) = run.around(self, layer);
            let x = given.unwrap_or(before);
            let extent = extent.in_layer(self, layer);
            block
                .forward(self, extent, x, block_run, cache, here)
                .await?;
        }
        let layer = self.params.blocks.len();
        if x.is_none() || first < layer {
            let last = LayerChanges {
                layer,
                all: changes,
            };
            last.swap(extent, run.stream_mut(self, layer));
        }
        Ok(())
    }

    pub(super) fn check_ids(&self, ids: &[u32], extent: Extent) -> Result<(), ModelError> {
        if ids.len() != extent.rows() {
            return Err(ModelError::Count {
                what: "tokens",
                found: ids.len(),
                wanted: extent.rows(),
            });
        }
        let vocab = self.config.vocab;
        match ids.iter().position(|&id| id as usize >= vocab) {
            None => Ok(()),
            Some(place) => Err(ModelError::UnknownToken {
                token: ids[place],
                place,
                vocab,
            }),
        }
    }

    /// The way back from `back.d_logits`: adds to `gradient` how the loss changes with each
    /// weight. `ids` and `run` are those of the [`Model::forward`] before.
    ///
    /// # Errors
    /// As [`Model::forward`], and [`ModelError::MadeForOther`] for a run with a cache or without
    /// all of its heads.
    pub fn backward(
        &self,
        ids: &[u32],
        run: &Run,
        back: &mut Backward,
        gradient: &mut Params,
    ) -> Result<(), ModelError> {
        let extent = run.extent();
        run.check(self)?;
        if extent.past > 0 || extent.m != extent.n || !run.has_way_back() {
            return Err(ModelError::MadeForOther {
                what: "run",
                needed: "one of Run::new, read with every head,",
            });
        }
        self.check_ids(ids, extent)?;
        let Backward {
            d_logits,
            d,
            scratch,
            blocks,
        } = back;
        let last = (run.stream(self, run.blocks.len()), &run.output);
        self.params
            .read_off_backward(self, last, d_logits, (d, scratch), gradient);
        for (layer, block_run) in run.blocks.iter().enumerate().rev() {
            let (block, gradient) = (&self.params.blocks[layer], &mut gradient.blocks[layer]);
            let from = (run.stream(self, layer), block_run);
            let here = extent.in_layer(self, layer);
            block.backward((self, here), from, d, blocks, gradient);
        }
        let from = (ids, &run.embedding);
        self.params
            .embed_backward((self, extent), from, d, scratch, gradient);
        Ok(())
    }
}

impl Backward {
    /// Room for the way back through `run`.
    #[must_use]
    pub fn new(model: &Model, run: &Run) -> Self {
        let (extent, config) = (run.extent(), model.config());
        let rows = extent.rows();
        Self {
            d_logits: Matrix::zeros(rows, config.vocab),
            d: Matrix::zeros(rows, config.d_model),
            scratch: Matrix::zeros(rows, config.d_model),
            blocks: BlockScratch::new(model, extent),
        }
    }
}
