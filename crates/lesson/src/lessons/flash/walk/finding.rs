//! Where something is in a walk, what it holds, and what the mask hides.

use std::ops::Range;

use super::Walk;
use crate::lessons::flash::address::{At, Source};
use crate::lessons::flash::plan;
use crate::lessons::flash::shown::Part;
use crate::lessons::flash::step::{Kind, Step};

impl Walk {
    /// The last step of that kind before `step`, for the same queries.
    #[must_use]
    pub fn last(&self, kind: Kind, step: usize) -> Option<usize> {
        let own = &self.steps.get(step)?.queries;
        let of_block = |before: &usize| self.steps[*before].queries == *own;
        (0..step)
            .rev()
            .take_while(of_block)
            .find(|before| self.steps[*before].kind == kind)
    }

    /// The step of that kind for the same queries, and where there is one for the same keys.
    #[must_use]
    pub fn near(&self, kind: Kind, at: usize) -> Option<usize> {
        let own = self.steps.get(at)?;
        let alike = |(_, step): &(usize, &Step)| step.kind == kind && step.queries == own.queries;
        let found = self.steps.iter().enumerate().filter(alike);
        found
            .min_by_key(|(step, other)| (other.keys != own.keys, step.abs_diff(at)))
            .map(|(step, _)| step)
    }

    /// The first step of the tile that query `row` and key `col` meet in.
    #[must_use]
    pub fn tile_at(&self, row: usize, col: usize) -> Option<usize> {
        let of_tile = |step: &Step| step.queries.contains(&row) && step.keys.contains(&col);
        self.steps.iter().position(of_tile)
    }

    /// What a source holds.
    #[must_use]
    pub fn value(&self, source: Source) -> f32 {
        match source {
            Source::Step(at) => self.number(at).unwrap_or(0.0),
            Source::Start(value) => value,
        }
    }

    /// The number at that address, if there is one.
    #[must_use]
    pub fn number(&self, at: At) -> Option<f32> {
        self.steps.get(at.step)?.number(at.row, at.col)
    }

    /// Whether the mask hides every key of the tile from every query of it.
    #[must_use]
    pub fn hidden(&self, queries: &Range<usize>, keys: &Range<usize>) -> bool {
        plan::hidden(&self.keep, queries, keys)
    }

    /// Whether query `row` may see key `col`.
    #[must_use]
    pub fn sees(&self, row: usize, col: usize) -> bool {
        self.keep.get(row, col) == Some(true)
    }
}

impl Walk {
    /// Where the number that stands in a cell of the figure was computed.
    #[must_use]
    pub fn at(&self, step: usize, (part, row, col): (Part, usize, usize)) -> Option<At> {
        match self.shown(step, part, row, col).source? {
            Source::Step(at) => Some(at),
            Source::Start(_) => None,
        }
    }
}
