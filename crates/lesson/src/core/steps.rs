//! The steps of a walk, and the stretch of them that a link may limit a reader to.

/// A place of the scrub bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Which step, from 0: of the lesson's [`steps`](super::lesson::Meta::steps) where these have names.
    pub step: usize,
    /// Which of the places that belong to this step, from 0.
    pub part: usize,
}

/// The names of a lesson's steps in links, in the order of the walk.
pub type Names = &'static [&'static str];

/// The names of steps that are listed with what each is about.
#[must_use]
pub const fn names<T: Copy, const N: usize>(steps: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut index = 0;
    while index < N {
        names[index] = steps[index].0;
        index += 1;
    }
    names
}

/// A stretch of the walk, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    names: Names,
    first: usize,
    last: usize,
}

impl Steps {
    /// From one step to another that does not come before it, by their places in `names`.
    #[must_use]
    pub fn new(names: Names, first: usize, last: usize) -> Option<Self> {
        let there = first <= last && last < names.len();
        there.then_some(Self { names, first, last })
    }

    /// As in links: `scores..weights`.
    #[must_use]
    pub fn key(self) -> String {
        format!("{}..{}", self.names[self.first], self.names[self.last])
    }

    /// Reads what [`key`](Steps::key) writes, or one step alone.
    #[must_use]
    pub fn from_key(names: Names, key: &str) -> Option<Self> {
        let (first, last) = key.split_once("..").unwrap_or((key, key));
        Self::new(names, named(names, first)?, named(names, last)?)
    }

    /// Whether these are steps of a lesson with such names.
    #[must_use]
    pub fn are_of(self, names: Names) -> bool {
        std::ptr::eq(self.names, names) || self.names == names
    }

    /// The first step and the last.
    #[must_use]
    pub const fn ends(self) -> (usize, usize) {
        (self.first, self.last)
    }

    /// Whether one may walk to that step.
    #[must_use]
    pub fn has(self, step: usize) -> bool {
        (self.first..=self.last).contains(&step)
    }

    /// The places that one may go to: one at least, the nearest before the end, where a walk has none
    /// of these steps (softmax folded, or nothing projected).
    #[must_use]
    pub fn of(self, walk: Vec<Place>) -> Vec<Place> {
        let own: Vec<_> = walk.iter().copied().filter(|p| self.has(p.step)).collect();
        if !own.is_empty() {
            return own;
        }
        let before = walk.iter().rev().find(|place| place.step <= self.last);
        let nearest = before.or(walk.first()).map(|place| place.step);
        let of_it = |place: &Place| Some(place.step) == nearest;
        walk.into_iter().filter(of_it).collect()
    }
}

/// The step of that name. `softmax` is the weights, which softmax ends with.
#[must_use]
pub fn named(names: Names, key: &str) -> Option<usize> {
    let key = if key == "softmax" { "weights" } else { key };
    names.iter().position(|own| *own == key)
}

/// `place`, or the one of `walk` that is nearest before it, or else its first.
#[must_use]
pub fn nearest(walk: &[Place], place: Place) -> Place {
    let exact = walk.iter().find(|own| **own == place);
    let same = || walk.iter().find(|own| own.step == place.step);
    let before = || walk.iter().rev().find(|own| own.step <= place.step);
    let found = exact.or_else(same).or_else(before).or(walk.first());
    found.copied().unwrap_or(place)
}
