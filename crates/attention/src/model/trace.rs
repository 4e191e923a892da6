//! One head of a [`Run`] by itself, as the lessons show it.

use super::{HeadStages, Model, Run};
use crate::matrix::Matrix;
use std::ops::Range;

/// What one head computed for one sequence of n new tokens; m is n plus the tokens before them.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadTrace {
    /// Queries (turned, with RoPE), n×d_head.
    pub q: Matrix,
    /// Keys (turned, with RoPE) of the new tokens, n×d_head.
    pub k: Matrix,
    /// Values of the new tokens, n×d_head.
    pub v: Matrix,
    /// Scores, scaled and masked scores, each n×m; only from a run that kept them
    /// ([`Run::with_stages`]).
    pub stages: Option<HeadStages>,
    /// The largest masked score of each row, n×1.
    pub max: Matrix,
    /// The sum of each row's exponentials of (masked − max), n×1.
    pub sum: Matrix,
    /// n×m
    pub weights: Matrix,
    /// weights·V, n×d_head; of a head that is switched off, what stands in for it.
    pub output: Matrix,
}

impl Run {
    /// What head `head` of layer `layer` computed for sequence `sequence` of the batch; all
    /// counted from 0.
    ///
    /// # Panics
    /// Where there is no such head, like slice indexing.
    #[must_use]
    pub fn head(&self, model: &Model, layer: usize, sequence: usize, head: usize) -> HeadTrace {
        let (config, extent) = (model.config(), self.extent());
        let run = &self.blocks[layer].attention;
        let tokens = sequence * extent.n..(sequence + 1) * extent.n;
        let columns = |head: usize| head * config.d_head..(head + 1) * config.d_head;
        let of_keys = columns(head / (config.n_heads / config.n_kv_heads));
        let (rows, seen) = (self.table(model, sequence, head), 0..extent.past + extent.n);
        let table = |x: &Matrix| copy(x, &rows, &seen);
        let stages = run.stages.as_ref();
        HeadTrace {
            q: copy(&run.q, &tokens, &columns(head)),
            k: copy(&run.k, &tokens, &of_keys),
            v: copy(&run.v, &tokens, &of_keys),
            stages: stages.map(|kept| HeadStages {
                scores: table(&kept.scores),
                scaled: table(&kept.scaled),
                masked: table(&kept.masked),
            }),
            max: copy(&run.max, &rows, &(0..1)),
            sum: copy(&run.sum, &rows, &(0..1)),
            weights: table(&run.weights),
            output: copy(&run.heads, &tokens, &columns(head)),
        }
    }

    /// The weights of one head of one sequence, n×(past + n).
    ///
    /// # Panics
    /// Where there is no such head, like slice indexing.
    #[must_use]
    pub fn weights(&self, model: &Model, layer: usize, sequence: usize, head: usize) -> Matrix {
        let seen = 0..self.extent().past + self.extent().n;
        let weights = &self.blocks[layer].attention.weights;
        copy(weights, &self.table(model, sequence, head), &seen)
    }

    /// The rows of scores and weights that belong to one head of one sequence.
    fn table(&self, model: &Model, sequence: usize, head: usize) -> Range<usize> {
        let first = (sequence * model.config().n_heads + head) * self.extent().n;
        first..first + self.extent().n
    }
}

fn copy(x: &Matrix, rows: &Range<usize>, cols: &Range<usize>) -> Matrix {
    Matrix::from_fn(rows.len(), cols.len(), |i, j| {
        x.at(rows.start + i, cols.start + j)
    })
}
