//! The numbers of a chart as CSV, JSON and `.npy`.

use super::kind::TIME;
use super::{Chart, ChartPoint, Line, Series};
use crate::lessons::cost::fit;
use crate::share::export::literal::{Escape, quoted};
use crate::share::export::numbers::{csv_field, csv_line, npy_file};

/// One line a point: its series, its place, and every quantity; lines end in CRLF. What is not known is an
/// empty field.
pub fn csv(chart: &Chart) -> String {
    let head = ["series", chart.kind.across()].into_iter();
    let head = head.chain(chart.kind.quantities().iter().copied());
    let mut text = csv_line(head.map(str::to_owned));
    for series in &chart.series {
        for point in &series.points {
            let values = point.values.iter().map(|value| known(*value, ""));
            let place = [csv_field(&series.key), point.at.to_string()].into_iter();
            text += &csv_line(place.chain(values));
        }
    }
    text
}

/// The link, every series with all its numbers, and the slopes that the figure gives. A number reads back as
/// the same double; what is not known is null.
pub fn json(chart: &Chart) -> String {
    let series: Vec<_> = chart.series.iter().map(|own| in_json(chart, own)).collect();
    let slopes = chart.slopes().into_iter().map(|(series, quantity, slope)| {
        let fit::Slope { power, from, to, .. } = slope;
        let series = text(&series.key);
        let tells = told(quantity, &slope);
        format!("    {{ \"series\": {series}, \"quantity\": \"{quantity}\", \"power\": {power}, \"from\": {from}, \"to\": {to}, \"tells\": \"{tells}\" }}")
    });
    let slopes: Vec<_> = slopes.collect();
    let mut file = format!(
        "{{\n  \"link\": {},\n  \"chart\": \"{}\",\n",
        text(&chart.link),
        chart.kind.key()
    );
    file += &format!("  \"series\": [\n{}\n  ]", series.join(",\n"));
    if !slopes.is_empty() {
        file += &format!(",\n  \"slopes\": [\n{}\n  ]", slopes.join(",\n"));
    }
    file + "\n}\n"
}

/// What the page makes of the slope: it says none of two sizes, and of times only those that tell of growth.
fn told(quantity: &str, slope: &fit::Slope) -> &'static str {
    let tells = match quantity {
        TIME => slope.tells(),
        _ => fit::Tells::Growth,
    };
    match tells {
        fit::Tells::Unsteady => "unsteady",
        fit::Tells::Growth if slope.points >= fit::TOLD => "growth",
        fit::Tells::Growth | fit::Tells::Early => "early",
    }
}

fn in_json(chart: &Chart, series: &Series) -> String {
    let points = &series.points;
    let list = |value: &dyn Fn(&ChartPoint) -> String| {
        let values: Vec<_> = points.iter().map(value).collect();
        format!("[{}]", values.join(", "))
    };
    let mut lines = vec![
        format!("\"key\": {}", text(&series.key)),
        format!("\"name\": {}", text(&series.name)),
        format!(
            "\"{}\": {}",
            chart.kind.across(),
            list(&|point| point.at.to_string())
        ),
    ];
    for (index, quantity) in chart.kind.quantities().iter().enumerate() {
        let value = |point: &ChartPoint| known(point.values.get(index).copied().flatten(), "null");
        lines.push(format!("\"{quantity}\": {}", list(&value)));
    }
    format!("    {{\n      {}\n    }}", lines.join(",\n      "))
}

/// What is drawn as `numpy.load` reads it, `<f8`: a row a place, the place in the first column, then one
/// column a line, in the order of the lines; NaN where a line has no point.
pub fn npy(chart: &Chart) -> Vec<u8> {
    let mut places: Vec<u32> = chart
        .lines
        .iter()
        .flat_map(|line| chart.points(line))
        .map(|point| point.0)
        .collect();
    places.sort_unstable();
    places.dedup();
    let lines: Vec<_> = chart
        .lines
        .iter()
        .map(|line: &Line| chart.points(line))
        .collect();
    let value = |points: &Vec<(u32, f64)>, place: u32| {
        let found = points.binary_search_by_key(&place, |point| point.0);
        found
            .ok()
            .and_then(|found| points.get(found))
            .map_or(f64::NAN, |point| point.1)
    };
    let row = |place: &u32| {
        let values = lines.iter().map(|points| value(points, *place));
        std::iter::once(f64::from(*place))
            .chain(values)
            .collect::<Vec<_>>()
    };
    let numbers = places.iter().flat_map(row).flat_map(f64::to_le_bytes);
    npy_file("<f8", (places.len(), lines.len() + 1), numbers)
}

fn known(value: Option<f64>, otherwise: &str) -> String {
    value.map_or_else(|| otherwise.to_owned(), |value| value.to_string())
}

fn text(text: &str) -> String {
    quoted(text, Escape::Surrogates)
}
