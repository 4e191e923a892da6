//! What was measured, as tables beside the numbers of the shown draw.

use std::sync::Arc;

use attention::Matrix;

use super::document::{Document, Rule, WIDTHS};
use super::drawn::Drawn;
use super::summary::{BINS, Estimate, Summary, Width, bell, bins};
use super::tables::SPREAD;
use crate::core::numbers::Beside;

/// The numbers of the shown draw, and beside them what was measured of all draws so far: a summary of the same document.
#[must_use]
pub fn measured(drawn: Arc<Drawn>, summary: &Summary) -> Beside {
    let tables = matrices(summary, &drawn.document);
    let tables = tables.map_or_else(Vec::new, |tables| tables.to_vec());
    Beside::of(drawn, SPREAD, tables)
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
