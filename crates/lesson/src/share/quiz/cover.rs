//! What stays covered until it has been predicted.
//!
//! A covered number is taken out of the [`Trace`] that the views are given: whatever they draw, write,
//! read out or copy, it is not there. [`COVERED`] stands in its place, which no computation of finite
//! numbers gives (see `attention`'s conventions).

use super::ask::computed;
use crate::head::document::Document;
use crate::head::name::{Cell, Name};
use crate::head::trace::{RowStats, Trace};

/// Stands where a number is covered: NaN.
pub const COVERED: f32 = f32::NAN;

/// Which computed numbers are covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cover {
    /// None.
    #[default]
    Nothing,
    /// One query's row of this matrix and of all that is computed after it; other queries do not
    /// enter into it, so their rows give nothing away. Not for K and V, which enter into all.
    Row(Name, usize),
    /// This matrix and all that is computed after it.
    From(Name),
}

impl Cover {
    /// Whether the number of `cell` is covered. Typed numbers and the mask never are.
    #[must_use]
    pub fn hides(self, document: &Document, cell: Cell) -> bool {
        let own = match self {
            Cover::Nothing => false,
            Cover::Row(name, row) => cell.name >= name && cell.row == row && by_query(cell.name),
            Cover::From(name) => cell.name >= name,
        };
        own && computed(document, cell.name)
    }

    /// `trace` without the covered numbers.
    #[must_use]
    pub fn over(self, document: &Document, trace: &Trace) -> Trace {
        let mut trace = trace.clone();
        if self == Cover::Nothing {
            return trace;
        }
        for name in Name::ALL {
            let mut matrix = trace.get(name).clone();
            for row in 0..matrix.rows() {
                if self.hides(document, Cell::new(name, row, 0)) {
                    matrix.row_mut(row).fill(COVERED);
                }
            }
            trace.replace(name, matrix);
        }
        for (row, stats) in trace.rows.iter_mut().enumerate() {
            if self.hides(document, Cell::new(Name::Weights, row, 0)) {
                *stats = without_numbers(*stats);
            }
        }
        trace
    }
}

/// Whether row i of `name` depends on query i alone.
const fn by_query(name: Name) -> bool {
    !name.rows_are_keys()
}

/// That a query sees nothing follows from the mask, which stays visible.
fn without_numbers(stats: RowStats) -> RowStats {
    RowStats {
        sum: COVERED,
        entropy: COVERED,
        max: COVERED,
        argmax: 0,
        sees_nothing: stats.sees_nothing,
    }
}
