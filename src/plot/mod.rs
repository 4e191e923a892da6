//! Drawing, generic over plotters' `DrawingBackend`: the page draws on canvas, the tests as SVG.
//! All sizes are device pixels; `unit` is the number of them in one CSS pixel.

mod bars;
pub mod colours;
mod contributions;
mod curves;
mod framed;
pub mod heatmap;
mod histogram;
pub mod links;
mod loglog;
mod paths;
mod strip;
#[cfg(test)]
mod tests;
mod thumbnail;

use std::borrow::Cow;

use attention::{Keep, Matrix};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub use colours::Range;
pub use curves::Curve;
pub use framed::{Framed, heatmap_size};
pub use heatmap::Labels;
pub use histogram::Histogram;
pub use links::Links;
pub use loglog::{LogLine, LogLog};
pub use paths::Paths;
pub use strip::{Line, Strip};

/// Numbers beyond this are drawn as if they were this, or not at all: an axis needs room around them in an `f32`, and
/// whoever looks for the labels of one without end looks for ever.
pub const MOST: f32 = 1e37;

/// The least of 1, 2 and 5 times a power of ten that is no less than `least`, which is above 0.
pub fn round_up(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0].map(|times| times * power);
    let enough = steps.into_iter().find(|step| *step >= least);
    enough.unwrap_or(10.0 * power)
}

/// What a drawing may fail with.
pub type Failure<DB> = DrawingAreaErrorKind<<DB as DrawingBackend>::ErrorType>;

/// A picture, as data.
#[derive(Clone, Debug, PartialEq)]
pub enum Scene {
    /// Coloured cells; with labels also tokens and values where they fit.
    Heatmap {
        /// The numbers, one query a row.
        matrix: Matrix,
        /// Draw columns as rows.
        transposed: bool,
        /// Which colour map, over which range.
        range: Range,
        /// Cells to hatch, `false` = hatched.
        keep: Option<Keep>,
        /// Row and column labels.
        labels: Option<Labels>,
    },
    /// One bar a key: label, value; `None` is hatched.
    Bars(Vec<(String, Option<f32>)>, Range),
    /// One stack an output dimension; α·v of every key, one key a row.
    Contributions(Matrix),
    /// A line a weight between two columns of tokens.
    Links(Links),
    /// A whole head, small: the weights, n×n, and whether the mask is causal.
    Thumbnail(Matrix, bool),
    /// Curves over the steps of a run, from 0, or lower, to `top` or as high as they reach, one step marked.
    Curves {
        /// The lines.
        curves: Vec<Curve>,
        /// The upper end of the axis, where it is known.
        top: Option<f32>,
        /// The step that is marked.
        cursor: Option<u32>,
    },
    /// The way of a run, low and without words.
    Strip(Strip),
    /// Lines over n, both axes logarithmic.
    LogLog(LogLog),
    /// Numbers counted in bins, and the curve that they should follow.
    Histogram(Histogram),
    /// Sums that grow term by term, in the cone of what is usual.
    Paths(Paths),
}

impl Scene {
    /// Whether it is cells alone. The page opens with what draws those; what draws the rest is a part.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        matches!(self, Scene::Heatmap { labels: None, .. })
    }

    /// Whether it can be drawn over `before`, cell by cell: the same cells in the same colours, with other numbers.
    pub fn goes_over(&self, before: &Scene) -> bool {
        let (Some(own), Some(other)) = (self.plain(), before.plain()) else {
            return false;
        };
        let frame = |plain: &Plain| (plain.transposed, plain.range, plain.matrix.shape());
        frame(&own) == frame(&other)
            && own.keep == other.keep
            && heatmap::numbers_alone(own.matrix, other.matrix, own.keep)
    }

    /// What cells alone are drawn by.
    fn plain(&self) -> Option<Plain<'_>> {
        let Scene::Heatmap {
            matrix,
            transposed,
            range,
            keep,
            labels: None,
        } = self
        else {
            return None;
        };
        Some(Plain {
            matrix,
            transposed: *transposed,
            range: *range,
            keep: keep.as_ref(),
        })
    }

    /// Draws cells over the whole area, or only those that are other than `before`, where that stands there; of any
    /// other scene nothing.
    pub fn draw_plain<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
        unit: f64,
        dark: bool,
        before: Option<&Scene>,
    ) -> Result<(), Failure<DB>> {
        let brush = Brush { area, unit, dark };
        let Some(own) = self.plain() else {
            return Ok(());
        };
        let matrix = &*turned(own.matrix, own.transposed);
        let before = before.and_then(Scene::plain);
        let before = before.map(|before| turned(before.matrix, before.transposed));
        let cells = heatmap::Cells {
            matrix,
            range: own.range,
            keep: own.keep,
            before: before.as_deref(),
        };
        heatmap::cells(&brush, cells, brush.whole())
    }

    /// Draws the scene over the whole area.
    pub fn draw<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
        unit: f64,
        dark: bool,
    ) -> Result<(), Failure<DB>> {
        let brush = Brush { area, unit, dark };
        match self {
            Scene::Heatmap {
                matrix,
                transposed,
                range,
                keep,
                labels: Some(labels),
            } => {
                let matrix = &*turned(matrix, *transposed);
                heatmap::labelled(&brush, matrix, *range, keep.as_ref(), labels)
            }
            Scene::Heatmap { labels: None, .. } => self.draw_plain(area, unit, dark, None),
            Scene::Bars(bars, range) => bars::draw(&brush, bars, *range),
            Scene::Contributions(parts) => contributions::draw(&brush, parts),
            Scene::Curves {
                curves,
                top,
                cursor,
            } => curves::draw(&brush, curves, *top, *cursor),
            Scene::Links(links) => links::draw(&brush, links),
            Scene::Strip(own) => strip::draw(&brush, own),
            Scene::LogLog(picture) => loglog::draw(&brush, picture),
            Scene::Histogram(picture) => histogram::draw(&brush, picture),
            Scene::Paths(picture) => paths::draw(&brush, picture),
            Scene::Thumbnail(weights, causal) => thumbnail::draw(&brush, weights, *causal),
        }
    }
}

/// Cells without labels.
struct Plain<'a> {
    matrix: &'a Matrix,
    transposed: bool,
    range: Range,
    keep: Option<&'a Keep>,
}

/// The matrix as it is drawn.
fn turned(matrix: &Matrix, transposed: bool) -> Cow<'_, Matrix> {
    match transposed {
        true => Cow::Owned(matrix.transposed()),
        false => Cow::Borrowed(matrix),
    }
}

/// A rectangle in pixels: left, top, right, bottom.
type Frame = (i32, i32, i32, i32);

/// An area with what every stroke needs to know.
struct Brush<'a, DB: DrawingBackend> {
    area: &'a DrawingArea<DB, Shift>,
    unit: f64,
    dark: bool,
}

impl<DB: DrawingBackend> Brush<'_, DB> {
    fn px(&self, css: f64) -> i32 {
        (css * self.unit).round() as i32
    }

    fn whole(&self) -> Frame {
        let (width, height) = self.area.dim_in_pixel();
        (0, 0, width as i32, height as i32)
    }

    /// A place of the whole picture as one of the area, which may be a part of it.
    fn inside(&self, (x, y): (i32, i32)) -> (i32, i32) {
        let (left, top) = self.area.get_base_pixel();
        (x - left, y - top)
    }

    fn fill(&self, (x0, y0, x1, y1): Frame, colour: RGBColor) -> Result<(), Failure<DB>> {
        self.area
            .draw(&Rectangle::new([(x0, y0), (x1, y1)], colour.filled()))
    }

    fn line(&self, from: (i32, i32), to: (i32, i32), colour: RGBColor) -> Result<(), Failure<DB>> {
        self.stroke((from, to), colour.to_rgba(), 1.0)
    }

    /// A line `width` CSS pixels broad.
    fn stroke(
        &self,
        (from, to): ((i32, i32), (i32, i32)),
        colour: RGBAColor,
        width: f64,
    ) -> Result<(), Failure<DB>> {
        let style = colour.stroke_width(self.px(width).max(1) as u32);
        self.area.draw(&PathElement::new(vec![from, to], style))
    }

    /// Diagonal lines at 45°, a few CSS pixels apart, clipped to the frame.
    fn hatch(&self, (x0, y0, x1, y1): Frame) -> Result<(), Failure<DB>> {
        let colour = colours::hatch(self.dark);
        let (step, height) = (self.px(6.0).max(3), y1 - y0);
        let mut start = x0 - height;
        while start < x1 {
            let from = if start < x0 {
                (x0, y1 - (x0 - start))
            } else {
                (start, y1)
            };
            let end = start + height;
            let to = if end > x1 {
                (x1, y0 + (end - x1))
            } else {
                (end, y0)
            };
            self.line(from, to, colour)?;
            start += step;
        }
        Ok(())
    }

    fn text(&self, text: &str, at: (i32, i32), size: f64, anchor: HPos) -> Result<(), Failure<DB>> {
        let ink = colours::ink(self.dark);
        let style = TextStyle::from(("system-ui, sans-serif", size * self.unit))
            .color(&ink)
            .pos(Pos::new(anchor, VPos::Center));
        self.area
            .draw(&Text::new(in_its_direction(text), at, style))
    }
}

/// A text as it is drawn: the canvas writes from left to right, and a line with Arabic or Hebrew words in it is read
/// from the right, its numbers and symbols too.
fn in_its_direction(text: &str) -> String {
    let from_the_right = |letter| ('\u{590}'..='\u{8ff}').contains(&letter);
    match text.chars().any(from_the_right) {
        true => format!("\u{2067}{text}\u{2069}"),
        false => text.to_owned(),
    }
}

/// As much of a label as fits into `width` CSS pixels, at a size where a letter takes about 0.55 of it.
fn fitted(label: &str, width: f64, size: f64) -> String {
    let room = (width / (size * 0.55)).floor().max(1.0) as usize;
    if label.chars().count() <= room {
        return label.to_owned();
    }
    label
        .chars()
        .take(room.saturating_sub(1))
        .chain(['…'])
        .collect()
}
