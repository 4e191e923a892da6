//! The question at the end of the walk: what reaches this word? Each wrong answer is what a known mistake gives.

use crate::head::name::Name;
use crate::head::trace::Trace;

use super::strongest;

/// What an answer amounts to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The values, mixed by their weights.
    Mixture,
    /// The plain average: every word counts alike.
    Average,
    /// The value of the strongest key alone.
    Strongest,
    /// All values added, without weights.
    Sum,
}

/// Numbers nearer than this look the same.
const SAME: f32 = 0.005;

/// The answers that are offered for query `row`, each d_v numbers, the right one among them. A mistake that happens
/// to give what another answer gives is not offered.
#[must_use]
pub fn answers(trace: &Trace, row: usize) -> Vec<(Answer, Vec<f32>)> {
    let (v, output) = (trace.get(Name::V), trace.get(Name::Output));
    if row >= output.rows() || v.rows() == 0 {
        return vec![];
    }
    let sum: Vec<f32> = (0..v.cols())
        .map(|c| v.iter_rows().map(|value| value[c]).sum())
        .collect();
    let average = sum.iter().map(|total| total / v.rows() as f32).collect();
    let best = v.row(strongest(trace, Name::Weights, row)).to_vec();
    let all = [
        (Answer::Mixture, output.row(row).to_vec()),
        (Answer::Average, average),
        (Answer::Strongest, best),
        (Answer::Sum, sum),
    ];
    let mut offered: Vec<(Answer, Vec<f32>)> = vec![];
    for (answer, numbers) in all {
        if offered.iter().all(|(_, own)| differ(own, &numbers)) {
            offered.push((answer, numbers));
        }
    }
    // The right one is not always the first.
    let count = offered.len();
    offered.rotate_left((row * 3 + 2) % count);
    offered
}

fn differ(own: &[f32], other: &[f32]) -> bool {
    own.iter().zip(other).any(|(a, b)| (a - b).abs() > SAME)
}
