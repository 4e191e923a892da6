//! The curves of the lesson as charts that can be taken along, with all numbers of their table.

use super::curve::Point;
use crate::protocol::Side;
use crate::share::export::chart::{Chart, ChartKind, ChartPoint, Line, Look, Series, single};

/// What a chart of one run needs to know.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// Which it is: its name in files, and its colour.
    pub side: Side,
    /// What it is called, in the reader's language.
    pub name: String,
    /// Its points.
    pub points: &'a [Point],
}

/// The loss of the batches and of the held-out sequences, or the accuracy on those, of all runs. `label` is
/// what is written at the line of (run, quantity).
#[must_use]
pub fn chart(
    kind: ChartKind,
    runs: &[Run<'_>],
    label: impl Fn(&Run<'_>, usize) -> String,
    [link, note]: [String; 2],
    cursor: Option<u32>,
) -> Chart {
    let drawn: &[usize] = match kind {
        ChartKind::Loss => &[TRAIN, HELD_OUT],
        _ => &[ACCURACY],
    };
    let lines = runs.iter().enumerate().flat_map(|(series, run)| {
        let label = &label;
        drawn.iter().map(move |quantity| Line {
            series,
            quantity: *quantity,
            label: label(run, *quantity),
            colour: run.side.index(),
            faint: *quantity == TRAIN,
        })
    });
    let top = (kind == ChartKind::Accuracy).then_some(1.0);
    Chart {
        kind,
        link,
        note,
        series: runs.iter().map(series).collect(),
        lines: lines.collect(),
        look: Look::Steps { top, cursor },
    }
}

/// The place of the batches' loss among [`ChartKind::quantities`].
pub const TRAIN: usize = 0;
/// The place of the held-out sequences' loss.
pub const HELD_OUT: usize = 1;
/// The place of the accuracy.
pub const ACCURACY: usize = 2;

fn series(run: &Run<'_>) -> Series {
    let point = |own: &Point| ChartPoint {
        at: own.step,
        values: vec![
            own.train.and_then(single),
            single(own.held_out),
            single(own.accuracy),
        ],
    };
    Series {
        key: run.side.slug().to_owned(),
        name: run.name.clone(),
        points: run.points.iter().map(point).collect(),
    }
}
