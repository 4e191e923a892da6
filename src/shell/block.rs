//! A rectangle of selected cells.

use lesson::core::table::Cell;

/// A rectangle of selected cells of one table: anchor and the corner opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The cell the selection began with.
    pub anchor: Cell,
    /// The cell it has been drawn to.
    pub corner: Cell,
}

impl Block {
    /// First and last row, first and last column, inclusive.
    pub fn bounds(self) -> ((usize, usize), (usize, usize)) {
        let (a, b) = (self.anchor, self.corner);
        (
            (a.row.min(b.row), a.row.max(b.row)),
            (a.col.min(b.col), a.col.max(b.col)),
        )
    }

    /// Whether it is more than one cell.
    pub fn is_many(self) -> bool {
        self.anchor != self.corner
    }
}
