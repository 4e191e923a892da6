//! What can be changed while a model reads, beside heads that are switched off: keys that are hidden, rows of weights
//! that are given, places whose residual stream comes from elsewhere.

use super::team::now;
use super::{Ablation, Extent, Model, ModelError, Run};
use crate::matrix::Matrix;

/// What is changed while a model reads; by default nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes<'a> {
    /// Heads that are switched off.
    pub off: &'a [Ablation],
    /// Keys that are hidden from queries.
    pub hidden: &'a [Hidden],
    /// Rows of weights that are given.
    pub drawn: &'a [Drawn],
    /// Places whose residual stream comes from elsewhere.
    pub swapped: &'a [Swapped],
}

/// A key that one query of one head may not look at, whatever the mask says: its score is −∞, and the other keys share
/// the weight by their own scores. All counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// The layer.
    pub layer: usize,
    /// The head.
    pub head: usize,
    /// Who may not look, its place among the tokens.
    pub query: usize,
    /// At what.
    pub key: usize,
}

/// The weights of one query of one head, given instead of computed: values are mixed by these. All counted from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The layer.
    pub layer: usize,
    /// The head.
    pub head: usize,
    /// Whose weights, its place among the tokens.
    pub query: usize,
    /// Its weight on each key from the first on; keys after the last of these get 0. That they add up to 1 is for the
    /// caller to see to.
    pub weights: Vec<f32>,
}

/// The residual stream at one place, replaced as it enters one block; all after it is computed from that: activation
/// patching (Meng et al. 2022, "Locating and Editing Factual Associations in GPT", §2.1; Zhang and Nanda 2023, "Towards
/// Best Practices of Activation Patching").
#[derive(Clone, Debug, PartialEq)]
pub struct Swapped {
    /// The block that it enters, counted from 0; as many as there are blocks: what leaves the last.
    pub layer: usize,
    /// The place among the tokens, counted from 0.
    pub place: usize,
    /// What stands there instead, d_model numbers.
    pub stream: Vec<f32>,
}

impl Model {
    /// As [`Model::forward`], with what is changed in every sequence. What a head that is switched off computed on the
    /// way, its weights included, stays in `run` as it was; its output there is what stood in for it. Of two changes of
    /// one thing the last counts, and weights that are drawn count before keys that are hidden. There is no way back
    /// through such a run.
    ///
    /// # Errors
    /// As [`Model::forward`]; [`ModelError::UnknownHead`] for a head that the model does not have,
    /// [`ModelError::Count`] for numbers of another count than there is room for, and for a layer or a place that is
    /// not there. `run` then is as it was.
    pub fn forward_changed(
        &self,
        ids: &[u32],
        run: &mut Run,
        changes: Changes<'_>,
    ) -> Result<(), ModelError> {
        now(self.forward_changed_async(ids, run, changes))
    }

    /// As [`Model::forward_changed`], also of a model that several workers share.
    ///
    /// # Errors
    /// As [`Model::forward_changed`]; [`ModelError::Lost`].
    pub async fn forward_changed_async(
        &self,
        ids: &[u32],
        run: &mut Run,
        changes: Changes<'_>,
    ) -> Result<(), ModelError> {
        run.check(self)?;
        self.check_ids(ids, run.extent())?;
        changes.check(self, run.extent().n)?;
        run.begin(0, !changes.is_none());
        self.read(ids, run, None, changes).await
    }

    /// The logits at row `row` if one place's stream in `run` were another's: the blocks from there on are computed
    /// anew, in `scratch`, which is a clone of `run`; vocab numbers. `changes` are those `run` was read with.
    ///
    /// # Errors
    /// As [`Model::forward_changed`]; [`ModelError::MadeForOther`] for runs of another model, of several sequences, or
    /// with a cache.
    pub fn logits_with(
        &self,
        swapped: &Swapped,
        row: usize,
        runs: (&Run, &mut Run),
        changes: Changes<'_>,
    ) -> Result<Vec<f32>, ModelError> {
        now(self.logits_with_async(swapped, row, runs, changes))
    }

    /// As [`Model::logits_with`], also of a model that several workers share.
    ///
    /// # Errors
    /// As [`Model::logits_with`]; [`ModelError::Lost`].
    pub async fn logits_with_async(
        &self,
        swapped: &Swapped,
        row: usize,
        (run, scratch): (&Run, &mut Run),
        changes: Changes<'_>,
    ) -> Result<Vec<f32>, ModelError> {
        run.check(self)?;
        scratch.check(self)?;
        let extent = run.extent();
        if extent != scratch.extent() || extent.batch != 1 || extent.m != extent.n {
            return Err(ModelError::MadeForOther {
                what: "run",
                needed: "one of Run::new for one sequence, and a clone of it,",
            });
        }
        changes.check(self, extent.n)?;
        swapped.check(self, extent.n)?;
        let mut x = run.stream(self, swapped.layer).clone();
        swapped.replace(extent, &mut x);
        self.read_blocks(swapped.layer, Some(&x), scratch, None, changes)
            .await?;
        let last = self.config().n_layers;
        let stream = if swapped.layer == last {
            &x
        } else {
            scratch.stream(self, last)
        };
        self.logits_of(stream, row).await
    }
}

impl Changes<'_> {
    /// Is nothing changed?
    #[must_use]
    pub fn is_none(&self) -> bool {
        let Self {
            off,
            hidden,
            drawn,
            swapped,
        } = self;
        off.is_empty() && hidden.is_empty() && drawn.is_empty() && swapped.is_empty()
    }

    /// Can all of it be done to `n` tokens?
    pub(super) fn check(&self, model: &Model, n: usize) -> Result<(), ModelError> {
        self.off.iter().try_for_each(|one| one.check(model))?;
        self.hidden.iter().try_for_each(|one| one.check(model, n))?;
        self.drawn.iter().try_for_each(|one| one.check(model, n))?;
        self.swapped.iter().try_for_each(|one| one.check(model, n))
    }
}

impl Hidden {
    pub(super) fn check(&self, model: &Model, n: usize) -> Result<(), ModelError> {
        model.check_head(self.layer, self.head)?;
        match self.query.max(self.key) {
            last if last < n => Ok(()),
            last => Err(ModelError::Count {
                what: "tokens at least, for a key that is hidden from a query,",
                found: n,
                wanted: last.saturating_add(1),
            }),
        }
    }
}

impl Drawn {
    fn check(&self, model: &Model, n: usize) -> Result<(), ModelError> {
        model.check_head(self.layer, self.head)?;
        let keys = if model.config().causal {
            self.query.saturating_add(1)
        } else {
            n
        };
        let most = |what, found: usize, wanted| match found <= wanted {
            true => Ok(()),
            false => Err(ModelError::Count {
                what,
                found,
                wanted,
            }),
        };
        most(
            "tokens at most, for a row of weights,",
            self.query.saturating_add(1),
            n,
        )?;
        most("weights at most in a row", self.weights.len(), keys)
    }
}

impl Swapped {
    fn check(&self, model: &Model, n: usize) -> Result<(), ModelError> {
        let config = model.config();
        let count = |what, found, wanted| ModelError::Count {
            what,
            found,
            wanted,
        };
        if self.layer > config.n_layers {
            return Err(count("blocks at most", self.layer, config.n_layers));
        }
        if self.place >= n {
            return Err(count("tokens at least", n, self.place.saturating_add(1)));
        }
        match self.stream.len() == config.d_model {
            true => Ok(()),
            false => Err(count(
                "numbers in a stream",
                self.stream.len(),
                config.d_model,
            )),
        }
    }

    /// Replaces the place's row of every sequence in `x`, R×d_model.
    fn replace(&self, extent: Extent, x: &mut Matrix) {
        let Some(row) = here(extent, self.place) else {
            return;
        };
        for sequence in 0..extent.batch {
            x.row_mut(sequence * extent.n + row)
                .copy_from_slice(&self.stream);
        }
    }
}

/// Where the token at `place` of a whole sequence stands among those that are read now.
fn here(extent: Extent, place: usize) -> Option<usize> {
    place.checked_sub(extent.past).filter(|row| *row < extent.n)
}

/// What is changed in one layer.
#[derive(Clone, Copy)]
pub(super) struct LayerChanges<'a> {
    pub(super) layer: usize,
    /// What is changed in all layers.
    pub(super) all: Changes<'a>,
}

impl LayerChanges<'_> {
    /// Nothing is changed.
    pub(super) const NONE: Self = LayerChanges {
        layer: 0,
        all: Changes {
            off: &[],
            hidden: &[],
            drawn: &[],
            swapped: &[],
        },
    };

    /// Are weights changed here?
    pub(super) fn touch_weights(self) -> bool {
        let Changes { hidden, drawn, .. } = self.all;
        hidden.iter().any(|own| own.layer == self.layer)
            || drawn.iter().any(|own| own.layer == self.layer)
    }

    /// Replaces what is read, R×d_model.
    pub(super) fn swap(self, extent: Extent, x: &mut Matrix) {
        let own = self
            .all
            .swapped
            .iter()
            .filter(|own| own.layer == self.layer);
        own.for_each(|own| own.replace(extent, x));
    }

    /// Replaces what heads put out in `heads`, R×d_queries.
    pub(super) fn replace(self, heads: &mut Matrix) {
        let own = self.all.off.iter().filter(|own| own.layer == self.layer);
        own.for_each(|own| own.replace(heads));
    }

    /// Hides keys in the masked scores `table`, (batch·n_heads·n)×m, of which the first m columns are the tokens.
    pub(super) fn hide(self, n_heads: usize, extent: Extent, table: &mut Matrix) {
        for own in self.all.hidden.iter().filter(|own| own.layer == self.layer) {
            each_row(n_heads, extent, (own.head, own.query), table, |row| {
                row[own.key] = f32::NEG_INFINITY;
            });
        }
    }

    /// Puts rows that are given into the weights `table`, (batch·n_heads·n)×m.
    pub(super) fn draw(self, n_heads: usize, extent: Extent, table: &mut Matrix) {
        for own in self.all.drawn.iter().filter(|own| own.layer == self.layer) {
            each_row(n_heads, extent, (own.head, own.query), table, |row| {
                row.fill(0.0);
                row[..own.weights.len()].copy_from_slice(&own.weights);
            });
        }
    }
}

/// Does `change` to the row of one query of one head in every sequence of `table`, (batch·n_heads·n)×m.
fn each_row(
    n_heads: usize,
    extent: Extent,
    (head, query): (usize, usize),
    table: &mut Matrix,
    change: impl Fn(&mut [f32]),
) {
    let Some(query) = here(extent, query) else {
        return;
    };
    for sequence in 0..extent.batch {
        change(table.row_mut((sequence * n_heads + head) * extent.n + query));
    }
}
