//! Scores, and the name that follows from them.

use serde::{Deserialize, Serialize};

use super::HeadKind;
use super::measure::PATTERNS;

/// Mean scores of one head over the sequences it was measured on.
///
/// The score of a pattern is the weight a query puts on the keys of the pattern, all together,
/// averaged over the queries that can see such a key and could look elsewhere:
///
/// - previous: the key at i − 1; first: at 0 (for i > 0); itself: at i;
/// - induction: the keys at j + 1, for every earlier place j < i that holds the token of i;
/// - same token: the keys at other places that hold the token of i;
/// - those of a task: the keys its [`links`](crate::lessons::training::task::Task::links) lead to from i.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct HeadScores {
    pub(super) found: [Option<f32>; PATTERNS],
    pub(super) chance: [Option<f32>; PATTERNS],
    pub(super) queries: [u32; PATTERNS],
    /// The mean entropy of a row, 0…1: that of each row by the most it could be, ln of the number
    /// of keys it may see.
    pub entropy: f32,
    /// The mean distance |i − j| from a query to what it looks at, in tokens, by weight.
    pub distance: f32,
}

/// The clarity from which a pattern gives a head its name.
pub const CLEAR: f32 = 0.4;

/// The entropy from which a head looks everywhere alike.
const EVEN: f32 = 0.9;

/// Patterns this close in clarity count as one: the more telling name is taken.
const CLOSE: f32 = 0.05;

/// Fewer queries than these could be chance.
const ENOUGH: u32 = 8;

impl HeadScores {
    /// The score of a pattern, 0…1; `None` where no query had it before it, and for what is no
    /// pattern ([`HeadKind::Spread`], [`HeadKind::Mixed`]).
    #[must_use]
    pub fn score(&self, kind: HeadKind) -> Option<f32> {
        self.found[place(kind)?]
    }

    /// The score by chance, on the same queries: that of a head that looks everywhere alike. Where
    /// a [`Link`](crate::lessons::training::task::Link) has a rival it is at least what this head would have
    /// if it could not tell the two apart: half of its weight on both.
    #[must_use]
    pub fn chance(&self, kind: HeadKind) -> Option<f32> {
        self.chance[place(kind)?]
    }

    /// How many queries the score is the mean of.
    #[must_use]
    pub fn queries(&self, kind: HeadKind) -> u32 {
        place(kind).map_or(0, |place| self.queries[place])
    }

    /// How far a score stands above chance: 0 where chance would give it too (negative below), 1
    /// where all weight lies on the pattern. (score − chance)/(1 − chance), as Cohen's κ corrects
    /// for chance (Cohen 1960). `None` where the pattern was all there was to see, or nothing of
    /// it.
    #[must_use]
    pub fn clarity(&self, kind: HeadKind) -> Option<f32> {
        let (found, chance) = (self.score(kind)?, self.chance(kind)?);
        (chance < 1.0).then(|| (found - chance) / (1.0 - chance))
    }

    /// What the head does, and how clearly: the pattern that stands highest above chance, if that
    /// is at least [`CLEAR`] and was seen at 8 queries or more, with its clarity; else
    /// [`HeadKind::Spread`] with the entropy, if that is at least 0.9; else [`HeadKind::Mixed`]
    /// with the highest clarity there was.
    #[must_use]
    pub fn label(&self) -> (HeadKind, f32) {
        let clear = |kind: HeadKind| Some((kind, self.clarity(kind)?));
        let enough = |kind: &HeadKind| self.queries(*kind) >= ENOUGH;
        let patterns = HeadKind::PATTERNS.into_iter().filter(enough);
        let patterns: Vec<(HeadKind, f32)> = patterns.filter_map(clear).collect();
        let best = patterns
            .iter()
            .fold(0.0, |best: f32, found| best.max(found.1));
        let named = |found: &&(HeadKind, f32)| found.1 >= CLEAR && found.1 >= best - CLOSE;
        match patterns.iter().find(named) {
            Some(&found) => found,
            None if self.entropy >= EVEN => (HeadKind::Spread, self.entropy),
            None => (HeadKind::Mixed, best),
        }
    }
}

fn place(kind: HeadKind) -> Option<usize> {
    HeadKind::PATTERNS.iter().position(|other| *other == kind)
}
