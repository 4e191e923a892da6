//! One row as bars: a label, a bar from 0, the value.

use lesson::core::number::visible;
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::HPos;

use super::{Brush, Failure, Range, colours, fitted};

const TEXT: f64 = 12.0;
/// Room for labels on the left and values on the right, CSS pixels.
const LABEL: f64 = 64.0;
const VALUE: f64 = 48.0;

/// Draws one bar below the other over the whole area; `None` is hatched.
pub fn draw<DB: DrawingBackend>(
    brush: &Brush<DB>,
    bars: &[(String, Option<f32>)],
    range: Range,
) -> Result<(), Failure<DB>> {
    let (_, _, right, bottom) = brush.whole();
    let (left, right_end) = (brush.px(LABEL), right - brush.px(VALUE));
    let span = f64::from(right_end - left) / f64::from(range.end() - range.start());
    let x = |value: f32| {
        left + (f64::from(value.clamp(range.start(), range.end()) - range.start()) * span) as i32
    };
    let height = f64::from(bottom) / bars.len().max(1) as f64;
    for (index, (label, value)) in bars.iter().enumerate() {
        let (top, low) = (
            (index as f64 * height) as i32,
            ((index + 1) as f64 * height) as i32,
        );
        let (middle, gap) = ((top + low) / 2, brush.px(3.0));
        brush.text(
            &fitted(label, LABEL - 8.0, TEXT),
            (left - brush.px(8.0), middle),
            TEXT,
            HPos::Right,
        )?;
        match value {
            Some(value) => {
                let (a, b) = (x(0.0).min(x(*value)), x(0.0).max(x(*value)));
                // The length says how much: a paler bar would only be harder to see.
                let end = range.end().copysign(*value);
                let colour = range.colour(end, brush.dark);
                brush.fill((a, top + gap, b, low - gap), colour)?;
                brush.text(
                    &visible(*value, 2),
                    (right_end + brush.px(6.0), middle),
                    TEXT,
                    HPos::Left,
                )?;
            }
            None => brush.hatch((left, top + gap, right_end, low - gap))?,
        }
    }
    brush.line((x(0.0), 0), (x(0.0), bottom), colours::hatch(brush.dark))
}
