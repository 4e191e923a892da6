//! Numbers counted in bins of the same width, and the curve that they should follow.

use plotters::prelude::*;

use super::{Brush, Failure, colours};

/// Text size, CSS pixels.
const TEXT: f64 = 12.0;

/// The whole picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Histogram {
    /// Where the first bin begins, and how wide each is.
    pub bins: (f64, f64),
    /// How many fell into each.
    pub counts: Vec<u32>,
    /// The curve at the middle of each bin, in the same unit.
    pub curve: Vec<f64>,
    /// Places on the axis that are marked, with a name each.
    pub marks: Vec<(f64, String)>,
}

/// Draws bars, the curve, the marks and the axis below.
pub fn draw<DB: DrawingBackend>(brush: &Brush<DB>, picture: &Histogram) -> Result<(), Failure<DB>> {
    let (from, step) = picture.bins;
    let count = picture.counts.len();
    let to = from + step * count as f64;
    let counted = picture.counts.iter().map(|own| f64::from(*own));
    let highest = counted
        .chain(picture.curve.iter().copied())
        .fold(0.0, f64::max);
    if !(from < to && highest > 0.0) {
        return Ok(());
    }
    let mut chart = ChartBuilder::on(brush.area)
        .margin_top(brush.px(26.0))
        .margin_left(brush.px(10.0))
        .margin_right(brush.px(10.0))
        .set_label_area_size(LabelAreaPosition::Bottom, brush.px(24.0))
        .build_cartesian_2d(from..to, 0.0..highest * 1.04)?;
    let (ink, line) = (colours::ink(brush.dark), colours::hatch(brush.dark));
    let style = TextStyle::from(("system-ui, sans-serif", TEXT * brush.unit)).color(&ink);
    chart
        .configure_mesh()
        .disable_mesh()
        .disable_y_axis()
        .axis_style(line)
        .label_style(style)
        .x_labels(9)
        .x_label_formatter(&|x| format!("{}", (x * 100.0).round() / 100.0 + 0.0).replace('-', "−"))
        .draw()?;
    let bar = colours::token(0, brush.dark).mix(0.55).filled();
    for (index, own) in picture.counts.iter().enumerate() {
        let left = from + step * index as f64;
        // A sliver of the page between two bars.
        let right = left + step * 0.94;
        let corners = [(left, 0.0), (right, f64::from(*own))];
        chart.draw_series(std::iter::once(Rectangle::new(corners, bar)))?;
    }
    let middle = |index: usize| from + step * (index as f64 + 0.5);
    let points = picture.curve.iter().enumerate();
    let points = points.map(|(index, height)| (middle(index), *height));
    let broad = colours::token(5, brush.dark).stroke_width(brush.px(2.5).max(1) as u32);
    chart.draw_series(LineSeries::new(points, broad))?;
    for (place, name) in picture
        .marks
        .iter()
        .filter(|(place, _)| (from..to).contains(place))
    {
        let dash = ink.mix(0.6).stroke_width(brush.px(1.0).max(1) as u32);
        let ends = [(*place, 0.0), (*place, highest * 1.04)];
        chart.draw_series(DashedLineSeries::new(
            ends,
            brush.px(4.0),
            brush.px(4.0),
            dash,
        ))?;
        let (x, y) = brush.inside(chart.backend_coord(&ends[1]));
        let above = (x, y - brush.px(10.0));
        brush.text(
            name,
            above,
            TEXT,
            plotters::style::text_anchor::HPos::Center,
        )?;
    }
    Ok(())
}
