//! A chart as the page draws it.

use lesson::export::Chart;
use lesson::export::chart::{Line, Look};

use super::readable;
use crate::plot::{Curve, Framed, LogLine, LogLog, Scene};

/// How large a chart is, CSS pixels.
const INSIDE: (f64, f64) = (760.0, 460.0);

/// The picture of a chart.
pub fn framed(chart: &Chart, title: &str) -> Framed {
    Framed {
        title: readable(title),
        note: readable(&chart.note),
        scene: scene(chart),
        inside: INSIDE,
    }
}

fn scene(chart: &Chart) -> Scene {
    match &chart.look {
        Look::Logarithmic {
            sizes,
            ticks,
            guides,
        } => {
            let tick = |(value, text): &(f64, String)| (*value, readable(text));
            Scene::LogLog(LogLog {
                lines: chart.lines.iter().map(|line| log(chart, line)).collect(),
                sizes: sizes.clone(),
                ticks: ticks.iter().map(tick).collect(),
                guides: guides.each_ref().map(|text| readable(text)),
                ringed: None,
            })
        }
        Look::Steps { top, cursor } => Scene::Curves {
            curves: chart.lines.iter().map(|line| curve(chart, line)).collect(),
            top: *top,
            cursor: *cursor,
        },
    }
}

/// A logarithm is drawn only of what has one.
fn log(chart: &Chart, line: &Line) -> LogLine {
    let points = chart.points(line).into_iter();
    let points = points.filter(|(n, value)| *n > 0 && *value > 0.0);
    LogLine {
        label: readable(&line.label),
        points: points.map(|(n, value)| (n as usize, value)).collect(),
        colour: line.colour,
    }
}

fn curve(chart: &Chart, line: &Line) -> Curve {
    let points = chart.points(line).into_iter();
    Curve {
        label: readable(&line.label),
        points: points.map(|(step, value)| (step, value as f32)).collect(),
        colour: line.colour,
        faint: line.faint,
    }
}
