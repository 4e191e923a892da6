//! Where the heads lie in the wide matrices.

use super::{Extent, Model};
use crate::matrix::Matrix;
use crate::view::{View, ViewMut};
use std::ops::Range;

/// Some heads of a layer, which lie side by side in matrices of their own.
#[derive(Clone, Copy)]
pub(super) struct Heads<'a> {
    pub(super) model: &'a Model,
    /// The first of them, among all of the layer.
    pub(super) first: usize,
    /// How many there are.
    pub(super) count: usize,
}

impl Model {
    /// All heads of a layer.
    pub(super) fn heads(&self) -> Heads<'_> {
        Heads {
            model: self,
            first: 0,
            count: self.config().n_heads,
        }
    }
}

/// Some queries of one head of one sequence, with the keys that they may look at: which window of
/// each wide matrix is theirs.
pub(super) struct Place {
    /// The queries: rows of q and heads.
    query_rows: Range<usize>,
    /// The columns of the head in q and heads.
    query_cols: Range<usize>,
    /// The keys: rows of k and v.
    key_rows: Range<usize>,
    /// The columns of the head in k and v, which several heads may share.
    key_cols: Range<usize>,
    /// The queries' rows in scores and weights.
    score_rows: Range<usize>,
    /// The keys' columns in scores and weights.
    score_cols: Range<usize>,
}

impl Place {
    /// The head's queries in `x`, which is q or heads or a gradient of theirs.
    pub(super) fn queries<'a>(&self, x: &'a Matrix) -> View<'a> {
        x.window(self.query_rows.clone(), self.query_cols.clone())
    }

    /// The same, to write.
    pub(super) fn queries_mut<'a>(&self, x: &'a mut Matrix) -> ViewMut<'a> {
        x.window_mut(self.query_rows.clone(), self.query_cols.clone())
    }

    /// The head's keys in `x`, which is k or v or a gradient of theirs.
    pub(super) fn keys<'a>(&self, x: &'a Matrix) -> View<'a> {
        x.window(self.key_rows.clone(), self.key_cols.clone())
    }

    /// The same, to write.
    pub(super) fn keys_mut<'a>(&self, x: &'a mut Matrix) -> ViewMut<'a> {
        x.window_mut(self.key_rows.clone(), self.key_cols.clone())
    }

    /// The head's queries by keys in `x`, which is scores or weights or a gradient of theirs.
    pub(super) fn scores<'a>(&self, x: &'a Matrix) -> View<'a> {
        x.window(self.score_rows.clone(), self.score_cols.clone())
    }

    /// The same, to write.
    pub(super) fn scores_mut<'a>(&self, x: &'a mut Matrix) -> ViewMut<'a> {
        x.window_mut(self.score_rows.clone(), self.score_cols.clone())
    }
}

/// How many queries of a causal model are taken together. Keys after the last of them, and those
/// that a window hides from all of them, are left out, which saves up to half of the work; fewer at a time would save little more and cost calls.
const TOGETHER: usize = 16;

/// Each of these heads in every sequence, first queries first.
pub(super) fn places(of: Heads<'_>, extent: Extent) -> impl Iterator<Item = Place> {
    let n = extent.n;
    let skip = of.model.config().causal && !extent.stages;
    let together = if skip { TOGETHER } else { n };
    (0..extent.batch * of.count).flat_map(move |index| {
        (0..n).step_by(together).map(move |first| {
            let queries = first..n.min(first + together);
            place(of, extent, index, queries)
        })
    })
}

fn place(of: Heads<'_>, extent: Extent, index: usize, queries: Range<usize>) -> Place {
    let (model, config) = (of.model, of.model.config());
    let (d_head, shared) = (config.d_head, config.n_heads / config.n_kv_heads);
    let (sequence, head) = (index / of.count, index % of.count);
    let columns = |head: usize| head * d_head..(head + 1) * d_head;
    let from = |first: usize| first + queries.start..first + queries.end;
    // From the first key of the first query to the last key of the last.
    let first = extent.keys(model, extent.past + queries.start).start;
    let keys = first..extent.keys(model, extent.past + queries.end - 1).end;
    let keys = if extent.stages { 0..keys.end } else { keys };
    // One sequence lies after the other; with a cache there is one, and past keys come before.
    let first_key = sequence * extent.n;
    Place {
        query_rows: from(sequence * extent.n),
        query_cols: columns(head),
        key_rows: first_key + keys.start..first_key + keys.end,
        key_cols: columns(head / shared),
        score_rows: from(index * extent.n),
        score_cols: keys,
    }
}

impl Extent {
    /// How many keys, from the first, the query at position `i` may look at.
    #[must_use]
    pub fn seen(&self, model: &Model, i: usize) -> usize {
        if model.config().causal {
            i + 1
        } else {
            self.past + self.n
        }
    }

    /// The same with what a window hides in layer `layer`: which keys, counted from the first, the
    /// query at position `i` may look at.
    #[must_use]
    pub fn looks(&self, model: &Model, layer: usize, i: usize) -> Range<usize> {
        self.in_layer(model, layer).keys(model, i)
    }

    /// This extent, for the work of layer `layer`.
    pub(super) fn in_layer(self, model: &Model, layer: usize) -> Self {
        let window = model.config().window(layer);
        Self { window, ..self }
    }

    /// Which keys the query at position `i` may look at in the layer at work.
    pub(super) fn keys(&self, model: &Model, i: usize) -> Range<usize> {
        let seen = self.seen(model, i);
        let hidden = self.window.map_or(0, |window| seen.saturating_sub(window));
        hidden..seen
    }
}
