//! How each cell is computed. Hover, arithmetic, lighting and tests all read this one rule.

use crate::core::expr::{Addend, Expr, Factor, Term};
use crate::head::document::{Document, MaskKind, Source};
use crate::head::name::{Cell, Name};
use crate::head::trace::Trace;

/// How the number in `cell` comes about, with the numbers of `trace`.
#[must_use]
pub fn of(document: &Document, trace: &Trace, cell: Cell) -> Expr {
    let rule = computed(document, trace, cell);
    match trace.value(cell) {
        Some(value) if document.overrides.has(cell) => Expr::Replaced(Box::new(rule), value),
        _ => rule,
    }
}

/// The same but for what a reader put over it.
fn computed(document: &Document, trace: &Trace, cell: Cell) -> Expr {
    let Cell { name, row, col } = cell;
    let at = |name, row, col| {
        let cell = Cell::new(name, row, col);
        Term::at(cell, trace.value(cell).unwrap_or(0.0))
    };
    let here = |name| at(name, row, col);
    let first = |name| at(name, row, 0);
    let row_of = |name| (0..document.m()).map(move |t| at(name, row, t));
    // A row of the first times a column of the second: Σ a[row][t]·b[t][col].
    let by_column = |left, right, terms| Expr::Dot {
        bias: None,
        pairs: (0..terms)
            .map(|t| (at(left, row, t), at(right, t, col)))
            .collect(),
    };
    let d_model = document.d_model();
    let keys = match document.keys {
        Some(_) => Name::Xkv,
        None => Name::X,
    };
    let projected = document.source == Source::Projected;
    match name {
        Name::Q if projected => by_column(Name::X, Name::Wq, d_model),
        Name::K if projected => by_column(keys, Name::Wk, d_model),
        Name::V if projected => by_column(keys, Name::Wv, d_model),
        Name::Scores => Expr::Dot {
            bias: None,
            pairs: (0..document.d_k())
                .map(|t| (at(Name::Q, row, t), at(Name::K, col, t)))
                .collect(),
        },
        Name::Scaled => {
            let factor = Factor::chosen(document.scale, document.d_k());
            Expr::Scaled(vec![Addend::One(here(Name::Scores))], factor)
        }
        Name::Mask => mask(document, cell),
        Name::Masked => Expr::sum([here(Name::Scaled), here(Name::Mask)]),
        Name::Max => Expr::Max(row_of(Name::Masked).collect()),
        Name::Shifted => Expr::Minus(here(Name::Masked), first(Name::Max)),
        Name::Exp => Expr::Exp(here(Name::Shifted), None),
        Name::Sum => Expr::sum(row_of(Name::Exp)),
        Name::Weights => Expr::Over(here(Name::Exp), first(Name::Sum)),
        Name::Output => by_column(Name::Weights, Name::V, document.m()),
        _ => Expr::Given(here(name).value),
    }
}

/// What the chosen mask says of a cell, whatever is painted over it, and why: an inequality that a
/// reader can check.
fn mask(document: &Document, cell: Cell) -> Expr {
    let visible = document.chosen_keep().get(cell.row, cell.col) == Some(true);
    let (i, j) = (cell.row + 1, cell.col + 1);
    let sign = if j <= i { "≤" } else { ">" };
    let reason = match &document.mask {
        MaskKind::Causal => format!("{j} {sign} {i}"),
        MaskKind::Window(w) if j <= i => {
            format!("{i} − {j} {} {w}", if visible { "<" } else { "≥" })
        }
        MaskKind::Window(_) => format!("{j} > {i}"),
        MaskKind::Prefix(p) if j <= *p => format!("{j} ≤ {p}"),
        MaskKind::Prefix(_) => format!("{j} {sign} {i}"),
        MaskKind::Padding(_) | MaskKind::None | MaskKind::Painted(_) => String::new(),
    };
    Expr::Mask { visible, reason }
}
