//! What can be asked about a document.

use crate::head::document::Document;
use crate::head::name::{Cell, Name};
use crate::head::view::View;
use crate::share::quiz::Ask;
use crate::share::quiz::ask::computed;

/// The matrices whose numbers can be asked and predicted in `document`, in the order of computation.
#[must_use]
pub fn askable(document: &Document) -> Vec<Name> {
    let all = Name::ALL.into_iter();
    all.filter(|name| computed(document, *name)).collect()
}

/// The cell to ask about if nothing else is said: the pinned one, the one in focus at the stage where
/// one stands, or the first that is computed.
#[must_use]
pub fn default_cell(document: &Document, view: &View) -> Cell {
    let within = |name: Name| {
        let (rows, cols) = document.shape(name);
        let (row, col) = (
            view.row.min(rows.saturating_sub(1)),
            view.col.min(cols.saturating_sub(1)),
        );
        Cell::new(name, row, col)
    };
    let focus = within(view.stage.matrix());
    let candidates = view.pinned.into_iter().chain([focus]);
    let fits = |cell: &Cell| Ask::Cell(*cell).fits(document);
    candidates
        .into_iter()
        .find(fits)
        .unwrap_or_else(|| within(Name::Scores))
}
