//! What can be asked about a lesson as it stands.

use crate::core::opened::Opened;
use crate::core::table::{Cell, TableId};
use crate::share::quiz::Ask;

/// The tables whose numbers can be asked and predicted now, in the order of computation.
#[must_use]
pub fn askable(lesson: &dyn Opened) -> Vec<TableId> {
    let all = (0..lesson.meta().tables.len()).map(|index| TableId(index as u8));
    all.filter(|table| lesson.asks(*table)).collect()
}

/// The cell to ask about if nothing else is said: the one that is explained, the one in focus at the
/// step where one stands, or the first that is computed.
#[must_use]
pub fn default_cell(lesson: &dyn Opened) -> Cell {
    let within = |table: TableId| {
        let (rows, cols) = lesson.shape(table).unwrap_or_default();
        let (row, col) = lesson.focus();
        let (row, col) = (
            row.min(rows.saturating_sub(1)),
            col.min(cols.saturating_sub(1)),
        );
        Cell::new(table, row, col)
    };
    let here = lesson.computes(lesson.place()).map(within);
    let first = || askable(lesson).first().copied().unwrap_or(TableId(0));
    let mut candidates = lesson.selected().into_iter().chain(here);
    let fits = |cell: &Cell| Ask::Cell(*cell).fits(lesson);
    candidates.find(fits).unwrap_or_else(|| within(first()))
}
