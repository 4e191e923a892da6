//! What two heads are given before the training. A million tokens are too few for a model to find out by itself that
//! looking back pays (`docs/READER.md` has what was tried), so it begins with a sketch of an induction circuit: one head
//! of the first layer looks at the token before and hands on what it is; one of the second looks for keys that were
//! handed what the query is, and hands on what stands there (Elhage et al. 2021, "A Mathematical Framework for
//! Transformer Circuits", "Two-layer attention-only transformers"). All else is random, and everything is trained.

use std::ops::Range;

use attention::Matrix;
use attention::model::{Block, Params};

use crate::plan::{Plan, THETA};

/// The length of the biases that look one token back: the score there is this²·Σ cos 0 before scaling.
const BACK: f32 = 6.0;

/// How much of what stands at a place counts for the head that looks one back.
const CONTENT: f32 = 0.1;

/// How strongly like is looked for, and how loudly what stands there is handed on.
const MATCH: f32 = 2.0;
const COPY: f32 = 0.5;

/// Random weights with that start.
#[must_use]
pub fn given(random: &Params, plan: &Plan) -> Params {
    let mut params = random.clone();
    // Rows of length √d_model: what a token is outlasts what layers add to it. Logits begin as those of a tied model.
    params.output = Some(params.token_embedding.clone());
    scale(
        params.token_embedding.matrix_mut(),
        (plan.d_model as f32).sqrt(),
    );
    let head = 0..plan.d_model / plan.heads;
    if let [first, second, ..] = &mut params.blocks[..] {
        look_back(first, head.clone());
        look_for_like(first, second, head, plan);
    }
    params
}

/// A head whose scores hang on the distance alone and are highest at 1: rotary positions (Su et al. 2021, §3.4.2) turn
/// the bias of the key by one token more than that of the query.
fn look_back(block: &mut Block, head: Range<usize>) {
    let attention = &mut block.attention;
    for part in [&mut attention.query, &mut attention.key] {
        columns(part.weight.matrix_mut(), head.clone(), |_, _, own| {
            own * CONTENT
        });
    }
    // d_head/2 pairs of numbers are turned, each by its own angle a token.
    let half = head.len() / 2;
    for pair in 0..half / 2 {
        let angle = THETA.powf(-(pair as f32) / half as f32);
        let (at, other) = (head.start + pair, head.start + pair + half);
        if let Some(bias) = &mut attention.query.bias {
            bias.set(0, at, BACK);
        }
        if let Some(bias) = &mut attention.key.bias {
            bias.set(0, at, BACK * angle.cos());
            bias.set(0, other, BACK * angle.sin());
        }
    }
}

/// The head of `first` hands on d_head numbers of the token before, W_V·x, by its W_O; the one of `second` asks with the
/// same numbers of its own token and compares with what was handed on.
fn look_for_like(first: &mut Block, second: &mut Block, head: Range<usize>, plan: &Plan) {
    let narrow = 1.0 / (2.0 * plan.layers as f32).sqrt();
    let (value, output) = (
        first.attention.value.weight.clone(),
        first.attention.output.weight.clone(),
    );
    let later = &mut second.attention;
    columns(
        later.query.weight.matrix_mut(),
        head.clone(),
        |row, j, _| value.at(row, j) * MATCH,
    );
    columns(later.key.weight.matrix_mut(), head.clone(), |row, j, _| {
        output.at(j, row) / narrow * MATCH
    });
    let own = later.value.weight.clone();
    rows(
        later.output.weight.matrix_mut(),
        head.clone(),
        |j, col, _| own.at(col, j) * COPY,
    );
    // Random weights into the stream are small; what is compared is not.
    rows(
        first.attention.output.weight.matrix_mut(),
        head,
        |_, _, own| own / narrow,
    );
}

fn columns(matrix: &mut Matrix, head: Range<usize>, new: impl Fn(usize, usize, f32) -> f32) {
    for row in 0..matrix.rows() {
        for j in head.clone() {
            matrix.set(row, j, new(row, j, matrix.at(row, j)));
        }
    }
}

fn rows(matrix: &mut Matrix, head: Range<usize>, new: impl Fn(usize, usize, f32) -> f32) {
    for j in head {
        for col in 0..matrix.cols() {
            matrix.set(j, col, new(j, col, matrix.at(j, col)));
        }
    }
}

fn scale(matrix: &mut Matrix, factor: f32) {
    matrix.data_mut().iter_mut().for_each(|own| *own *= factor);
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use super::*;
    use crate::heads;

    #[test]
    fn two_heads_begin_as_they_are_meant_and_no_other_does() {
        let does = heads::on(&Plan::default().first().unwrap(), &heads::probe()).unwrap();
        let [induction, _, previous, ..] = std::array::from_fn::<_, 5, _>(|pattern| {
            does.iter()
                .map(|own| own.0[pattern].found)
                .collect::<Vec<_>>()
        });
        // Heads are counted layer by layer, four each.
        assert!(previous[0] > 0.9, "{previous:?}");
        assert!(induction[4] > 0.4, "{induction:?}");
        for other in (0..does.len()).filter(|place| ![0, 4].contains(place)) {
            assert!(previous[other] < 0.3 && induction[other] < 0.15, "{other}");
        }
    }
}
