//! The question at the end of the walk: what reaches this word? Each wrong answer is what a known mistake gives.

use crate::head::name::Name;
use crate::head::trace::Trace;

use super::strongest;
use crate::core::number;

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
/// With so many places those that are offered differ.
const MOST: u8 = 3;

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

/// How many places after the point stand in the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digits {
    /// In the weights.
    pub weights: u8,
    /// In the answers.
    pub answers: u8,
}

/// The places with which who computes by hand, from the weights as they stand there, comes to the right answer as it
/// stands there: `usual` for both if that will do, else fewer in the answers, else one more in the weights, else as many
/// in the answers as tell them apart. Values that are not `typed` stand there with the usual ones.
#[must_use]
pub fn digits(trace: &Trace, row: usize, usual: u8, typed: bool) -> Digits {
    let offered = answers(trace, row);
    let all = [usual, usual + 1].into_iter().flat_map(|weights| {
        let fewer = (usual.min(1)..=usual).rev();
        fewer.map(move |answers| Digits { weights, answers })
    });
    let value = |value: f32| match typed {
        true => f64::from(value),
        false => rounded(value, usual),
    };
    let fits = |digits: &Digits| {
        told_apart(&offered, digits.answers) && comes_out(trace, row, *digits, value)
    };
    // Else answers can at least be told from each other.
    let enough = (usual..=MOST).find(|digits| told_apart(&offered, *digits));
    let same = Digits {
        weights: usual,
        answers: enough.unwrap_or(usual),
    };
    let mut all = all.filter(|_| !offered.is_empty());
    all.find(fits).unwrap_or(same)
}

/// Whether no two answers look the same.
fn told_apart(offered: &[(Answer, Vec<f32>)], digits: u8) -> bool {
    let written = |own: &(Answer, Vec<f32>)| {
        let all = own.1.iter().map(|value| number::shown(*value, digits));
        all.collect::<Vec<_>>()
    };
    let all: Vec<_> = offered.iter().map(written).collect();
    (0..all.len()).all(|index| !all[..index].contains(&all[index]))
}

/// Whether what is computed from rounded weights is rounded to the answer.
fn comes_out(trace: &Trace, row: usize, digits: Digits, value: impl Fn(f32) -> f64) -> bool {
    let (v, output) = (trace.get(Name::V), trace.get(Name::Output));
    let weights = trace.get(Name::Weights).row(row);
    // Half a unit, and not the middle between two: that may be rounded either way.
    let room = 0.499 * 10f64.powi(-i32::from(digits.answers));
    (0..v.cols()).all(|col| {
        let part =
            |(weight, own): (&f32, &[f32])| rounded(*weight, digits.weights) * value(own[col]);
        let by_hand: f64 = weights.iter().zip(v.iter_rows()).map(part).sum();
        (by_hand - rounded(output.at(row, col), digits.answers)).abs() < room
    })
}

/// What stands there, as a number.
fn rounded(value: f32, digits: u8) -> f64 {
    let written = format!("{value:.*}", usize::from(digits));
    written.parse().unwrap_or(f64::NAN)
}

fn differ(own: &[f32], other: &[f32]) -> bool {
    own.iter().zip(other).any(|(a, b)| (a - b).abs() > SAME)
}
