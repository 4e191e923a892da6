//! Which columns of a large matrix a worker holds.

use std::ops::Range;

/// Columns are dealt out in groups of so many where nothing else binds them together: as they are laid out for reading.
pub(crate) const GROUP: usize = 8;

/// The leader has one group more where a helper has so many, because what a helper is asked, and what it answers, has to
/// be carried (measured by `cargo xtask bench workers`).
const OF_HELPER: usize = 5;

/// One worker of those that share a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: usize,
    of: usize,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Worker `index`, counted from 0, of so many; the first is the leader. `None` where there is no such one.
    #[must_use]
    pub fn new(index: usize, of: usize) -> Option<Self> {
        (index < of).then_some(Self { index, of })
    }

    /// Is nothing held elsewhere?
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// Does it lead the others?
    #[must_use]
    pub fn leads(self) -> bool {
        self.index == 0
    }

    /// Its columns of `m`, of which `group` are never parted: all workers' together are 0..m, in their order.
    #[must_use]
    pub fn columns(self, m: usize, group: usize) -> Range<usize> {
        let groups = m.div_ceil(group.max(1));
        let all = OF_HELPER * self.of + 1;
        let end = |index: usize| {
            let own = OF_HELPER * index + 1;
            // groups·own/all, to the nearest; sizes come from files, so nothing may overflow.
            let rest = (groups % all * own + all / 2) / all;
            let end = groups / all * own + rest;
            end.saturating_mul(group.max(1)).min(m)
        };
        let first = if self.leads() { 0 } else { end(self.index) };
        first..end(self.index + 1)
    }
}

/// The columns of a matrix that are here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its number among all large ones; the same in all workers.
    pub(crate) number: u32,
    /// Of what rows are multiplied by.
    pub(crate) columns: Range<usize>,
    /// How many columns there are in all.
    pub(crate) of: usize,
    /// How many of them are never parted.
    pub(crate) group: usize,
}

#[cfg(test)]
mod tests {
    use super::Shard;

    #[test]
    fn every_column_is_held_once() {
        for (m, group) in [0, 1, 7, 8, 9, 24, 50_257, usize::MAX]
            .into_iter()
            .flat_map(|m| [(m, 1), (m, 8), (m, 64)])
        {
            for of in 1..6 {
                let mut next = 0;
                for index in 0..of {
                    let own = Shard::new(index, of).map(|shard| shard.columns(m, group));
                    let own = own.unwrap_or_default();
                    assert_eq!(own.start, next, "{m} columns, worker {index} of {of}");
                    assert!(own.end.is_multiple_of(group) || own.end == m);
                    next = own.end;
                }
                assert_eq!(next, m);
            }
        }
        assert!(Shard::new(2, 2).is_none() && Shard::new(0, 0).is_none());
    }
}
