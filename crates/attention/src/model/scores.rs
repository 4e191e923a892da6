//! From queries and keys to masked scores, all heads of all sequences.

use super::heads::{HeadStages, HeadsRun, HeadsScratch};
use super::places::{Heads, places};
use super::{Extent, Model};
use crate::kernels::Start;
use crate::matrix::Matrix;

/// `q` R×d_queries, `k` R×d_keys (more rows from a cache), of these heads → masked scores in `table`
/// (batch·heads·n)×m.
pub(super) fn score(
    of: Heads<'_>,
    extent: Extent,
    (q, k): (&Matrix, &Matrix),
    table: &mut Matrix,
    stages: &mut Option<HeadStages>,
) {
    let backend = of.model.backend();
    // scores = q·kᵀ
    for at in places(of, extent) {
        let scores = at.scores_mut(table);
        backend.multiply(at.queries(q), at.keys(k).t(), scores, Start::Zero);
    }
    record(stages, |stages| &mut stages.scores, table);
    // scaled = scores / √d_k
    backend.scale_by(table.data_mut(), of.model.config().scale());
    record(stages, |stages| &mut stages.scaled, table);
    // masked = scaled + mask
    mask(of, extent, table);
    record(stages, |stages| &mut stages.masked, table);
}

/// Back through [`score`]: d_masked, in `scratch.d_weights` (batch·n_heads·n)×m, → `d_q`, `d_k`.
pub(super) fn score_backward(
    model: &Model,
    extent: Extent,
    run: &HeadsRun,
    scratch: &mut HeadsScratch,
) {
    let backend = model.backend();
    // masked = scaled + mask  ⇒  d_scaled = d_masked, which is 0 where a key is hidden
    // scaled = scores / √d_k  ⇒  d_scores = d_scaled / √d_k
    backend.scale_by(scratch.d_weights.data_mut(), model.config().scale());
    let (d_scores, d_q, d_k) = (&scratch.d_weights, &mut scratch.d_q, &mut scratch.d_k);
    d_k.data_mut().fill(0.0);
    for at in places(model.heads(), extent) {
        // scores = q·kᵀ  ⇒  d_q = d_scores·k,  d_k = d_scoresᵀ·q
        let (d_scores, q, k) = (at.scores(d_scores), at.queries(&run.q), at.keys(&run.k));
        backend.multiply(d_scores, k, at.queries_mut(d_q), Start::Zero);
        backend.multiply(d_scores.t(), q, at.keys_mut(d_k), Start::Add);
    }
}

fn record(
    stages: &mut Option<HeadStages>,
    which: impl Fn(&mut HeadStages) -> &mut Matrix,
    now: &Matrix,
) {
    if let Some(stages) = stages {
        which(stages).data_mut().copy_from_slice(now.data());
    }
}

/// `table` (batch·heads·n)×m: takes ALiBi's penalty from the scores and hides the keys that a
/// query may not see.
fn mask(of: Heads<'_>, extent: Extent, table: &mut Matrix) {
    for row in 0..table.rows() {
        let (head, i) = (row / extent.n % of.count, extent.past + row % extent.n);
        let (keys, row) = (extent.keys(of.model, i), table.row_mut(row));
        let (seen, later) = row.split_at_mut(keys.end);
        if let Some(slope) = of.model.slopes().get(of.first + head) {
            for (j, score) in seen.iter_mut().enumerate() {
                // masked = scaled − slope·|i − j|
                *score -= slope * i.abs_diff(j) as f32;
            }
        }
        later.fill(f32::NEG_INFINITY);
        seen[..keys.start].fill(f32::NEG_INFINITY);
    }
}
