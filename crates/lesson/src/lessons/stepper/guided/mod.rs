//! The guided walk: five beats along one query, and what each shows. Every number is the trace's, or computed here
//! from it by the rule that the page writes beside it.

pub mod draws;
pub mod plane;
pub mod recall;

use attention::Matrix;

use crate::head::name::Name;
use crate::head::stage::Stage;
use crate::head::trace::{Trace, largest};

/// A beat: one question, one movement, one thing to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beat {
    /// Query, key and value: three readings of one word.
    Ask,
    /// The query against every key.
    Match,
    /// Scores divided by √d_k.
    Scale,
    /// Scores become shares of 1.
    Share,
    /// The values, mixed by their shares.
    Mix,
}

impl Beat {
    /// In order.
    pub const ALL: [Beat; 5] = [Beat::Ask, Beat::Match, Beat::Scale, Beat::Share, Beat::Mix];

    /// The stage it stands at: a link to a beat is one to that stage.
    pub const fn stage(self) -> Stage {
        match self {
            Beat::Ask => Stage::Project,
            Beat::Match => Stage::Scores,
            Beat::Scale => Stage::Scaled,
            Beat::Share => Stage::Weights,
            Beat::Mix => Stage::Output,
        }
    }

    /// The beat that tells of a stage.
    pub const fn of(stage: Stage) -> Beat {
        match stage {
            Stage::Project => Beat::Ask,
            Stage::Scores => Beat::Match,
            Stage::Scaled => Beat::Scale,
            Stage::Output => Beat::Mix,
            _ => Beat::Share,
        }
    }

    /// Seconds it stays while playing: its movement, and time to read.
    #[must_use]
    pub const fn seconds(self) -> f32 {
        match self {
            Beat::Match => 9.0,
            _ => 6.0,
        }
    }

    /// The words of the glossary that it says.
    #[must_use]
    pub const fn words(self) -> &'static [&'static str] {
        match self {
            Beat::Ask => &["query", "key", "value", "vector"],
            Beat::Match => &["query", "key", "dot_product", "score"],
            Beat::Scale => &["scaling", "d_k", "score", "softmax"],
            Beat::Share => &["exp", "softmax", "weight"],
            Beat::Mix => &["value", "weight", "output"],
        }
    }

    /// Its key in attributes.
    pub const fn key(self) -> &'static str {
        match self {
            Beat::Ask => "ask",
            Beat::Match => "match",
            Beat::Scale => "scale",
            Beat::Share => "share",
            Beat::Mix => "mix",
        }
    }
}

/// The products of query `row` and key `key`, d_k of them: added from left to right they are the score
/// (Vaswani et al. 2017, §3.2.1).
#[must_use]
pub fn products(trace: &Trace, row: usize, key: usize) -> Vec<f32> {
    let (q, k) = (trace.get(Name::Q), trace.get(Name::K));
    if row >= q.rows() || key >= k.rows() {
        return vec![];
    }
    let pairs = q.row(row).iter().zip(k.row(key));
    pairs.map(|(q, k)| q * k).collect()
}

/// The keys with the largest number in row `row` of `name`: several where they are equal.
#[must_use]
pub fn leaders(trace: &Trace, name: Name, row: usize) -> Vec<usize> {
    let matrix = trace.get(name);
    match row < matrix.rows() {
        true => largest(matrix.row(row)),
        false => vec![],
    }
}

/// The first of the [`leaders`], 0 where there is none.
#[must_use]
pub fn strongest(trace: &Trace, name: Name, row: usize) -> usize {
    leaders(trace, name, row).first().copied().unwrap_or(0)
}

/// How one query divides its attention.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares {
    /// Scaled scores with the mask: plus or minus, −∞ where nothing may be seen.
    pub scores: Vec<f32>,
    /// exp of each score, less `lowered`.
    pub exps: Vec<f32>,
    /// What every score was lowered by first: 0 where exp of them all can be written, else the largest.
    pub lowered: f32,
    /// Their sum.
    pub sum: f32,
    /// The weights, as the head computes them.
    pub weights: Vec<f32>,
    /// Each score over the sum of the scores: what one would get without exp. A hidden key has nothing.
    pub without_exp: Vec<f32>,
}

/// What comes of dividing plain scores by their sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Plain {
    /// They add up to nothing one could divide by.
    Undivided,
    /// Some shares are below 0; this is the least.
    Below(f32),
    /// Every score is negative: the shares are positive, and the lowest score gets most.
    Turned,
    /// No share is negative, and larger scores get more.
    Luck,
}

impl Shares {
    /// What comes of doing without exp.
    #[must_use]
    pub fn plain(&self) -> Plain {
        let shares = self.without_exp.iter().copied();
        let least = shares.clone().fold(f32::INFINITY, f32::min);
        let seen = || self.scores.iter().filter(|score| score.is_finite());
        let first = seen().next();
        let apart = seen().any(|score| Some(score) != first);
        match shares.into_iter().all(f32::is_finite) {
            false => Plain::Undivided,
            true if least < 0.0 => Plain::Below(least),
            true if apart && seen().all(|score| *score < 0.0) => Plain::Turned,
            true => Plain::Luck,
        }
    }
}

/// exp of what is larger runs out of what f32 can write once a few are added.
const TOO_LARGE: f32 = 80.0;

/// The shares of query `row`. exp is written without the shift by the largest score, which changes no share, as
/// long as that can be written (Vaswani et al. 2017, eq. 1).
#[must_use]
pub fn shares(trace: &Trace, row: usize) -> Shares {
    let of = |name: Name| {
        let matrix = trace.get(name);
        match row < matrix.rows() {
            true => matrix.row(row).to_vec(),
            false => vec![],
        }
    };
    let scores = of(Name::Masked);
    let largest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let smallest = scores.iter().filter(|score| score.is_finite());
    let smallest = smallest.copied().fold(f32::INFINITY, f32::min);
    let writable = largest <= TOO_LARGE && (smallest >= -TOO_LARGE || smallest == f32::INFINITY);
    let lowered = if writable { 0.0 } else { largest };
    let exp = |score: &f32| attention::exp(score - lowered);
    let exps: Vec<f32> = scores.iter().map(exp).collect();
    let seen = |score: f32| {
        if score == f32::NEG_INFINITY {
            0.0
        } else {
            score
        }
    };
    let total: f32 = scores.iter().copied().map(seen).sum();
    let sum = exps.iter().sum();
    Shares {
        without_exp: scores.iter().map(|score| seen(*score) / total).collect(),
        weights: of(Name::Weights),
        scores,
        exps,
        lowered,
        sum,
    }
}

/// What goes in for that query and what comes out: its own value, where the tokens ask each other, and the
/// contributions of all keys, m×d_v.
#[must_use]
pub fn mixed(trace: &Trace, row: usize, itself: bool) -> (Option<Vec<f32>>, Matrix) {
    let v = trace.get(Name::V);
    let own = (itself && row < v.rows()).then(|| v.row(row).to_vec());
    (own, trace.contributions(row))
}
