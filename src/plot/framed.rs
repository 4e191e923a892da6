//! A figure as a picture of its own: with its title, on the page's colour, as large as it needs.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::heatmap::{LEFT, TOP};
use super::{Brush, Failure, Scene, colours};

/// Room on every side, CSS pixels.
const MARGIN: f64 = 14.0;
/// Room for the title, CSS pixels.
const TITLE: f64 = 34.0;
/// Text size of the title, CSS pixels.
const TITLE_TEXT: f64 = 16.0;
/// The narrowest picture, CSS pixels: a title fits.
const NARROWEST: f64 = 320.0;

/// Room for the line below the title, CSS pixels.
const NOTE: f64 = 20.0;
/// Text size of that line, CSS pixels.
const NOTE_TEXT: f64 = 12.0;

/// A scene with what a picture outside the page needs besides.
pub struct Framed {
    /// What stands above it.
    pub title: String,
    /// What the axes are; nothing stands there where it is empty.
    pub note: String,
    /// What is drawn.
    pub scene: Scene,
    /// How large that is, in CSS pixels.
    pub inside: (f64, f64),
}

/// The size of a labelled heatmap of so many rows and columns whose numbers have `digits` decimals, in CSS pixels. Where
/// there are many cells they are smaller, and hold no numbers.
pub fn heatmap_size((rows, cols): (usize, usize), digits: u8) -> (f64, f64) {
    let side = |count: usize, large: f64| count as f64 * if count > 40 { 18.0 } else { large };
    let wide = 64.0 + 8.0 * f64::from(digits.saturating_sub(2));
    let width = (LEFT + side(cols, wide)).max(NARROWEST);
    (width, TOP + side(rows, 32.0))
}

impl Framed {
    /// (width, height) at `unit` pixels to a CSS pixel.
    pub fn size(&self, unit: f64) -> (u32, u32) {
        let (width, height) = self.inside;
        let pixels = |css: f64| (css * unit).ceil() as u32;
        (
            pixels(width + 2.0 * MARGIN),
            pixels(height + self.head() + 2.0 * MARGIN),
        )
    }

    /// Room above the scene, CSS pixels.
    fn head(&self) -> f64 {
        TITLE + if self.note.is_empty() { 0.0 } else { NOTE }
    }

    /// Draws it over the whole area.
    pub fn draw<DB: DrawingBackend>(
        &self,
        area: &DrawingArea<DB, Shift>,
        unit: f64,
        dark: bool,
    ) -> Result<(), Failure<DB>> {
        let brush = Brush { area, unit, dark };
        let (_, _, width, height) = brush.whole();
        brush.fill(brush.whole(), colours::page(dark))?;
        let margin = brush.px(MARGIN);
        let title = (margin, margin + brush.px(TITLE / 2.0 - 4.0));
        brush.text(&self.title, title, TITLE_TEXT, HPos::Left)?;
        let note = (margin, margin + brush.px(TITLE + NOTE / 2.0 - 6.0));
        if !self.note.is_empty() {
            brush.text(&self.note, note, NOTE_TEXT, HPos::Left)?;
        }
        let top = margin + brush.px(self.head());
        let size = (width - 2 * margin, height - top - margin);
        let inside = area.clone().shrink((margin, top), size);
        self.scene.draw(&inside, unit, dark)
    }

    /// The picture as SVG. A backend that writes into a string does not fail.
    pub fn svg(&self, dark: bool) -> String {
        let mut text = String::new();
        {
            let area = SVGBackend::with_string(&mut text, self.size(1.0)).into_drawing_area();
            let drawn = self.draw(&area, 1.0, dark);
            if let Err(error) = drawn.and_then(|()| area.present()) {
                leptos::logging::warn!("drawing failed: {error}");
            }
        }
        text
    }
}
