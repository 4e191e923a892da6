//! Curves over the steps of a run.

use lesson::core::number;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{Brush, Failure, MOST, colours};

/// Text size, CSS pixels.
const TEXT: f64 = 12.0;

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// What it is.
    pub label: String,
    /// (step, value), in the order of the steps.
    pub points: Vec<(u32, f32)>,
    /// Which colour: the same as of the token at that place.
    pub colour: usize,
    /// Drawn thin, behind the others.
    pub faint: bool,
}

/// Draws all curves with axes and a legend. The values go from 0, or as low as they reach below it, to `top`, or as
/// high as they reach; `cursor` is a step that is marked.
pub fn draw<DB: DrawingBackend>(
    brush: &Brush<DB>,
    curves: &[Curve],
    top: Option<f32>,
    cursor: Option<u32>,
) -> Result<(), Failure<DB>> {
    let finite = || {
        curves
            .iter()
            .flat_map(|curve| &curve.points)
            .filter(|(_, value)| value.is_finite())
    };
    let last = finite().map(|(step, _)| *step).max().unwrap_or(0).max(1);
    let (low, reached) = ends(finite().map(|(_, value)| *value));
    let top = top.unwrap_or(reached);
    let (ink, line) = (colours::ink(brush.dark), colours::hatch(brush.dark));
    let style = TextStyle::from(("system-ui, sans-serif", TEXT * brush.unit)).color(&ink);
    let mut chart = ChartBuilder::on(brush.area)
        .margin(brush.px(6.0))
        .margin_top(brush.px(LEGEND_LINE * lines_of_legend(curves) as f64 + 4.0))
        .margin_right(brush.px(14.0))
        .set_label_area_size(LabelAreaPosition::Left, brush.px(room(low, top)))
        .set_label_area_size(LabelAreaPosition::Bottom, brush.px(20.0))
        .build_cartesian_2d(0..last, low..top)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .axis_style(line)
        .bold_line_style(line.mix(0.5))
        .light_line_style(TRANSPARENT)
        .label_style(style.clone())
        .x_labels(6)
        .y_labels(5)
        .y_label_formatter(&|value| written(*value))
        .draw()?;
    if let Some(step) = cursor {
        chart.draw_series(LineSeries::new(
            [(step, low), (step, top)],
            ink.stroke_width(brush.px(1.0).max(1) as u32),
        ))?;
    }
    let faint_first = curves
        .iter()
        .filter(|c| c.faint)
        .chain(curves.iter().filter(|c| !c.faint));
    for curve in faint_first {
        let points = curve
            .points
            .iter()
            .filter(|(_, value)| value.is_finite())
            .copied();
        let style = stroke(brush, curve);
        match curve.faint {
            true => chart.draw_series(dashes(brush, points.collect(), style))?,
            false => chart.draw_series(LineSeries::new(points, style))?,
        };
    }
    legend(brush, curves)
}

/// From here on a value is written with its power of ten: in full it would have no room, and lose its first digits.
const LONG: f32 = 1e5;

/// The ends of an axis with room for all values and for 0; it goes up to 1 where there is none but 0.
fn ends(values: impl Iterator<Item = f32>) -> (f32, f32) {
    let (low, high) = values.fold((0.0_f32, 0.0_f32), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    match (low.max(-MOST) * 1.05, high.min(MOST) * 1.05) {
        (0.0, 0.0) => (0.0, 1.0),
        ends => ends,
    }
}

/// Room for the values of an axis from `low` to `top`, CSS pixels.
fn room(low: f32, top: f32) -> f64 {
    if top.max(-low) >= LONG { 52.0 } else { 38.0 }
}

/// A value at the axis.
fn written(value: f32) -> String {
    match value.abs() >= LONG {
        true => number::shown(value, 1),
        // What is rounded up to 0 has no sign.
        false => number::exact((value * 1e5).round() / 1e5 + 0.0),
    }
}

/// A broken line: what is not meant first is told apart by more than a shade.
fn dashes<DB: DrawingBackend>(
    brush: &Brush<DB>,
    points: Vec<(u32, f32)>,
    style: ShapeStyle,
) -> DashedLineSeries<std::vec::IntoIter<(u32, f32)>, i32> {
    DashedLineSeries::new(points, brush.px(5.0), brush.px(4.0), style)
}

fn stroke<DB: DrawingBackend>(brush: &Brush<DB>, curve: &Curve) -> ShapeStyle {
    let colour = colours::token(curve.colour, brush.dark);
    if curve.faint {
        colour.mix(0.7).stroke_width(brush.px(1.0).max(1) as u32)
    } else {
        colour.stroke_width(brush.px(2.0).max(1) as u32)
    }
}

/// Height of a line of the legend, CSS pixels.
const LEGEND_LINE: f64 = 18.0;
/// So many names stand beside each other.
const BESIDE: usize = 2;

fn lines_of_legend(curves: &[Curve]) -> usize {
    curves.len().div_ceil(BESIDE)
}

/// The names of the curves above the chart, each after a piece of its line.
fn legend<DB: DrawingBackend>(brush: &Brush<DB>, curves: &[Curve]) -> Result<(), Failure<DB>> {
    let (_, _, right, _) = brush.whole();
    let column = (right - brush.px(52.0)) / BESIDE as i32;
    for (index, curve) in curves.iter().enumerate() {
        let y = brush.px(10.0 + LEGEND_LINE * (index / BESIDE) as f64);
        let x = brush.px(46.0) + column * (index % BESIDE) as i32;
        let end = x + brush.px(18.0);
        let line = PathElement::new(vec![(x, y), (end, y)], stroke(brush, curve));
        brush.area.draw(&line)?;
        brush.text(&curve.label, (end + brush.px(6.0), y), TEXT, HPos::Left)?;
    }
    Ok(())
}
