//! The plot of the lesson as a chart that can be taken along, with all numbers of its table.

use super::fit::Quantity;
use super::method::Method;
use super::point::{Point, measured};
use crate::share::export::chart::{Chart, ChartKind, ChartPoint, Line, Look, Series};

/// Every method that has points among `points`, each a line of what is shown; `name` is what a method is
/// called.
#[must_use]
pub fn chart(
    points: &[Point],
    show: Quantity,
    name: impl Fn(Method) -> String,
    [link, note]: [String; 2],
    look: Look,
) -> Chart {
    let methods: Vec<_> = Method::ALL
        .into_iter()
        .filter(|method| !measured(points, *method).is_empty())
        .collect();
    let line = |(series, method): (usize, &Method)| Line {
        series,
        quantity: show.index(),
        label: name(*method),
        colour: method.index(),
        faint: false,
    };
    let own = |method: &Method| series(points, *method, name(*method));
    Chart {
        kind: show.chart(),
        link,
        note,
        series: methods.iter().map(own).collect(),
        lines: methods.iter().enumerate().map(line).collect(),
        look,
    }
}

fn series(points: &[Point], method: Method, name: String) -> Series {
    let point = |(n, own): (usize, &super::point::Measured)| {
        let quantities = [Quantity::Time, Quantity::Memory].map(|quantity| quantity.of(own));
        let values = quantities.into_iter().chain([own.multiply_adds as f64]);
        ChartPoint {
            at: u32::try_from(n).unwrap_or(u32::MAX),
            values: values.map(Some).collect(),
        }
    };
    Series {
        key: method.slug().to_owned(),
        name,
        points: measured(points, method).into_iter().map(point).collect(),
    }
}

impl Quantity {
    /// The chart of it.
    #[must_use]
    pub const fn chart(self) -> ChartKind {
        match self {
            Self::Time => ChartKind::Time,
            Self::Memory => ChartKind::Memory,
        }
    }

    /// Its place among [`ChartKind::quantities`].
    const fn index(self) -> usize {
        match self {
            Self::Time => 0,
            Self::Memory => 1,
        }
    }
}
