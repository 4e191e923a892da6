//! A model with the tokenizer that belongs to it.

use super::config::Family;
use super::error::LoadError;
use super::tokens::Tokenizer;
use crate::kernels::Loss;
use crate::model::{Config, Model, ModelError, Params, Positions};

/// What a folder holds.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// Which kind of model it is.
    pub family: Family,
    /// Its settings.
    pub config: Config,
    /// Its weights.
    pub params: Params,
    /// What their form lost.
    pub loss: Loss,
    /// How many bytes of memory its weights take.
    pub bytes: usize,
    /// What cuts text into its tokens.
    pub tokenizer: Tokenizer,
}

impl Loaded {
    /// The tokens of a text, all of which the model knows and has positions for.
    ///
    /// # Errors
    /// As [`Tokenizer::encode`]; [`ModelError::UnknownToken`], [`ModelError::TooLong`].
    pub fn encode(&self, text: &str) -> Result<Vec<u32>, LoadError> {
        let ids = self.tokenizer.encode(text)?;
        let (vocab, max_len) = (self.config.vocab, self.config.max_len);
        if let Some(place) = ids.iter().position(|&id| id as usize >= vocab) {
            let token = ids[place];
            return Err(ModelError::UnknownToken {
                token,
                place,
                vocab,
            }
            .into());
        }
        if ids.len() > max_len {
            return Err(ModelError::TooLong {
                tokens: ids.len(),
                max_len,
            }
            .into());
        }
        Ok(ids)
    }

    /// The model, with room for sequences of up to `tokens` tokens. Where positions are computed
    /// rather than learned, no others are prepared: a model may have a hundred thousand.
    ///
    /// # Errors
    /// [`ModelError::TooLong`] when it has fewer positions, and as [`Model::new`].
    pub fn model(self, tokens: usize) -> Result<Model, ModelError> {
        let mut config = self.config;
        let max_len = config.max_len;
        if tokens > max_len {
            return Err(ModelError::TooLong { tokens, max_len });
        }
        if config.positions != Positions::Learned {
            config.max_len = tokens.max(1);
        }
        Model::new(config, self.params)
    }
}
