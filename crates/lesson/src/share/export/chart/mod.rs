//! Lines over one axis, by value: what was measured or trained stands in no link.

mod check;
mod files;
mod kind;

pub use check::{ChartProblem, MOST};
pub use kind::ChartKind;

use super::ExportError;
use super::code;
use super::format::Format;
use super::formula;
use crate::lessons::cost::fit::{self, Slope};

/// A chart: all that is known of its figure, and which of it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// Which it is: that decides what the numbers are.
    pub kind: ChartKind,
    /// The lesson's state, as in its link: what the numbers were got with.
    pub link: String,
    /// What the axes are, in the reader's language.
    pub note: String,
    /// Everything known.
    pub series: Vec<Series>,
    /// What is drawn of it.
    pub lines: Vec<Line>,
    /// How it is drawn.
    pub look: Look,
}

/// What is known of one method, or of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in files: as in attributes of the page.
    pub key: String,
    /// What it is called, in the reader's language.
    pub name: String,
    /// Its points from left to right.
    pub points: Vec<ChartPoint>,
}

/// What is known at one place of the horizontal axis.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartPoint {
    /// The place: n, or a step.
    pub at: u32,
    /// Each of [`ChartKind::quantities`]; `None` where it is not known.
    pub values: Vec<Option<f64>>,
}

/// One line: a quantity of a series.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Which of the series.
    pub series: usize,
    /// Which of [`ChartKind::quantities`].
    pub quantity: usize,
    /// What is written at it, in the reader's language.
    pub label: String,
    /// Which colour: that of the token at that place.
    pub colour: usize,
    /// Drawn thin, behind the others.
    pub faint: bool,
}

/// What a picture of a chart has besides its lines.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// Both axes logarithmic.
    Logarithmic {
        /// Every n on the axis.
        sizes: Vec<usize>,
        /// Values on the other axis, with what is written there.
        ticks: Vec<(f64, String)>,
        /// What is written at the guide lines of slope 1 and 2.
        guides: [String; 2],
    },
    /// Steps from 0.
    Steps {
        /// The upper end of the vertical axis, where it is known.
        top: Option<f32>,
        /// The step that is marked.
        cursor: Option<u32>,
    },
}

impl Chart {
    /// The points of a line that can be drawn: (place, value).
    #[must_use]
    pub fn points(&self, line: &Line) -> Vec<(u32, f64)> {
        self.values(line.series, line.quantity)
    }

    /// What is known of a quantity of a series: (place, value), from left to right.
    fn values(&self, series: usize, quantity: usize) -> Vec<(u32, f64)> {
        let points = self.series.get(series).map(|own| own.points.as_slice());
        let value = |point: &ChartPoint| Some((point.at, point.values.get(quantity).copied()??));
        points.into_iter().flatten().filter_map(value).collect()
    }

    /// The slopes that the figure gives, by the figure's own fit: (series, quantity, slope); none of a
    /// series with fewer than two sizes.
    #[must_use]
    pub fn slopes(&self) -> Vec<(&Series, &'static str, Slope)> {
        let quantities = self.kind.quantities().iter().take(self.kind.fitted());
        let mut slopes = Vec::new();
        for (index, series) in self.series.iter().enumerate() {
            for (quantity, name) in quantities.clone().enumerate() {
                let values = self.values(index, quantity).into_iter();
                let values: Vec<_> = values.map(|(n, value)| (n as usize, value)).collect();
                slopes.extend(fit::slope(&values).map(|slope| (series, *name, slope)));
            }
        }
        slopes
    }

    /// The file in a format that is text or numbers.
    ///
    /// # Errors
    /// [`ExportError::Drawn`] for pictures and MathML, which the app makes, and
    /// [`ExportError::NotOffered`] for what makes no sense of this chart.
    pub fn bytes(&self, format: Format) -> Result<Vec<u8>, ExportError> {
        if !self.kind.offer().has(format) {
            return Err(ExportError::NotOffered(format));
        }
        Ok(match format {
            Format::Csv => files::csv(self).into_bytes(),
            Format::Json => files::json(self).into_bytes(),
            Format::Npy => files::npy(self),
            Format::Code(language) => code::growth(language, self).into_bytes(),
            Format::Latex => formula::chart_latex(self.kind).into_bytes(),
            Format::Png | Format::Svg | Format::MathMl => return Err(ExportError::Drawn(format)),
        })
    }
}

/// A number of single precision as the double with the same digits, so that what stands in a file is as
/// short as on the page and reads back as the same `f32`; `None` for what is no number.
#[must_use]
pub fn single(value: f32) -> Option<f64> {
    format!("{value:e}")
        .parse()
        .ok()
        .filter(|own: &f64| own.is_finite())
}
