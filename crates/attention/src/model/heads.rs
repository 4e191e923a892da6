//! Multi-head attention, all heads of all sequences of a batch, stage by stage.
//!
//! MultiHead(X) = Concat(head₁, …, head_H)·W_O, headₕ = Attention(X·W_Qₕ, X·W_Kₕ, X·W_Vₕ)
//! (Vaswani et al. 2017, §3.2.2). The heads lie side by side in wide matrices; a head of one
//! sequence is a window of them.

use super::cache::LayerCache;
use super::changes::LayerChanges;
use super::head_norm::{HeadNormRun, HeadNormScratch, normalize, normalize_backward};
use super::places::{Heads, places};
use super::scores::{score, score_backward};
use super::{Attention, Extent, Model, ModelError};
use crate::kernels::Start;
use crate::matrix::Matrix;

/// What attention computed. R = batch·n rows of tokens; the n×m scores and weights of the heads
/// stand below each other, head after head, sequence after sequence.
#[derive(Clone, Debug)]
pub struct HeadsRun {
    /// Queries of all heads (normalised, with head norms; turned, with RoPE), R×(n_heads·d_head).
    pub q: Matrix,
    /// Keys (likewise), R×(n_kv_heads·d_head).
    pub k: Matrix,
    /// Values, R×(n_kv_heads·d_head).
    pub v: Matrix,
    /// The norms of queries and of keys; with [`Config::head_norm`](super::Config::head_norm). Only the way back needs them;
    /// where several workers share the model they are not set.
    pub norms: [Option<HeadNormRun>; 2],
    /// The stages between scores and weights, if they were asked for.
    pub stages: Option<HeadStages>,
    /// The largest masked score of each row, (batch·n_heads·n)×1.
    pub max: Matrix,
    /// The sum of the exponentials of each row, (batch·n_heads·n)×1.
    pub sum: Matrix,
    /// (batch·n_heads·n)×m; of a row that is given, what was given.
    pub weights: Matrix,
    /// weights·V of all heads side by side, R×(n_heads·d_head); of a head that is switched off, what
    /// stands in for it.
    pub heads: Matrix,
    /// heads·W_O, R×d_model.
    pub out: Matrix,
}

/// The stages that training does not need; each (batch·n_heads·n)×m, or n×m for a single head.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadStages {
    /// Q·Kᵀ
    pub scores: Matrix,
    /// scores·factor
    pub scaled: Matrix,
    /// scaled, with ALiBi's penalty, −∞ where a query may not look.
    pub masked: Matrix,
}

/// Gradients on the way back, the same buffers for every block.
#[derive(Clone, Debug)]
pub(super) struct HeadsScratch {
    pub(super) d_q: Matrix,
    pub(super) d_k: Matrix,
    d_v: Matrix,
    /// d_weights, then in its place d_masked and d_scores.
    pub(super) d_weights: Matrix,
    d_heads: Matrix,
    norms: [Option<HeadNormScratch>; 2],
}

impl HeadsRun {
    pub(super) fn new(model: &Model, extent: Extent) -> Self {
        let config = model.config();
        let (tokens, rows) = (extent.rows(), extent.rows() * config.n_heads);
        let table = || Matrix::zeros(rows, extent.m);
        Self {
            q: Matrix::zeros(tokens, config.d_queries()),
            k: Matrix::zeros(tokens, config.d_keys()),
            v: Matrix::zeros(tokens, config.d_keys()),
            norms: [config.n_heads, config.n_kv_heads]
                .map(|heads| HeadNormRun::new(model, tokens, heads)),
            stages: extent.stages.then(|| HeadStages {
                scores: table(),
                scaled: table(),
                masked: table(),
            }),
            max: Matrix::zeros(rows, 1),
            sum: Matrix::zeros(rows, 1),
            weights: table(),
            heads: Matrix::zeros(tokens, config.d_queries()),
            out: Matrix::zeros(tokens, config.d_model),
        }
    }
}

impl HeadsScratch {
    pub(super) fn new(model: &Model, extent: Extent) -> Self {
        let config = model.config();
        let tokens = extent.rows();
        Self {
            d_q: Matrix::zeros(tokens, config.d_queries()),
            d_k: Matrix::zeros(tokens, config.d_keys()),
            d_v: Matrix::zeros(tokens, config.d_keys()),
            d_weights: Matrix::zeros(tokens * config.n_heads, extent.m),
            d_heads: Matrix::zeros(tokens, config.d_queries()),
            norms: [config.n_heads, config.n_kv_heads]
                .map(|heads| HeadNormScratch::new(model, tokens, heads)),
        }
    }
}

impl Attention {
    /// `x` R×d_model → `run.out` R×d_model. With a cache the keys and values of earlier tokens
    /// come from there, and those of the new ones are left there.
    pub(super) async fn forward(
        &self,
        model: &Model,
        extent: Extent,
        x: &Matrix,
        run: &mut HeadsRun,
        cache: Option<&mut LayerCache>,
        changes: LayerChanges<'_>,
    ) -> Result<(), ModelError> {
        if self.is_shared(extent, run, cache.is_some(), changes) {
            // In a box it is no part of the futures of those whose model is whole.
            return Box::pin(self.forward_together(model, extent, x, run, changes)).await;
        }
        self.forward_here(model, extent, x, run, cache, changes)
            .await?;
        self.put_out(model, run, changes);
        Ok(())
    }

    /// `run.heads` R×d_queries → `run.out` R×d_model.
    pub(super) fn put_out(&self, model: &Model, run: &mut HeadsRun, changes: LayerChanges<'_>) {
        changes.replace(&mut run.heads);
        // out = concat(heads)·W_O
        self.output.forward(model, &run.heads, &mut run.out);
    }

    /// All heads here: `x` R×d_model → `run.heads` R×d_queries, and all before that.
    async fn forward_here(
        &self,
        model: &Model,
        extent: Extent,
        x: &Matrix,
        run: &mut HeadsRun,
        cache: Option<&mut LayerCache>,
        changes: LayerChanges<'_>,
    ) -> Result<(), ModelError> {
        // q = x·W_Q,  k = x·W_K,  v = x·W_V
        let products = [
            self.query.product(&mut run.q),
            self.key.product(&mut run.k),
            self.value.product(&mut run.v),
        ];
        model.multiply(x, products).await?;
        self.prepare(model, extent, (&mut run.q, &mut run.k), &mut run.norms);
        let (k, v) = match cache {
            Some(cache) => cache.extend(extent.past, &run.k, &run.v),
            None => (&run.k, &run.v),
        };
        let tables = Tables {
            stages: &mut run.stages,
            max: &mut run.max,
            sum: &mut run.sum,
            weights: &mut run.weights,
            heads: &mut run.heads,
        };
        attend(model.heads(), extent, (&run.q, k, v), tables, changes);
        Ok(())
    }

    /// What happens to queries R×d_queries and keys R×d_keys, of all heads or of some, before they meet: they are
    /// normalised and turned, where the model does so.
    pub(super) fn prepare(
        &self,
        model: &Model,
        extent: Extent,
        (q, k): (&mut Matrix, &mut Matrix),
        [of_queries, of_keys]: &mut [Option<HeadNormRun>; 2],
    ) {
        normalize(model, self.query_norm.as_ref(), q, of_queries.as_mut());
        normalize(model, self.key_norm.as_ref(), k, of_keys.as_mut());
        if let Some(rope) = model.rope() {
            for x in [q, k] {
                each_token(x, extent, |row, position| rope.rotate(row, position));
            }
        }
    }

    /// `x`, `d_out` R×d_model → `d_x` R×d_model, and the gradient of the four projections.
    pub(super) fn backward(
        &self,
        (model, extent): (&Model, Extent),
        (x, run): (&Matrix, &HeadsRun),
        d_out: &Matrix,
        d_x: &mut Matrix,
        scratch: &mut HeadsScratch,
        gradient: &mut Self,
    ) {
        let (zero, add) = (Start::Zero, Start::Add);
        // out = concat(heads)·W_O
        let (heads, d_heads) = (&run.heads, (&mut scratch.d_heads, zero));
        self.output
            .backward(model, heads, d_out, d_heads, &mut gradient.output);
        // head = weights·v
        mix_backward(model, extent, run, scratch);
        // weights = softmax(masked)  ⇒  d_masked = weights ∘ (d_weights − Σ weights·d_weights)
        let backend = model.backend();
        backend.softmax_backward(&run.weights, &mut scratch.d_weights);
        // masked = q·kᵀ / √d_k + mask
        score_backward(model, extent, run, scratch);
        let HeadsScratch {
            d_q,
            d_k,
            d_v,
            norms,
            ..
        } = scratch;
        if let Some(rope) = model.rope() {
            // A turn is undone by turning back, and its gradient is the same turn back.
            for d in [&mut *d_q, &mut *d_k] {
                each_token(d, extent, |row, position| rope.rotate_back(row, position));
            }
        }
        let ([run_q, run_k], [scratch_q, scratch_k]) = (&run.norms, norms);
        let (norm, d_norm) = (self.query_norm.as_ref(), gradient.query_norm.as_mut());
        normalize_backward(model, norm, run_q.as_ref(), d_q, scratch_q.as_mut(), d_norm);
        let (norm, d_norm) = (self.key_norm.as_ref(), gradient.key_norm.as_mut());
        normalize_backward(model, norm, run_k.as_ref(), d_k, scratch_k.as_mut(), d_norm);
        // q = x·W_Q,  k = x·W_K,  v = x·W_V
        self.query
            .backward(model, x, d_q, (d_x, zero), &mut gradient.query);
        self.key
            .backward(model, x, d_k, (d_x, add), &mut gradient.key);
        self.value
            .backward(model, x, d_v, (d_x, add), &mut gradient.value);
    }
}

/// Where what attention computes goes; of all heads or of some.
pub(super) struct Tables<'a> {
    pub(super) stages: &'a mut Option<HeadStages>,
    pub(super) max: &'a mut Matrix,
    pub(super) sum: &'a mut Matrix,
    pub(super) weights: &'a mut Matrix,
    pub(super) heads: &'a mut Matrix,
}

/// Attention of these heads, whose queries, keys and values these are.
pub(super) fn attend(
    of: Heads<'_>,
    extent: Extent,
    (q, k, v): (&Matrix, &Matrix, &Matrix),
    to: Tables<'_>,
    changes: LayerChanges<'_>,
) {
    // masked = q·kᵀ / √d_k + mask
    score(of, extent, (q, k), to.weights, to.stages);
    changes.hide(of.count, extent, to.weights);
    // weights = softmax(masked), row by row
    let backend = of.model.backend();
    backend.softmax_rows(to.weights, to.max, to.sum);
    changes.draw(of.count, extent, to.weights);
    mix(of, extent, (to.weights, v), to.heads);
}

/// `weights` (batch·heads·n)×m, `v` R×d_keys → `heads` R×d_queries.
fn mix(of: Heads<'_>, extent: Extent, (weights, v): (&Matrix, &Matrix), heads: &mut Matrix) {
    for at in places(of, extent) {
        // head = weights·v
        let (weights, v, head) = (at.scores(weights), at.keys(v), at.queries_mut(heads));
        of.model.backend().multiply(weights, v, head, Start::Zero);
    }
}

/// Back through [`mix`]: `scratch.d_heads` R×d_queries → `d_weights`, `d_v`.
fn mix_backward(model: &Model, extent: Extent, run: &HeadsRun, scratch: &mut HeadsScratch) {
    let backend = model.backend();
    let (d_heads, d_weights, d_v) = (&scratch.d_heads, &mut scratch.d_weights, &mut scratch.d_v);
    // What lies under the mask stays 0; d_v is added up where heads share their values.
    d_weights.data_mut().fill(0.0);
    d_v.data_mut().fill(0.0);
    for at in places(model.heads(), extent) {
        // head = weights·v  ⇒  d_weights = d_head·vᵀ,  d_v = weightsᵀ·d_head
        let (d_head, v, weights) = (
            at.queries(d_heads),
            at.keys(&run.v),
            at.scores(&run.weights),
        );
        backend.multiply(d_head, v.t(), at.scores_mut(d_weights), Start::Zero);
        backend.multiply(weights.t(), d_head, at.keys_mut(d_v), Start::Add);
    }
}

/// Does `f` to each row of `x`, given the position of its token.
fn each_token(x: &mut Matrix, extent: Extent, f: impl Fn(&mut [f32], usize)) {
    for row in 0..x.rows() {
        f(x.row_mut(row), extent.past + row % extent.n);
    }
}
