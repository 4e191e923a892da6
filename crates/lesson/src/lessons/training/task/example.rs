//! One sequence to learn from, and where one has to look to solve it.

use crate::lessons::training::heads::HeadKind;

/// One sequence of [`Task::n`](super::Task::n) tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// The tokens.
    pub ids: Vec<u32>,
    /// What should be predicted at each place: the next token, or for
    /// [`Objective::Fill`](super::Objective::Fill) the token that belongs there. `None` where
    /// anything goes and the loss does not look.
    pub targets: Vec<Option<u32>>,
    /// How many tokens are given when the model writes the rest; all of them where it fills in.
    pub prompt: usize,
}

/// Where the answer at one place is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// The place that asks (a query).
    pub from: usize,
    /// The place that answers (a key).
    pub to: usize,
    /// The head that would look from one to the other.
    pub kind: HeadKind,
    /// The place one would look at who took the sentence the other way.
    pub rival: Option<usize>,
}

impl Link {
    /// A link without a rival.
    pub(super) const fn new(from: usize, to: usize, kind: HeadKind) -> Self {
        let rival = None;
        Self {
            from,
            to,
            kind,
            rival,
        }
    }
}

impl Example {
    /// An example of [`Objective::Next`](super::Objective::Next): the first `prompt` tokens (at
    /// least 1) are given, those after them, up to place `end`, are to be written.
    pub(super) fn written(ids: Vec<u32>, prompt: usize, end: usize) -> Self {
        let next = |i: usize| ids.get(i + 1).copied();
        let asked = |i: usize| (prompt..end).contains(&(i + 1));
        let target = |i: usize| if asked(i) { next(i) } else { None };
        let targets = (0..ids.len()).map(target).collect();
        Self {
            ids,
            targets,
            prompt,
        }
    }

    /// An example of [`Objective::Fill`](super::Objective::Fill): `token` belongs at `place`.
    pub(super) fn filled(ids: Vec<u32>, place: usize, token: u32) -> Self {
        let target = |i: usize| (i == place).then_some(token);
        Self {
            targets: (0..ids.len()).map(target).collect(),
            prompt: ids.len(),
            ids,
        }
    }
}
