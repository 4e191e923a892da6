//! Heads that are switched off, to see what they did.

use super::{Extent, Model, ModelError, Run};
use crate::matrix::Matrix;

/// A head that is switched off: at every token, what it puts out is replaced by the same row before
/// W_O reads it. Zeros take the head away (Michel et al. 2019, §3.1); the mean of what it puts out
/// ([`Run::mean_output`]) takes away only what differs from token to token (Wang et al. 2022, §2.1).
#[derive(Clone, Debug, PartialEq)]
pub struct Ablation {
    /// Its layer, counted from 0.
    pub layer: usize,
    /// The head, counted from 0.
    pub head: usize,
    /// What stands in for its output, d_head numbers.
    pub output: Vec<f32>,
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

impl Model {
    /// As [`Model::forward`], with some heads switched off; of two ablations of one head the last
    /// counts. What such a head computed on the way, its weights included, stays in `run` as it was;
    /// its output there is what stood in for it. There is no way back through such a run.
    ///
    /// # Errors
    /// As [`Model::forward`]; [`ModelError::UnknownHead`] for a head that the model does not have,
    /// [`ModelError::Count`] for an output that is not d_head numbers. `run` then is as it was.
    pub fn forward_ablated(
        &self,
        ids: &[u32],
        run: &mut Run,
        ablations: &[Ablation],
    ) -> Result<(), ModelError> {
        self.forward_changed(ids, run, ablations, &[])
    }

    /// As [`Model::forward_ablated`], with some keys hidden from queries of some heads too, in every sequence.
    ///
    /// # Errors
    /// As [`Model::forward_ablated`]; [`ModelError::UnknownHead`] for a head of `hidden` that the model does not have,
    /// [`ModelError::Count`] for a query or key that is not among the tokens. `run` then is as it was.
    pub fn forward_changed(
        &self,
        ids: &[u32],
        run: &mut Run,
        ablations: &[Ablation],
        hidden: &[Hidden],
    ) -> Result<(), ModelError> {
        run.check(self)?;
        self.check_ids(ids, run.extent())?;
        ablations.iter().try_for_each(|one| one.check(self))?;
        let n = run.extent().n;
        hidden.iter().try_for_each(|one| one.check(self, n))?;
        run.begin(0, !(ablations.is_empty() && hidden.is_empty()));
        self.read(ids, run, None, (ablations, hidden));
        Ok(())
    }

    fn check_head(&self, layer: usize, head: usize) -> Result<(), ModelError> {
        let config = self.config();
        if layer < config.n_layers && head < config.n_heads {
            return Ok(());
        }
        Err(ModelError::UnknownHead {
            layer,
            head,
            n_layers: config.n_layers,
            n_heads: config.n_heads,
        })
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

impl Ablation {
    pub(super) fn check(&self, model: &Model) -> Result<(), ModelError> {
        let config = model.config();
        model.check_head(self.layer, self.head)?;
        if self.output.len() != config.d_head {
            return Err(ModelError::Count {
                what: "numbers in what replaces a head's output",
                found: self.output.len(),
                wanted: config.d_head,
            });
        }
        Ok(())
    }

    /// Replaces the head's columns of `heads`, R×d_queries.
    fn replace(&self, heads: &mut Matrix) {
        let first = self.head * self.output.len();
        for row in 0..heads.rows() {
            heads.row_mut(row)[first..first + self.output.len()].copy_from_slice(&self.output);
        }
    }
}

impl Run {
    /// What head `head` of layer `layer` put out, weights·V, in the mean over all tokens of all
    /// sequences of the run: d_head numbers.
    ///
    /// # Panics
    /// Where there is no such head, like slice indexing.
    #[must_use]
    pub fn mean_output(&self, model: &Model, layer: usize, head: usize) -> Vec<f32> {
        let (d_head, heads) = (model.config().d_head, &self.blocks[layer].attention.heads);
        let mut mean = vec![0.0; d_head];
        for row in heads.iter_rows() {
            let output = &row[head * d_head..(head + 1) * d_head];
            mean.iter_mut().zip(output).for_each(|(sum, x)| *sum += x);
        }
        let rows = heads.rows() as f32;
        mean.iter_mut().for_each(|sum| *sum /= rows);
        mean
    }
}

/// What is changed in all layers: heads that are switched off, keys that are hidden.
pub(super) type Changes<'a> = (&'a [Ablation], &'a [Hidden]);

/// What is changed in one layer.
#[derive(Clone, Copy)]
pub(super) struct LayerAblations<'a> {
    pub(super) layer: usize,
    /// What is changed in all layers.
    pub(super) all: Changes<'a>,
}

impl LayerAblations<'_> {
    /// Replaces what they put out in `heads`, R×d_queries.
    pub(super) fn replace(self, heads: &mut Matrix) {
        let here = self.all.0.iter().filter(|one| one.layer == self.layer);
        here.for_each(|one| one.replace(heads));
    }

    /// Hides keys in the masked scores `table`, (batch·n_heads·n)×m, of which the first m columns are the tokens.
    pub(super) fn hide(self, n_heads: usize, extent: Extent, table: &mut Matrix) {
        for own in self.all.1.iter().filter(|own| own.layer == self.layer) {
            let query = own.query.checked_sub(extent.past);
            let Some(query) = query.filter(|query| *query < extent.n) else {
                continue;
            };
            for sequence in 0..extent.batch {
                let row = (sequence * n_heads + own.head) * extent.n + query;
                table.row_mut(row)[own.key] = f32::NEG_INFINITY;
            }
        }
    }
}
