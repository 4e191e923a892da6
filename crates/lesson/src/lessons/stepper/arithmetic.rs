//! A cell's arithmetic, written out with its actual numbers.

use crate::core::expr::{self, Piece, Term};
use crate::core::number::indexed;
use crate::core::table::Axis;
use crate::head::document::Document;
use crate::head::name::{Cell, Name};
use crate::head::rule;
use crate::head::trace::Trace;

/// Writes the arithmetic of `cell` with `digits` places. It ends with the number that is shown, also
/// where that was put over what the rule gives.
pub fn written(document: &Document, trace: &Trace, cell: Cell, digits: u8) -> Vec<Piece> {
    let rule = rule::of(document, trace, cell);
    let result = Term::at(cell, trace.value(cell).unwrap_or(0.0));
    expr::written(left_side(cell), &rule, result, digits, usize::MAX)
}

/// The same as one string.
pub fn text(document: &Document, trace: &Trace, cell: Cell, digits: u8) -> String {
    expr::text(&written(document, trace, cell, digits))
}

/// A cell's symbol with its subscripts, counted from 1: `s₂₁`, `max₂`, `W_Q₁₂`; past 9 with a comma.
pub fn symbol(Cell { name, row, col }: Cell) -> String {
    let table = name.table();
    indexed(table.symbol, row, (table.cols != Axis::One).then_some(col))
}

/// A score is named by what it is the product of: `q₂·k₁`.
fn left_side(cell: Cell) -> Vec<Piece> {
    let vector = |name: Name, row| Piece::new(indexed(name.symbol(), row, None), Some(name));
    match cell.name {
        Name::Scores => vec![
            vector(Name::Q, cell.row),
            Piece::new("·", None),
            vector(Name::K, cell.col),
        ],
        name => vec![Piece::new(symbol(cell), Some(name))],
    }
}
