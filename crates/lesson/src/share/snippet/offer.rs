//! What can be asked about a lesson as it stands.

use crate::core::opened::Opened;
use crate::core::table::{Cell, TableId};
use crate::share::quiz::Ask;

/// The tables whose numbers can be asked and predicted now and are seen somewhere, in the order of computation.
#[must_use]
pub fn askable(lesson: &dyn Opened) -> Vec<TableId> {
    let all = (0..lesson.meta().tables.len()).map(|index| TableId(index as u8));
    let seen = |table: &TableId| lesson.shown_at(Cell::new(*table, 0, 0)).is_some();
    all.filter(|table| lesson.asks(*table) && seen(table))
        .collect()
}

/// The cell to ask about if nothing else is said, one that the reader sees: the one that is explained, the one in
/// focus at the step where one stands or at the next that computes something, or the first that is computed.
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
    let place = lesson.place();
    let mut ahead = lesson.all_places().into_iter().filter(|own| *own >= place);
    let next = ahead.find_map(|own| lesson.computes(own)).map(within);
    let first = || askable(lesson).first().copied().unwrap_or(TableId(0));
    let mut candidates = lesson.selected().into_iter().chain(here).chain(next);
    let fits = |cell: &Cell| Ask::Cell(*cell).fits_where_seen(lesson);
    candidates.find(fits).unwrap_or_else(|| within(first()))
}
