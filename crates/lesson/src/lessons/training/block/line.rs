//! Where a row stands.

use super::{BlockCell, Part};

/// The address of a row.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Line {
    pub(super) layer: Option<usize>,
    pub(super) part: Part,
    pub(super) head: Option<usize>,
}

impl Line {
    /// A row that belongs to no head.
    pub(super) fn new(layer: Option<usize>, part: Part) -> Self {
        let head = None;
        Self { layer, part, head }
    }

    /// The row that `cell` is in.
    pub(super) fn of(
        BlockCell {
            layer, part, head, ..
        }: BlockCell,
    ) -> Self {
        Self { layer, part, head }
    }

    /// The row of another station in the same place.
    pub(super) fn to(self, part: Part) -> Self {
        Self { part, ..self }
    }

    /// One of its cells.
    pub(super) fn cell(self, col: usize) -> BlockCell {
        let Self { layer, part, head } = self;
        BlockCell {
            layer,
            part,
            head,
            col,
        }
    }

    /// The first `count` of its cells.
    pub(super) fn cells(self, count: usize) -> Vec<BlockCell> {
        (0..count).map(|col| self.cell(col)).collect()
    }
}
