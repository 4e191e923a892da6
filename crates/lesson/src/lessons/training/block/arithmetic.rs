//! How a number of a token's way comes about, written out with the numbers.

use attention::positions::sinusoidal;

use super::symbols::symbol;
use super::{BlockCell, Explanation, Part};
use crate::core::expr::{self, Expr, Piece};
use crate::core::number::subscript;

/// So many terms of a long sum are written before it is cut short.
pub const TERMS: usize = 6;

/// `symbol = terms = value` with `digits` places, no more than `most` terms of a sum.
#[must_use]
pub fn written(explanation: &Explanation, digits: u8, most: usize) -> String {
    let left = vec![Piece::new(symbol(explanation.cell), None)];
    let value = explanation.value.into();
    let pieces = expr::written(left, &explanation.formula, value, digits, most);
    expr::text(&pieces)
}

/// A number read from row `row` of a learned table, a token's or a position's: `E(3)₅`.
pub(super) fn looked_up(cell: BlockCell, row: usize, value: f32) -> Expr {
    let table = match cell.part {
        Part::Position => "P",
        _ => "E",
    };
    Expr::Known(value, format!("{table}({row}){}", subscript(cell.col + 1)))
}

/// The wave that tells positions apart (Vaswani et al. 2017, §3.5): with
/// a = position / 10000^(2i/width), sin a in component 2i and cos a in component 2i + 1; all counted
/// from 0. It is computed at set-up in f64; NaN where there is none.
pub(super) fn wave(position: usize, component: usize, width: usize) -> Expr {
    let table = sinusoidal(position + 1, width);
    let value = table.get(position, component).unwrap_or(f32::NAN);
    let (function, even) = match component % 2 {
        0 => ("sin", component),
        _ => ("cos", component - 1),
    };
    Expr::Known(
        value,
        format!("{function}({position} / 10000^({even}/{width}))"),
    )
}

#[cfg(test)]
#[path = "arithmetic_tests.rs"]
mod tests;
