//! Lines over n, both axes logarithmic: a power of n is a straight line, and its slope the power.

use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{Brush, Failure, colours, fitted};

/// Text size, CSS pixels.
const TEXT: f64 = 12.0;
/// Room for the numbers on the left, and for the names of the lines on the right, CSS pixels.
const NUMBERS: f64 = 54.0;
const NAMES: f64 = 104.0;
/// From a last point to its name, past the ring that it may have, CSS pixels.
const BESIDE: f64 = 12.0;
/// From the baseline of a name to that of the next, CSS pixels.
const APART: f64 = 15.0;

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLine {
    /// What it is, written at its end.
    pub label: String,
    /// (n, value) by n upwards; values above 0.
    pub points: Vec<(usize, f64)>,
    /// Which colour, the same as of the token at that place, and which mark.
    pub colour: usize,
}

/// The whole picture.
#[derive(Clone, Debug, PartialEq)]
pub struct LogLog {
    /// The lines.
    pub lines: Vec<LogLine>,
    /// Every n on the axis.
    pub sizes: Vec<usize>,
    /// Values on the other axis, with what is written there.
    pub ticks: Vec<(f64, String)>,
    /// What is written at the guide lines of slope 1 and 2; no line where nothing is.
    pub guides: [String; 2],
    /// What the axes are, across and upwards; nothing is written where nothing is.
    pub axes: [String; 2],
    /// A point to ring: (colour of its line, n).
    pub ringed: Option<(usize, usize)>,
}

type Chart<'a, DB> = ChartContext<'a, DB, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// log₂ n and log₁₀ value.
fn logs((n, value): (usize, f64)) -> (f64, f64) {
    ((n as f64).log2(), value.log10())
}

/// The ends of the value axis: all values with some room, whole decades where there are none yet.
fn range(picture: &LogLog) -> (f64, f64) {
    let points = picture.lines.iter().flat_map(|line| &line.points);
    let ticks = picture.ticks.iter().map(|(value, _)| value.log10());
    let mut values = points.map(|point| logs(*point).1).peekable();
    let ends = |(low, high): (f64, f64), y: f64| (low.min(y), high.max(y));
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    if values.peek().is_none() {
        return ticks.fold(none, ends);
    }
    let (low, high) = values.fold(none, ends);
    (low - 0.3, high + 0.3)
}

/// Draws the grid, the guides, the lines, and their names.
pub fn draw<DB: DrawingBackend>(brush: &Brush<DB>, picture: &LogLog) -> Result<(), Failure<DB>> {
    let (Some(first), Some(last)) = (picture.sizes.first(), picture.sizes.last()) else {
        return Ok(());
    };
    let (low, high) = range(picture);
    if low >= high {
        return Ok(());
    }
    let [across_is, upwards] = &picture.axes;
    let across = logs((*first, 1.0)).0 - 0.2..logs((*last, 1.0)).0 + 0.2;
    let mut chart = ChartBuilder::on(brush.area)
        .margin_top(brush.px(if upwards.is_empty() { 10.0 } else { 28.0 }))
        .margin_left(brush.px(NUMBERS))
        .margin_right(brush.px(NAMES))
        .margin_bottom(brush.px(if across_is.is_empty() { 24.0 } else { 42.0 }))
        .build_cartesian_2d(across, low..high)?;
    grid(brush, &mut chart, picture, (low, high))?;
    guides(brush, &mut chart, picture, (low, high))?;
    titles(brush, &chart, picture, low)?;
    for line in &picture.lines {
        draw_line(brush, &mut chart, line, picture.ringed)?;
    }
    names(brush, &chart, &picture.lines)
}

/// What is shown over what: above the numbers of one axis, below the end of the other.
fn titles<DB: DrawingBackend>(
    brush: &Brush<DB>,
    chart: &Chart<'_, DB>,
    picture: &LogLog,
    low: f64,
) -> Result<(), Failure<DB>> {
    let [across, upwards] = &picture.axes;
    let (right, bottom) = brush.inside(chart.backend_coord(&(chart.x_range().end, low)));
    brush.text(upwards, (brush.px(4.0), brush.px(9.0)), TEXT, HPos::Left)?;
    let below = (right, bottom + brush.px(31.0));
    brush.text(across, below, TEXT, HPos::Right)
}

fn grid<DB: DrawingBackend>(
    brush: &Brush<DB>,
    chart: &mut Chart<'_, DB>,
    picture: &LogLog,
    (low, high): (f64, f64),
) -> Result<(), Failure<DB>> {
    let faint = colours::hatch(brush.dark).mix(0.5);
    let style = faint.stroke_width(brush.px(1.0).max(1) as u32);
    let (left, right) = (chart.x_range().start, chart.x_range().end);
    let every = labelled(brush, chart, &picture.sizes);
    for (place, n) in picture.sizes.iter().rev().enumerate() {
        let x = logs((*n, 1.0)).0;
        chart.draw_series(LineSeries::new([(x, low), (x, high)], style))?;
        let (at, bottom) = brush.inside(chart.backend_coord(&(x, low)));
        let below = (at, bottom + brush.px(12.0));
        if place % every == 0 {
            brush.text(&n.to_string(), below, TEXT, HPos::Center)?;
        }
    }
    for (value, text) in &picture.ticks {
        let y = value.log10();
        if (low..=high).contains(&y) {
            chart.draw_series(LineSeries::new([(left, y), (right, y)], style))?;
            let (edge, at) = brush.inside(chart.backend_coord(&(left, y)));
            brush.text(text, (edge - brush.px(6.0), at), TEXT, HPos::Right)?;
        }
    }
    Ok(())
}

/// Every how many sizes, from the largest down, there is room for a label.
fn labelled<DB: DrawingBackend>(
    brush: &Brush<DB>,
    chart: &Chart<'_, DB>,
    sizes: &[usize],
) -> usize {
    let [.., before, last] = sizes else { return 1 };
    let at = |n: usize| chart.backend_coord(&(logs((n, 1.0)).0, 0.0)).0;
    let room = (at(*last) - at(*before)).max(1);
    // A digit is a little more than half as wide as the text is high; one more keeps labels apart.
    let digits = last.to_string().len() + 1;
    let wide = brush.px(TEXT * 0.6 * digits as f64);
    (wide as usize).div_ceil(room as usize).max(1)
}

/// Two dashed lines from the lowest first point on: in proportion to n, and to n².
fn guides<DB: DrawingBackend>(
    brush: &Brush<DB>,
    chart: &mut Chart<'_, DB>,
    picture: &LogLog,
    (_, high): (f64, f64),
) -> Result<(), Failure<DB>> {
    let firsts = picture.lines.iter().filter_map(|line| line.points.first());
    let lowest = firsts.min_by(|a, b| a.1.total_cmp(&b.1));
    let (Some(start), Some(last)) = (lowest, picture.sizes.last()) else {
        return Ok(());
    };
    let (x, y) = logs(*start);
    let style = colours::ink(brush.dark).mix(0.55);
    let style = style.stroke_width(brush.px(1.0).max(1) as u32);
    let wanted = [1.0, 2.0].into_iter().zip(&picture.guides);
    for (power, text) in wanted.filter(|(_, text)| !text.is_empty()) {
        let grows = power * 2.0_f64.log10();
        let end = logs((*last, 1.0)).0.min(x + (high - y) / grows);
        let line = [(x, y), (end, y + (end - x) * grows)];
        let (dash, gap) = (brush.px(4.0), brush.px(4.0));
        chart.draw_series(DashedLineSeries::new(line, dash, gap, style))?;
        let (at, above) = brush.inside(chart.backend_coord(&line[1]));
        // The line rises: above its end, to the left, there is none of it.
        let beside = (at - brush.px(2.0), above - brush.px(10.0));
        brush.text(text, beside, TEXT, HPos::Right)?;
    }
    Ok(())
}

fn draw_line<DB: DrawingBackend>(
    brush: &Brush<DB>,
    chart: &mut Chart<'_, DB>,
    line: &LogLine,
    ringed: Option<(usize, usize)>,
) -> Result<(), Failure<DB>> {
    let colour = colours::token(line.colour, brush.dark);
    let style = colour.stroke_width(brush.px(2.0).max(1) as u32);
    chart.draw_series(LineSeries::new(
        line.points.iter().copied().map(logs),
        style,
    ))?;
    for point in &line.points {
        let at = brush.inside(chart.backend_coord(&logs(*point)));
        mark(brush, line.colour, at, colour)?;
        if ringed == Some((line.colour, point.0)) {
            let ink = colours::ink(brush.dark).stroke_width(brush.px(2.0).max(1) as u32);
            brush.area.draw(&Circle::new(at, brush.px(9.0), ink))?;
        }
    }
    Ok(())
}

/// A shape a line, so that lines are told apart without colour too.
fn mark<DB: DrawingBackend>(
    brush: &Brush<DB>,
    which: usize,
    at: (i32, i32),
    colour: RGBColor,
) -> Result<(), Failure<DB>> {
    let (size, full) = (brush.px(4.0), colour.filled());
    let open = colour.stroke_width(brush.px(2.0).max(1) as u32);
    let ((x, y), s) = (at, size);
    match which % 6 {
        0 => brush.area.draw(&Circle::new(at, size, full)),
        1 => brush.fill((x - s, y - s, x + s, y + s), colour),
        2 => brush.area.draw(&Circle::new(at, size, open)),
        3 => brush
            .area
            .draw(&TriangleMarker::new(at, brush.px(6.0), full)),
        4 => brush.area.draw(&Cross::new(at, size, open)),
        _ => {
            let corners = [(x, y - s), (x + s, y), (x, y + s), (x - s, y)];
            brush.area.draw(&Polygon::new(corners, full))
        }
    }
}

/// The name of each line beside its last point, moved down where another stands. Nothing leads to it: that would be
/// taken for data.
fn names<DB: DrawingBackend>(
    brush: &Brush<DB>,
    chart: &Chart<'_, DB>,
    lines: &[LogLine],
) -> Result<(), Failure<DB>> {
    let end = |line: &LogLine| {
        let last = *line.points.last()?;
        Some((
            brush.inside(chart.backend_coord(&logs(last))),
            line.label.clone(),
        ))
    };
    let mut names: Vec<_> = lines.iter().filter_map(end).collect();
    names.sort_by_key(|((_, y), _)| *y);
    let (_, _, _, bottom) = brush.whole();
    let places = spread(
        &names.iter().map(|((_, y), _)| *y).collect::<Vec<_>>(),
        brush.px(APART),
        bottom - brush.px(30.0),
    );
    for (((from, _), label), y) in names.into_iter().zip(places) {
        let label = fitted(&label, NAMES - BESIDE, TEXT);
        brush.text(&label, (from + brush.px(BESIDE), y), TEXT, HPos::Left)?;
    }
    Ok(())
}

/// `places`, which go upwards, at least `apart` from each other and none above `most`.
fn spread(places: &[i32], apart: i32, most: i32) -> Vec<i32> {
    let mut spread = places.to_vec();
    for index in 1..spread.len() {
        spread[index] = spread[index].max(spread[index - 1] + apart);
    }
    let mut below = most;
    for place in spread.iter_mut().rev() {
        *place = (*place).min(below);
        below = *place - apart;
    }
    spread
}
