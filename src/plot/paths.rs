//! Sums that grow term by term: a line each, in the cone of one and two standard deviations.

use plotters::coord::types::{RangedCoordf32, RangedCoordusize};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::{Brush, Failure, MOST, colours};

/// Text size, CSS pixels.
const TEXT: f64 = 12.0;
/// Room for the names of the lines, CSS pixels.
const NAMES: f64 = 34.0;
/// More points than that a line are not seen.
const POINTS: usize = 400;

/// A sum as it is drawn: inside of the picture whatever it is.
fn drawn(sum: f32) -> f32 {
    match sum.is_nan() {
        true => 0.0,
        false => sum.clamp(-MOST, MOST),
    }
}

/// The whole picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Paths {
    /// A line each: its name, and the sum after 0, 1, 2 … terms.
    pub lines: Vec<(String, Vec<f32>)>,
    /// The standard deviation by theory after 0, 1, 2 … terms.
    pub deviation: Vec<f32>,
    /// What is written at the edge of one deviation, and of two.
    pub edges: [String; 2],
    /// The line that is looked at, drawn broader and in ink.
    pub looked_at: Option<usize>,
}

/// Draws the cone, the axes, the lines with their names at the end.
pub fn draw<DB: DrawingBackend>(brush: &Brush<DB>, picture: &Paths) -> Result<(), Failure<DB>> {
    let terms = picture.deviation.len().saturating_sub(1).max(1);
    let widest = picture.deviation.last().copied().unwrap_or(1.0) * 2.0;
    let all = picture.lines.iter().flat_map(|(_, sums)| sums);
    let reach = all.fold(widest, |reach, sum| reach.max(sum.abs()));
    let reach = reach.min(MOST) * 1.08;
    let mut chart = ChartBuilder::on(brush.area)
        .margin_top(brush.px(8.0))
        .margin_right(brush.px(NAMES))
        .set_label_area_size(LabelAreaPosition::Left, brush.px(40.0))
        .set_label_area_size(LabelAreaPosition::Bottom, brush.px(22.0))
        .build_cartesian_2d(0..terms, -reach..reach)?;
    let (ink, line) = (colours::ink(brush.dark), colours::hatch(brush.dark));
    let style = TextStyle::from(("system-ui, sans-serif", TEXT * brush.unit)).color(&ink);
    let every = terms.div_ceil(POINTS).max(1);
    let places = || (0..=terms).filter(|place| place % every == 0 || *place == terms);
    for deviations in [2.0, 1.0] {
        let edge = |sign: f32| {
            let at = |place| Some((place, sign * deviations * picture.deviation.get(place)?));
            places().filter_map(at).collect::<Vec<_>>()
        };
        let around: Vec<_> = edge(1.0)
            .into_iter()
            .chain(edge(-1.0).into_iter().rev())
            .collect();
        let fill = colours::token(4, brush.dark).mix(0.14).filled();
        chart.draw_series(std::iter::once(Polygon::new(around, fill)))?;
    }
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(line)
        .label_style(style)
        .x_labels(8)
        .y_labels(7)
        .y_label_formatter(&|y| match y.abs() < 1e4 {
            true => format!("{}", (y * 100.0).round() / 100.0 + 0.0).replace('-', "−"),
            false => format!("{y:.0e}").replace('-', "−"),
        })
        .draw()?;
    chart.draw_series(LineSeries::new([(0, 0.0), (terms, 0.0)], line))?;
    for index in in_order(picture) {
        let (colour, width) = look(picture, index, brush.dark);
        let sums = &picture.lines[index].1;
        let points = places().filter_map(|place| Some((place, drawn(*sums.get(place)?))));
        let stroke = colour.stroke_width(brush.px(width).max(1) as u32);
        chart.draw_series(LineSeries::new(points, stroke))?;
    }
    for (deviations, text) in [1.0, 2.0].into_iter().zip(&picture.edges) {
        let at = terms * 3 / 5;
        let edge = -deviations * picture.deviation.get(at).copied().unwrap_or(0.0);
        let (x, y) = brush.inside(chart.backend_coord(&(at, edge)));
        let (half, y) = (text.chars().count() as f64 * TEXT * 0.32, y - brush.px(9.0));
        // On a ground of its own: lines run behind it.
        let (half, up) = (brush.px(half), brush.px(TEXT * 0.62));
        brush.fill(
            (x - half, y - up, x + half, y + up),
            colours::page(brush.dark),
        )?;
        brush.text(text, (x, y), TEXT, HPos::Center)?;
    }
    names(brush, picture, &ends(&chart, brush, picture))
}

/// The line that is looked at is drawn last, over the others.
fn in_order(picture: &Paths) -> Vec<usize> {
    let mut all: Vec<usize> = (0..picture.lines.len()).collect();
    all.sort_by_key(|index| picture.looked_at == Some(*index));
    all
}

/// Colour and width of a line: all are quiet but the one that is looked at.
fn look(picture: &Paths, index: usize, dark: bool) -> (RGBAColor, f64) {
    match picture.looked_at == Some(index) {
        true => (colours::ink(dark).to_rgba(), 3.0),
        false => (colours::ink(dark).mix(0.5), 1.5),
    }
}

/// Where each line ends, with its place in the list.
type End = ((i32, i32), usize, String);

fn ends<DB: DrawingBackend>(
    chart: &ChartContext<'_, DB, Cartesian2d<RangedCoordusize, RangedCoordf32>>,
    brush: &Brush<DB>,
    picture: &Paths,
) -> Vec<End> {
    let end = |(index, (name, sums)): (usize, &(String, Vec<f32>))| {
        let last = sums.last()?;
        let at = brush.inside(chart.backend_coord(&(sums.len() - 1, drawn(*last))));
        Some((at, index, name.clone()))
    };
    let mut ends: Vec<End> = picture.lines.iter().enumerate().filter_map(end).collect();
    // What is looked at has its name first, then from above.
    ends.sort_by_key(|((_, y), index, _)| (picture.looked_at != Some(*index), *y));
    ends
}

/// A dot where each line ends, and its name beside it where there is room: a name elsewhere is taken for another's.
fn names<DB: DrawingBackend>(
    brush: &Brush<DB>,
    picture: &Paths,
    ends: &[End],
) -> Result<(), Failure<DB>> {
    let mut named: Vec<i32> = Vec::new();
    for ((x, y), index, name) in ends {
        let (colour, _) = look(picture, *index, brush.dark);
        let dot = Circle::new((*x, *y), brush.px(3.0), colour.filled());
        brush.area.draw(&dot)?;
        if named
            .iter()
            .all(|other| (other - y).abs() >= brush.px(13.0))
        {
            brush.text(name, (x + brush.px(9.0), *y), TEXT, HPos::Left)?;
            named.push(*y);
        }
    }
    Ok(())
}
