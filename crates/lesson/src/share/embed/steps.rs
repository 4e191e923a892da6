//! The stages one may walk to.

use crate::head::stage::Stage;

/// A stretch of the walk, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    first: Stage,
    last: Stage,
}

impl Steps {
    /// From one stage to another that does not come before it.
    #[must_use]
    pub fn new(first: Stage, last: Stage) -> Option<Self> {
        (first <= last).then_some(Self { first, last })
    }

    /// As in links: `scores..weights`.
    #[must_use]
    pub fn key(self) -> String {
        format!("{}..{}", self.first.key(), self.last.key())
    }

    /// Reads what [`key`](Steps::key) writes, or one stage alone.
    #[must_use]
    pub fn from_key(key: &str) -> Option<Self> {
        let (first, last) = key.split_once("..").unwrap_or((key, key));
        Self::new(Stage::from_key(first)?, Stage::from_key(last)?)
    }

    /// The first stage and the last.
    #[must_use]
    pub const fn ends(self) -> (Stage, Stage) {
        (self.first, self.last)
    }

    /// Whether one may walk to `stage`.
    #[must_use]
    pub fn has(self, stage: Stage) -> bool {
        (self.first..=self.last).contains(&stage)
    }

    /// `stage`, or the stage of `walk` that is nearest before it, or else its first.
    #[must_use]
    pub fn nearest(self, walk: &[Stage], stage: Stage) -> Stage {
        let before = walk.iter().rev().find(|own| **own <= stage);
        before.or(walk.first()).copied().unwrap_or(stage)
    }

    /// The stages of `walk` that one may go to: one at least, the nearest before the end, where a
    /// walk has none of them (softmax folded, or nothing projected).
    pub fn of(self, walk: &[Stage]) -> Vec<Stage> {
        let own: Vec<_> = walk.iter().copied().filter(|s| self.has(*s)).collect();
        if !own.is_empty() {
            return own;
        }
        let before = walk.iter().rev().find(|stage| **stage <= self.last);
        before.or(walk.first()).copied().into_iter().collect()
    }
}
