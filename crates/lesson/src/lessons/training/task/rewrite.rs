//! What copying, reversing and sorting share: a question of eight symbols, an arrow, an answer of
//! eight.

use crate::lessons::training::heads::HeadKind;

use super::{Example, Link};

/// How many symbols are to be rewritten.
pub(super) const SYMBOLS: usize = 8;

/// Question, arrow, answer.
pub(super) const N: usize = 2 * SYMBOLS + 1;

/// The arrow: the token after the ten symbols.
pub(super) const ARROW: u32 = 10;

/// The sequence of a question and its answer.
pub(super) fn example(question: Vec<u32>, answer: &[u32]) -> Example {
    let ids = [question.as_slice(), &[ARROW], answer].concat();
    Example::written(ids, question.len() + 1, N)
}

/// From each place that writes to each place of the question that holds what it has to write:
/// `holds(question, k, j)` says whether place `j` holds symbol `k` of the answer.
pub(super) fn links(ids: &[u32], holds: impl Fn(&[u32], usize, usize) -> bool) -> Vec<Link> {
    let Some(arrow) = ids.iter().position(|&id| id == ARROW) else {
        return Vec::new();
    };
    let question = &ids[..arrow];
    let writers = arrow..(2 * arrow).min(ids.len());
    let pairs = writers.flat_map(|from| (0..arrow).map(move |to| (from, to)));
    pairs
        .filter(|&(from, to)| holds(question, from - arrow, to))
        .map(|(from, to)| Link::new(from, to, HeadKind::Source))
        .collect()
}
