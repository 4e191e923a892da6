//! A run as it stood after some step.

use attention::model::{Config, Model, ModelError, Params};
use serde::{Deserialize, Serialize};

/// What is kept of one step of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// After so many steps.
    pub step: u32,
    /// All weights, in the order of `Params::to_flat`.
    pub weights: Vec<f32>,
}

impl Snapshot {
    /// The model as it was.
    ///
    /// # Errors
    /// [`ModelError`] when the weights are not those of such a model.
    pub fn model(&self, config: &Config) -> Result<Model, ModelError> {
        Model::new(config.clone(), Params::from_flat(config, &self.weights)?)
    }
}
