//! The slopes of a chart as a program, with the chart's numbers in it.

use super::{Language, filled};
use crate::lessons::cost::fit::FITTED;
use crate::share::export::chart::{Chart, Series};
use crate::share::export::literal::{Escape, quoted};

/// A program that fits the slopes that the figure gives and prints a line of each:
/// `method: quantity ~ n^slope, from n = … to …`.
#[must_use]
pub fn growth(language: Language, chart: &Chart) -> String {
    filled(template(language), |mark| match mark {
        "measured" => measured(language, chart),
        "last" => vec![last(language)],
        other => vec![other.to_owned()],
    })
}

const fn template(language: Language) -> &'static str {
    match language {
        Language::NumPy => include_str!("templates/growth_numpy.py"),
        Language::PyTorch => include_str!("templates/growth_pytorch.py"),
        Language::JavaScript => include_str!("templates/growth.mjs"),
        Language::Rust => include_str!("templates/growth.rs.txt"),
    }
}

/// How many of the last points count.
fn last(language: Language) -> String {
    let why = "small sizes tell of overheads, not of growth";
    match language {
        Language::NumPy | Language::PyTorch => format!("LAST = {FITTED}  # {why}"),
        Language::JavaScript => format!("const LAST = {FITTED}; // {why}"),
        Language::Rust => format!("const LAST: usize = {FITTED}; // {why}"),
    }
}

/// The numbers, a line a series.
fn measured(language: Language, chart: &Chart) -> Vec<String> {
    let (open, close) = match language {
        Language::NumPy | Language::PyTorch => ("measured = [", "]"),
        Language::JavaScript => ("const measured = [", "];"),
        Language::Rust => ("let measured: Vec<Measured> = vec![", "];"),
    };
    let lines = (0..chart.series.len()).filter_map(|index| series(language, chart, index));
    let lines = lines.map(|line| format!("    {line},"));
    let open = std::iter::once(open.to_owned());
    open.chain(lines).chain([close.to_owned()]).collect()
}

fn series(language: Language, chart: &Chart, index: usize) -> Option<String> {
    let series: &Series = chart.series.get(index)?;
    let places: Vec<f64> = series.points.iter().map(|own| own.at.into()).collect();
    let fitted = chart.kind.quantities().iter().take(chart.kind.fitted());
    let values = fitted.enumerate().map(|(quantity, name)| {
        let values = series.points.iter();
        // A quantity is fitted only where it is known everywhere.
        let values: Option<Vec<f64>> = values
            .map(|own| own.values.get(quantity).copied()?)
            .collect();
        Some(named(language, name, &values?))
    });
    let values: Option<Vec<_>> = values.collect();
    let values = values?.join(", ");
    Some(match language {
        Language::NumPy | Language::PyTorch => {
            let key = quoted(&series.key, Escape::Python);
            format!("({key}, {}, {{{values}}})", whole(&series.points))
        }
        Language::JavaScript => {
            let key = quoted(&series.key, Escape::Braces);
            format!("[{key}, {}, [{values}]]", whole(&series.points))
        }
        Language::Rust => {
            let key = quoted(&series.key, Escape::Braces);
            format!("({key}, vec!{places:?}, vec![{values}])")
        }
    })
}

/// A quantity by name.
fn named(language: Language, name: &str, values: &[f64]) -> String {
    match language {
        Language::NumPy | Language::PyTorch => format!("\"{name}\": {values:?}"),
        Language::JavaScript => format!("[\"{name}\", {values:?}]"),
        Language::Rust => format!("(\"{name}\", vec!{values:?})"),
    }
}

/// Every n, as whole numbers.
fn whole(points: &[crate::share::export::chart::ChartPoint]) -> String {
    let places: Vec<_> = points.iter().map(|own| own.at).collect();
    format!("{places:?}")
}
