//! Everything a model computed on its way from tokens to logits. Made once for a size of batch;
//! every forward pass writes over the last.

use super::block::BlockRun;
use super::embedding::EmbeddingRun;
use super::output::OutputRun;
use super::{Config, Model, ModelError, memory};
use crate::matrix::Matrix;

/// How many tokens go through a model at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// How many sequences.
    pub batch: usize,
    /// How many tokens of each go in.
    pub n: usize,
    /// How many keys there is room for: `n`, or with a cache all the positions of the model.
    pub m: usize,
    /// How many tokens came before, out of a cache.
    pub past: usize,
    /// Are the stages kept that training does not need?
    pub stages: bool,
    /// How many keys a query may look at in the layer at work, itself included; `None`: all that it sees.
    pub(super) window: Option<usize>,
}

impl Extent {
    /// One sequence of `n` tokens, from the first on.
    pub(super) fn read(n: usize) -> Self {
        Self {
            batch: 1,
            n,
            m: n,
            past: 0,
            stages: false,
            window: None,
        }
    }

    /// Rows of tokens, batch·n.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.batch * self.n
    }
}

/// Everything a model computed. R = batch·n rows, sequence after sequence.
#[derive(Clone, Debug)]
pub struct Run {
    /// The settings of the model it was made for.
    config: Config,
    extent: Extent,
    /// Was a head switched off in the last pass?
    ablated: bool,
    /// Do all layers write their wide matrices over each other's?
    lean: bool,
    /// From tokens to the residual stream.
    pub embedding: EmbeddingRun,
    /// The blocks, first to last.
    pub blocks: Vec<BlockRun>,
    /// From the residual stream to the logits.
    pub output: OutputRun,
}

impl Run {
    /// Room for `batch` sequences of `n` tokens each, with what training needs.
    ///
    /// # Errors
    /// [`ModelError::TooLong`] when `n` is more than the model has positions,
    /// [`ModelError::Count`] when there is nothing to read, [`ModelError::Memory`].
    pub fn new(model: &Model, batch: usize, n: usize) -> Result<Self, ModelError> {
        Self::of(model, batch, (n, n), false, false)
    }

    /// As [`Run::new`] for what is only read: of what is inside an MLP only the last layer's is kept, which is most of
    /// the room. There is no way back through it.
    ///
    /// # Errors
    /// As [`Run::new`].
    pub fn lean(model: &Model, batch: usize, n: usize) -> Result<Self, ModelError> {
        Self::of(model, batch, (n, n), false, true)
    }

    /// As [`Run::new`], and every stage of every head is kept to be looked at.
    ///
    /// # Errors
    /// As [`Run::new`].
    pub fn with_stages(model: &Model, batch: usize, n: usize) -> Result<Self, ModelError> {
        Self::of(model, batch, (n, n), true, false)
    }

    /// Room for the next `n` tokens of one sequence, after those in a [`Cache`](super::Cache).
    ///
    /// # Errors
    /// As [`Run::new`].
    pub fn next(model: &Model, n: usize) -> Result<Self, ModelError> {
        Self::of(model, 1, (n, model.config().max_len), false, true)
    }

    /// As [`Run::next`], after the tokens in a cache with room for so many.
    ///
    /// # Errors
    /// As [`Run::new`].
    pub fn next_of(model: &Model, n: usize, room: usize) -> Result<Self, ModelError> {
        model.check_length(room)?;
        Self::of(model, 1, (n, room), false, true)
    }

    fn of(
        model: &Model,
        batch: usize,
        (n, m): (usize, usize),
        stages: bool,
        lean: bool,
    ) -> Result<Self, ModelError> {
        model.check_length(n)?;
        if batch == 0 || n == 0 {
            return Err(ModelError::Count {
                what: "tokens or more",
                found: 0,
                wanted: 1,
            });
        }
        let extent = Extent {
            batch,
            n,
            m,
            past: 0,
            stages,
            window: None,
        };
        memory::check(model.config().run_numbers(extent, lean))?;
        let layers = 0..model.config().n_layers;
        let block = |layer| BlockRun::new(model, extent, !lean || layer == 0);
        Ok(Self {
            config: model.config().clone(),
            extent,
            ablated: false,
            lean,
            embedding: EmbeddingRun::new(model, extent.rows()),
            blocks: layers.map(block).collect(),
            output: OutputRun::new(model, extent.rows()),
        })
    }

    /// What it has room for.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Was it made for a model of these settings?
    ///
    /// # Errors
    /// [`ModelError::MadeForOther`] when it was not.
    pub fn check(&self, model: &Model) -> Result<(), ModelError> {
        if self.config == *model.config() {
            return Ok(());
        }
        Err(ModelError::MadeForOther {
            what: "run",
            needed: "a run of this model",
        })
    }

    /// The tokens to be read come after `past` others; are heads switched off?
    pub(super) fn begin(&mut self, past: usize, ablated: bool) {
        self.extent.past = past;
        self.ablated = ablated;
    }

    /// Is there a way back through the last pass?
    pub(super) fn has_way_back(&self) -> bool {
        !self.ablated && !self.lean
    }

    /// The logits, R×vocab.
    #[must_use]
    pub fn logits(&self) -> &Matrix {
        &self.output.logits
    }

    /// The residual stream as it enters block `layer`, or after the last block (and the final
    /// norm, where there is one) for `layer` = n_layers, R×d_model. These are the "hidden states"
    /// of Hugging Face.
    ///
    /// # Panics
    /// Past the last, like slice indexing.
    #[must_use]
    pub fn hidden(&self, model: &Model, layer: usize) -> &Matrix {
        let stream = self.stream(model, layer);
        if layer == self.blocks.len() {
            self.output.hidden(stream)
        } else {
            stream
        }
    }

    /// The residual stream as it enters block `layer`, or as it leaves the last for `layer` = n_layers, before any
    /// final norm; R×d_model.
    ///
    /// # Panics
    /// Past the last, like slice indexing.
    #[must_use]
    pub fn stream(&self, model: &Model, layer: usize) -> &Matrix {
        match layer.checked_sub(1) {
            None => self.embedding.output(),
            Some(before) => self.blocks[before].output(model),
        }
    }

    /// The same, to be changed.
    pub(super) fn stream_mut(&mut self, model: &Model, layer: usize) -> &mut Matrix {
        match layer.checked_sub(1) {
            None => self.embedding.output_mut(),
            Some(before) => self.blocks[before].output_mut(model),
        }
    }

    /// What enters block `layer`, and where what it computes goes.
    pub(super) fn around(&mut self, model: &Model, layer: usize) -> (&Matrix, &mut BlockRun) {
        let (before, rest) = self.blocks.split_at_mut(layer);
        if self.lean {
            // Whichever layer was the last to write: the one before, or of the pass before this the last.
            let (own, later) = rest.split_at_mut(1);
            let done = before.iter_mut().chain(later);
            done.for_each(|other| own[0].take_wide(other));
        }
        let x = match before.last() {
            None => self.embedding.output(),
            Some(before) => before.output(model),
        };
        (x, &mut rest[0])
    }

    /// What leaves the last block, and where what is read off it goes.
    pub(super) fn last_and_output(&mut self, model: &Model) -> (&Matrix, &mut OutputRun) {
        let x = match self.blocks.last() {
            None => self.embedding.output(),
            Some(last) => last.output(model),
        };
        (x, &mut self.output)
    }
}
