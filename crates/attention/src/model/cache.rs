//! Keys and values of the tokens so far, so that writing on costs one token at a time.

use super::team::now;
use super::{Changes, Config, Model, ModelError, Run, memory};
use crate::matrix::Matrix;

/// What a causal model remembers of one sequence.
#[derive(Clone, Debug)]
pub struct Cache {
    /// The settings of the model it was made for.
    config: Config,
    layers: Vec<LayerCache>,
    /// How many tokens it has seen.
    past: usize,
    /// How many it has room for.
    room: usize,
}

/// The keys and values of one layer, room×(n_kv_heads·d_head); the first `past` rows are
/// filled.
#[derive(Clone, Debug)]
pub(super) struct LayerCache {
    k: Matrix,
    v: Matrix,
}

impl Cache {
    /// Room for the `max_len` tokens of `model`, with nothing seen yet.
    ///
    /// # Errors
    /// [`ModelError::Memory`]
    pub fn new(model: &Model) -> Result<Self, ModelError> {
        Self::of(model, model.config().max_len)
    }

    /// Room for so many tokens, which [`Run::next_of`] must be told too.
    ///
    /// # Errors
    /// [`ModelError::TooLong`] when the model has fewer positions, [`ModelError::Memory`].
    pub fn of(model: &Model, room: usize) -> Result<Self, ModelError> {
        let config = model.config();
        model.check_length(room)?;
        memory::check(config.cache_numbers(room))?;
        let rows = || Matrix::zeros(room, config.d_keys());
        let layer = || LayerCache {
            k: rows(),
            v: rows(),
        };
        Ok(Self {
            config: config.clone(),
            layers: std::iter::repeat_with(layer)
                .take(config.n_layers)
                .collect(),
            past: 0,
            room,
        })
    }

    /// How many tokens it has seen.
    #[must_use]
    pub fn len(&self) -> usize {
        self.past
    }

    /// Has it seen nothing yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.past == 0
    }

    /// Forgets the last `tokens` it has seen, or all.
    pub fn forget(&mut self, tokens: usize) {
        self.past = self.past.saturating_sub(tokens);
    }

    pub(super) fn layer(&mut self, layer: usize) -> Option<&mut LayerCache> {
        self.layers.get_mut(layer)
    }
}

impl LayerCache {
    /// Writes `k` and `v` (n×d_keys) from row `past` on; gives all keys and values.
    pub(super) fn extend(&mut self, past: usize, k: &Matrix, v: &Matrix) -> (&Matrix, &Matrix) {
        for i in 0..k.rows() {
            self.k.row_mut(past + i).copy_from_slice(k.row(i));
            self.v.row_mut(past + i).copy_from_slice(v.row(i));
        }
        (&self.k, &self.v)
    }
}

impl Model {
    /// Reads the next `ids` of the sequence that `cache` remembers; `run` must be a
    /// [`Run::next`] for as many tokens. The results are those of reading the whole sequence at
    /// once, to the last bit.
    ///
    /// # Errors
    /// [`ModelError::NotCausal`] when the model also looks ahead, as what it has read would change
    /// with what follows; [`ModelError::TooLong`], [`ModelError::UnknownToken`],
    /// [`ModelError::Count`], [`ModelError::MadeForOther`]. Cache and run then are as they were.
    pub fn extend(&self, cache: &mut Cache, ids: &[u32], run: &mut Run) -> Result<(), ModelError> {
        self.extend_changed(cache, ids, run, Changes::default())
    }

    /// As [`Model::extend`], with changes, which then should be there from the first token on: places are those of the
    /// whole sequence, and what is at none of `ids` is passed over.
    ///
    /// # Errors
    /// As [`Model::extend`] and [`Model::forward_changed`].
    pub fn extend_changed(
        &self,
        cache: &mut Cache,
        ids: &[u32],
        run: &mut Run,
        changes: Changes<'_>,
    ) -> Result<(), ModelError> {
        now(self.extend_changed_async(cache, ids, run, changes))
    }

    /// As [`Model::extend_changed`], also of a model that several workers share.
    ///
    /// # Errors
    /// As [`Model::extend_changed`]; [`ModelError::Lost`], the cache then is as it was.
    pub async fn extend_changed_async(
        &self,
        cache: &mut Cache,
        ids: &[u32],
        run: &mut Run,
        changes: Changes<'_>,
    ) -> Result<(), ModelError> {
        changes.check(self, self.config().max_len)?;
        if !self.config().causal {
            return Err(ModelError::NotCausal);
        }
        run.check(self)?;
        if cache.config != *self.config() || run.extent().m != cache.room {
            return Err(ModelError::MadeForOther {
                what: "cache or run",
                needed: "a cache of this model and one of Run::next",
            });
        }
        let (tokens, max_len) = (cache.past + ids.len(), cache.room);
        if tokens > max_len {
            return Err(ModelError::TooLong { tokens, max_len });
        }
        self.check_ids(ids, run.extent())?;
        run.begin(cache.past, !changes.is_none());
        self.read(ids, run, Some(cache), changes).await?;
        cache.past += ids.len();
        Ok(())
    }
}
