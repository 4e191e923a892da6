//! A model that learns one batch by heart.

use attention::Matrix;
use attention::model::{Model, ModelError, Run};
use attention::train::{Trainer, next_tokens};

use crate::size::{BATCH, OPTIMISER, Size};

/// A model with all that its training needs.
pub struct Learner {
    model: Model,
    trainer: Trainer,
    run: Run,
    ids: Vec<u32>,
    targets: Vec<Option<u32>>,
}

impl Learner {
    /// A model with its first weights, always the same ones.
    ///
    /// # Errors
    /// Never for one of [`SIZES`](crate::SIZES).
    pub fn new(size: Size) -> Result<Self, ModelError> {
        let model = Model::random(size.config(), 1)?;
        let ids = size.ids();
        Ok(Self {
            trainer: Trainer::new(&model, OPTIMISER, BATCH, size.tokens)?,
            run: Run::new(&model, BATCH, size.tokens)?,
            targets: next_tokens(&ids, size.tokens),
            model,
            ids,
        })
    }

    /// The model as it is now.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// One step of AdamW; gives the loss from before.
    ///
    /// # Errors
    /// Never for one of [`SIZES`](crate::SIZES).
    pub fn train(&mut self) -> Result<f32, ModelError> {
        self.trainer.step(&mut self.model, &self.ids, &self.targets)
    }

    /// From the tokens to the logits, a row for each token.
    ///
    /// # Errors
    /// Never for one of [`SIZES`](crate::SIZES).
    pub fn forward(&mut self) -> Result<&Matrix, ModelError> {
        self.model.forward(&self.ids, &mut self.run)?;
        Ok(self.run.logits())
    }
}
