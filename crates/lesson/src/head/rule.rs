//! How each cell is computed, as data. Hover, arithmetic, lighting and tests all read this one rule.

use crate::head::document::{Document, Source};
use crate::head::name::{Cell, Name};
use crate::head::trace::Trace;

/// A row or a column of a matrix: which one, from 0.
pub type Line = (Name, usize);

/// The rule by which one cell gets its number from others.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// Typed by the user.
    Typed,
    /// A row of the first matrix times a column of the second, so many terms: Σ a[row][t]·b[t][col].
    RowTimesColumn(Line, Line, usize),
    /// A row times a row (Q·Kᵀ), so many terms: Σ a[row][t]·b[row′][t].
    RowTimesRow(Line, Line, usize),
    /// A cell times the scale factor.
    Times(Cell),
    /// 0 where the key may be seen (true), −∞ where not.
    Mask(bool),
    /// The sum of two cells.
    Plus(Cell, Cell),
    /// The largest of a row, of so many.
    Largest(Line, usize),
    /// The first cell minus the second.
    Minus(Cell, Cell),
    /// e to the power of a cell.
    Exp(Cell),
    /// The sum of a row, of so many.
    Total(Line, usize),
    /// The first cell divided by the second.
    Over(Cell, Cell),
}

impl Rule {
    /// The rule of `cell` in `document`.
    pub fn of(document: &Document, cell: Cell) -> Rule {
        let Cell { name, row, col } = cell;
        let here = |name| Cell::new(name, row, col);
        let first = |name| Cell::new(name, row, 0);
        let (m, projected) = (document.m(), document.source == Source::Projected);
        match name {
            Name::Q | Name::K | Name::V if projected => projection(document, cell),
            Name::Scores => Rule::RowTimesRow((Name::Q, row), (Name::K, col), document.d_k()),
            Name::Scaled => Rule::Times(here(Name::Scores)),
            Name::Mask => Rule::Mask(document.keep().get(row, col).unwrap_or(false)),
            Name::Masked => Rule::Plus(here(Name::Scaled), here(Name::Mask)),
            Name::Max => Rule::Largest((Name::Masked, row), m),
            Name::Shifted => Rule::Minus(here(Name::Masked), first(Name::Max)),
            Name::Exp => Rule::Exp(here(Name::Shifted)),
            Name::Sum => Rule::Total((Name::Exp, row), m),
            Name::Weights => Rule::Over(here(Name::Exp), first(Name::Sum)),
            Name::Output => Rule::RowTimesColumn((Name::Weights, row), (Name::V, col), m),
            _ => Rule::Typed,
        }
    }

    /// The cells it reads, in the order of the written arithmetic.
    pub fn sources(&self) -> Vec<Cell> {
        match *self {
            Rule::Typed | Rule::Mask(_) => vec![],
            Rule::Times(a) | Rule::Exp(a) => vec![a],
            Rule::Plus(a, b) | Rule::Minus(a, b) | Rule::Over(a, b) => vec![a, b],
            Rule::Largest((name, row), terms) | Rule::Total((name, row), terms) => {
                (0..terms).map(|t| Cell::new(name, row, t)).collect()
            }
            Rule::RowTimesColumn(..) | Rule::RowTimesRow(..) => {
                self.products().flat_map(|(a, b)| [a, b]).collect()
            }
        }
    }

    /// The pairs of cells a dot product multiplies; empty for other rules.
    pub fn products(&self) -> impl Iterator<Item = (Cell, Cell)> {
        let (left, right, terms, by_column) = match *self {
            Rule::RowTimesColumn(left, right, terms) => (left, right, terms, true),
            Rule::RowTimesRow(left, right, terms) => (left, right, terms, false),
            _ => ((Name::Q, 0), (Name::K, 0), 0, false),
        };
        (0..terms).map(move |t| {
            let (row, col) = if by_column {
                (t, right.1)
            } else {
                (right.1, t)
            };
            (Cell::new(left.0, left.1, t), Cell::new(right.0, row, col))
        })
    }

    /// What the rule gives, by the plainest arithmetic: the test oracle of what is on screen, and
    /// what an overridden cell would have been. `None` for typed cells.
    pub fn evaluate(&self, trace: &Trace) -> Option<f32> {
        let at = |cell| trace.value(cell).unwrap_or(0.0);
        let terms = || self.sources().into_iter().map(at);
        Some(match *self {
            Rule::Typed => return None,
            Rule::RowTimesColumn(..) | Rule::RowTimesRow(..) => {
                self.products().map(|(a, b)| at(a) * at(b)).sum()
            }
            Rule::Times(a) => at(a) * trace.factor,
            Rule::Mask(visible) => {
                if visible {
                    0.0
                } else {
                    f32::NEG_INFINITY
                }
            }
            Rule::Plus(a, b) => at(a) + at(b),
            Rule::Largest(..) => terms().fold(f32::NEG_INFINITY, f32::max),
            // A row that sees nothing has max −∞; the page shows −∞ there, not −∞ − −∞.
            Rule::Minus(a, _) if at(a) == f32::NEG_INFINITY => f32::NEG_INFINITY,
            Rule::Minus(a, b) => at(a) - at(b),
            Rule::Exp(a) => attention::exp(at(a)),
            Rule::Total(..) => terms().sum(),
            Rule::Over(_, sum) if at(sum) == 0.0 => 0.0,
            Rule::Over(a, b) => at(a) / at(b),
        })
    }
}

fn projection(document: &Document, Cell { name, row, col }: Cell) -> Rule {
    let keys = if document.keys.is_some() {
        Name::Xkv
    } else {
        Name::X
    };
    let (left, right) = match name {
        Name::Q => (Name::X, Name::Wq),
        Name::K => (keys, Name::Wk),
        _ => (keys, Name::Wv),
    };
    Rule::RowTimesColumn((left, row), (right, col), document.d_model())
}
