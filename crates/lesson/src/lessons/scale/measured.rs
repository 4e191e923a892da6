//! The numbers of the shown draw, and beside them what was measured of many.

use std::borrow::Cow;
use std::sync::Arc;

use attention::Matrix;

use super::document::{Document, Rule, WIDTHS};
use super::drawn::Drawn;
use super::summary::{BINS, Estimate, Summary, Width, bell, bins};
use super::tables::SPREAD;
use crate::core::expr::Expr;
use crate::core::numbers::Numbers;
use crate::core::table::{Cell, TableId};

/// A draw, and what was measured of all draws so far.
#[derive(Debug)]
pub struct Measured {
    drawn: Arc<Drawn>,
    /// The measured tables from [`SPREAD`] on; none before the first draw.
    measured: Option<[Matrix; 5]>,
}

impl Measured {
    /// The numbers of both; the summary is one of the same document.
    #[must_use]
    pub fn of(drawn: Arc<Drawn>, summary: &Summary) -> Measured {
        let measured = matrices(summary, &drawn.document);
        Measured { drawn, measured }
    }
}

impl Numbers for Measured {
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        let Some(index) = table.0.checked_sub(SPREAD.0) else {
            return self.drawn.matrix(table);
        };
        let own = self.measured.as_ref()?.get(usize::from(index));
        own.map(Cow::Borrowed)
    }

    fn rule(&self, cell: Cell) -> Option<Expr> {
        self.drawn.rule(cell)
    }
}

/// The measured tables in the lesson's order; `None` before the first draw.
fn matrices(summary: &Summary, document: &Document) -> Option<[Matrix; 5]> {
    let here = summary.at(document.width)?;
    let (from, step) = bins(document, document.width);
    let all = summary.scores as f64;
    let histogram = Matrix::from_fn(BINS, 4, |row, col| {
        let left = from + step * row as f64;
        let theory = bell(document, document.width, left + step / 2.0) * step * all;
        [left, left + step, f64::from(here.bins[row]), theory][col] as f32
    });
    let spread = Matrix::from_fn(WIDTHS.len(), 6, |row, col| {
        let own = &summary.widths[row];
        let (mean, variance) = (own.mean, own.variance);
        let theory = document.variance(WIDTHS[row]);
        let width = WIDTHS[row] as f64;
        [
            width,
            mean.mean,
            mean.error,
            variance.mean,
            variance.error,
            theory,
        ][col] as f32
    });
    let of = |pick: fn(&Width) -> &[Estimate; Rule::ALL.len()]| {
        Matrix::from_fn(WIDTHS.len(), Rule::ALL.len(), |row, col| {
            pick(&summary.widths[row])[col].mean as f32
        })
    };
    Some([
        spread,
        histogram,
        of(|own| &own.largest),
        of(|own| &own.entropy),
        of(|own| &own.jacobian),
    ])
}
