//! The overridden cells: a short list in the order of the cells. A tree map would do the same and
//! make the page 6 KB larger.

use crate::head::name::Cell;

/// Cells with the values that replace the computed ones, sorted by cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides(Vec<(Cell, f32)>);

impl Overrides {
    /// Whether `cell` is overridden.
    pub fn has(&self, cell: Cell) -> bool {
        self.place(cell).is_ok()
    }

    /// Overrides `cell`.
    pub fn insert(&mut self, cell: Cell, value: f32) {
        match self.place(cell) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (cell, value)),
        }
    }

    /// Lets go of `cell`.
    pub fn remove(&mut self, cell: Cell) {
        self.retain(|own| own != cell);
    }

    /// Lets go of all cells that `keep` says false to.
    pub fn retain(&mut self, keep: impl Fn(Cell) -> bool) {
        self.0.retain(|(cell, _)| keep(*cell));
    }

    /// Every overridden cell with its value, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, f32)> + '_ {
        self.0.iter().copied()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn place(&self, cell: Cell) -> Result<usize, usize> {
        self.0.binary_search_by(|(own, _)| own.cmp(&cell))
    }
}
