//! The way of a run as a strip: low, without words, its width the steps of the run. A slider stands over it.

use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{Brush, Failure, colours, curves::Curve};

/// Text size, CSS pixels.
const TEXT: f64 = 11.0;
/// Room left and right for what the lines reach to, CSS pixels. The slider begins and ends half of its thumb before it, so
/// that its middle stands at the step (the style sheet's `.run-strip input`).
pub const SIDE: f64 = 40.0;
/// Room for the steps below, CSS pixels.
const BELOW: f64 = 16.0;
/// At least so far apart stand two numbers, CSS pixels.
const APART: f64 = 70.0;

/// A strip, as data.
#[derive(Clone, Debug, PartialEq)]
pub struct Strip {
    /// The lines: the scale of the first is written at the left; that of the second, where it has another, at the right.
    pub lines: Vec<Line>,
    /// The last step.
    pub last: u32,
    /// The step on show.
    pub cursor: u32,
}

/// One line of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The points.
    pub curve: Curve,
    /// The value that is at the top of the strip; 0 is at its bottom.
    pub top: f32,
    /// That value as it is written beside the strip; nothing where another line's says it.
    pub written: String,
}

/// Draws the lines, those after the cursor faint, and the steps below.
pub fn draw<DB: DrawingBackend>(brush: &Brush<DB>, strip: &Strip) -> Result<(), Failure<DB>> {
    let last = f64::from(strip.last.max(1));
    let mut chart = ChartBuilder::on(brush.area)
        .margin_left(brush.px(SIDE))
        .margin_right(brush.px(SIDE))
        .margin_top(brush.px(4.0))
        .margin_bottom(brush.px(BELOW))
        .build_cartesian_2d(0.0..last, 0.0..1.0)?;
    let line = colours::hatch(brush.dark).stroke_width(brush.px(1.0).max(1) as u32);
    chart.draw_series(LineSeries::new([(0.0, 0.0), (last, 0.0)], line))?;
    for Line { curve, top, .. } in &strip.lines {
        let points = curve.points.iter().filter(|(_, value)| value.is_finite());
        let place =
            |(step, value): &(u32, f32)| (f64::from(*step), f64::from(value / top.max(1e-9)));
        let (before, after): (Vec<_>, Vec<_>) = points.partition(|point| point.0 <= strip.cursor);
        let joint = before.last().copied();
        let colour = colours::token(curve.colour, brush.dark);
        let width = brush.px(2.0).max(1) as u32;
        let rest = joint.into_iter().chain(after).map(place);
        chart.draw_series(LineSeries::new(rest, colour.mix(0.35).stroke_width(width)))?;
        let way = before.into_iter().map(place);
        chart.draw_series(LineSeries::new(way, colour.stroke_width(width)))?;
    }
    let here = f64::from(strip.cursor);
    let style = colours::ink(brush.dark).stroke_width(brush.px(1.5).max(1) as u32);
    chart.draw_series(LineSeries::new([(here, 0.0), (here, 1.0)], style))?;
    let (_, _, right, bottom) = brush.whole();
    scales(brush, strip, right, bottom)?;
    let wide = f64::from(right) / brush.unit - 2.0 * SIDE;
    for step in ticks(strip.last, (wide / APART).max(1.0) as u32) {
        let (at, _) = brush.inside(chart.backend_coord(&(f64::from(step), 0.0)));
        let at = (at, bottom - brush.px(6.0));
        brush.text(&step.to_string(), at, TEXT, HPos::Center)?;
    }
    Ok(())
}

/// What stands at the top and at the bottom of the lines, left for the first, right for the second.
fn scales<DB: DrawingBackend>(
    brush: &Brush<DB>,
    strip: &Strip,
    right: i32,
    bottom: i32,
) -> Result<(), Failure<DB>> {
    let beside = brush.px(SIDE - 5.0);
    let sides = [(beside, HPos::Right), (right - beside, HPos::Left)];
    for (line, (at, anchor)) in strip.lines.iter().zip(sides) {
        if line.written.is_empty() {
            continue;
        }
        let (top, zero) = (brush.px(4.0 + TEXT / 2.0), bottom - brush.px(BELOW));
        brush.text(&line.written, (at, top), TEXT, anchor)?;
        brush.text("0", (at, zero), TEXT, anchor)?;
    }
    Ok(())
}

/// Steps that are written below: round ones, no more than `most` and the last.
fn ticks(last: u32, most: u32) -> Vec<u32> {
    let round = [1, 2, 5].map(|first| (0..9).map(move |zeros| first * 10_u32.pow(zeros)));
    let mut round: Vec<u32> = round.into_iter().flatten().collect();
    round.sort_unstable();
    let fits = |every: &u32| last / every <= most;
    let every = round.into_iter().find(fits).unwrap_or(last.max(1));
    let mut steps: Vec<u32> = (0..=last).step_by(every as usize).collect();
    if let Some(before) = steps.last().copied().filter(|before| *before < last) {
        if last - before < every / 2 && steps.len() > 1 {
            steps.pop();
        }
        steps.push(last);
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::ticks;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn ticks_are_round_few_and_end_with_the_last() {
        assert_eq!(ticks(600, 6), [0, 100, 200, 300, 400, 500, 600]);
        assert_eq!(ticks(600, 3), [0, 200, 400, 600]);
        assert_eq!(ticks(613, 6), [0, 100, 200, 300, 400, 500, 613]);
        assert_eq!(ticks(0, 6), [0]);
        assert_eq!(ticks(3, 6), [0, 1, 2, 3]);
    }
}
