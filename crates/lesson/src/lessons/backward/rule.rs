//! How each gradient is computed, with the numbers: written, lit and checked by this one description.

use super::loss::Loss;
use super::tables::*;
use super::way::Way;
use crate::core::expr::{Addend, Expr, Factor, Term};
use crate::core::table::{Cell, TableId};
use crate::head::name::Name;
use crate::head::rule;

/// The rule of `cell`; `None` where there is no such number.
pub fn of(way: &Way, cell: Cell) -> Option<Expr> {
    if way.get(cell.name).get(cell.row, cell.col).is_none() || !way.document.has_table(cell.name) {
        return None;
    }
    if index(cell.name).is_none() {
        return Some(rule::of(&way.document.followed(), &way.forward, cell));
    }
    Some(match cell.name {
        GRAD_OUTPUT => output(way, cell),
        LOSS => loss(way, cell.row),
        GRAD_WEIGHTS => weights(way, cell),
        table => gradient(way, table, cell.row, cell.col),
    })
}

/// The number in a cell as it goes into another.
fn at(way: &Way, table: TableId, row: usize, col: usize) -> Term {
    let value = way.get(table).get(row, col).unwrap_or(f32::NAN);
    Term::at(Cell::new(table, row, col), value)
}

/// Σ over a common index: row `row` of one table with row `col` of another, or their columns.
fn dot(pairs: impl Iterator<Item = (Term, Term)>) -> Expr {
    let pairs = pairs.collect();
    Expr::Dot { bias: None, pairs }
}

fn output(way: &Way, cell: Cell) -> Expr {
    let here = |table| at(way, table, cell.row, cell.col);
    match way.document.loss {
        Loss::Target => Expr::Minus(here(Name::Output), here(TARGET)),
        Loss::Cell | Loss::Given => Expr::Given(here(GRAD_OUTPUT).value),
    }
}

fn loss(way: &Way, row: usize) -> Expr {
    let d_v = way.document.head.d_v();
    let slope = |col| at(way, GRAD_OUTPUT, row, col);
    match way.document.loss {
        Loss::Target => {
            let squares = (0..d_v).map(|col| Addend::Product(slope(col), slope(col)));
            Expr::Scaled(squares.collect(), Factor::Chosen(0.5))
        }
        Loss::Given => dot((0..d_v).map(|col| (at(way, Name::Output, row, col), slope(col)))),
        Loss::Cell if row == way.document.aim.0 => Expr::Function {
            name: "−ln".to_owned(),
            x: at(way, Name::Weights, row, way.document.aim.1).value,
            value: way.get(LOSS).at(row, 0),
        },
        Loss::Cell => Expr::Given(0.0),
    }
}

fn weights(way: &Way, cell: Cell) -> Expr {
    let Cell { row, col, .. } = cell;
    if way.document.loss != Loss::Cell {
        let d_v = way.document.head.d_v();
        return dot((0..d_v).map(|c| (at(way, GRAD_OUTPUT, row, c), at(way, Name::V, col, c))));
    }
    // Where there is nothing to learn no −1/α is taken.
    let learned = way.get(GRAD_WEIGHTS).at(row, col) != 0.0;
    match learned && (row, col) == way.document.aim {
        true => Expr::Over((-1.0).into(), at(way, Name::Weights, row, col)),
        false => Expr::Given(0.0),
    }
}

fn gradient(way: &Way, table: TableId, row: usize, col: usize) -> Expr {
    let head = &way.document.head;
    let (n, m) = (head.n(), head.m());
    let here = |table| at(way, table, row, col);
    let keys = if head.keys.is_some() {
        Name::Xkv
    } else {
        Name::X
    };
    // Xᵀ·∂Q: column by column.
    let by_columns = |left, right, terms| {
        dot((0..terms).map(|t| (at(way, left, t, row), at(way, right, t, col))))
    };
    // ∂Q·W_Qᵀ: row by row.
    let by_rows = |left, right, terms| {
        (0..terms).map(move |t| (at(way, left, row, t), at(way, right, col, t)))
    };
    let (d_k, d_v) = (head.d_k(), head.d_v());
    match table {
        GRAD_V => by_columns(Name::Weights, GRAD_OUTPUT, n),
        AVERAGE => dot((0..m).map(|j| {
            (
                at(way, Name::Weights, row, j),
                at(way, GRAD_WEIGHTS, row, j),
            )
        })),
        CENTRED => Expr::Minus(here(GRAD_WEIGHTS), at(way, AVERAGE, row, 0)),
        GRAD_SCALED => Expr::product(here(Name::Weights), here(CENTRED)),
        GRAD_SCORES => {
            let factor = Factor::chosen(head.scale, d_k);
            Expr::Scaled(vec![Addend::One(here(GRAD_SCALED))], factor)
        }
        GRAD_Q => dot((0..m).map(|j| (at(way, GRAD_SCORES, row, j), at(way, Name::K, j, col)))),
        GRAD_K => by_columns(GRAD_SCORES, Name::Q, n),
        GRAD_WQ => by_columns(Name::X, GRAD_Q, n),
        GRAD_WK => by_columns(keys, GRAD_K, m),
        GRAD_WV => by_columns(keys, GRAD_V, m),
        GRAD_X if head.keys.is_some() => dot(by_rows(GRAD_Q, Name::Wq, d_k)),
        GRAD_X => {
            let by_kv = by_rows(GRAD_K, Name::Wk, d_k).chain(by_rows(GRAD_V, Name::Wv, d_v));
            dot(by_rows(GRAD_Q, Name::Wq, d_k).chain(by_kv))
        }
        GRAD_XKV => dot(by_rows(GRAD_K, Name::Wk, d_k).chain(by_rows(GRAD_V, Name::Wv, d_v))),
        _ => Expr::Given(here(table).value),
    }
}
