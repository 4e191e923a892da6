//! What must be kept of a training that is interrupted.

use super::{Optimiser, Trainer};
use crate::model::{Model, ModelError, Params};

/// How far a training has come, besides the weights: with both it goes on as if it had never been
/// interrupted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// How many steps were taken; AdamW corrects its moments by it.
    pub steps: u32,
    /// The first and the second moment of every weight, in the order of [`Params::to_flat`].
    /// [`Sgd`](super::Sgd)'s velocity is the first; its second stays 0.
    pub moments: [Vec<f32>; 2],
}

impl Trainer {
    /// How far the training has come.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let [first, second] = &self.moments;
        Progress {
            steps: self.steps,
            moments: [first.to_flat(), second.to_flat()],
        }
    }

    /// A trainer that goes on from `progress`, `model` having the weights of then. With the same
    /// optimiser, tokens and targets each step gives the bits that it would have given without the
    /// interruption.
    ///
    /// # Errors
    /// As [`Trainer::new`]; [`ModelError::Count`] unless each moment has a number per weight.
    pub fn resume(
        model: &Model,
        optimiser: impl Into<Optimiser>,
        batch: usize,
        n: usize,
        progress: &Progress,
    ) -> Result<Self, ModelError> {
        let [first, second] = &progress.moments;
        let moment = |flat: &[f32]| Params::from_flat(model.config(), flat);
        let moments = [moment(first)?, moment(second)?];
        let fresh = Self::new(model, optimiser, batch, n)?;
        Ok(Self {
            steps: progress.steps,
            moments,
            ..fresh
        })
    }
}
