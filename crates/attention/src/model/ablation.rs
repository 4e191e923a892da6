//! Heads that are switched off, to see what they did.

use super::{Changes, Model, ModelError, Run};
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
        let changes = Changes {
            off: ablations,
            ..Changes::default()
        };
        self.forward_changed(ids, run, changes)
    }

    pub(super) fn check_head(&self, layer: usize, head: usize) -> Result<(), ModelError> {
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
    pub(super) fn replace(&self, heads: &mut Matrix) {
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
