//! How the output of one query stacks up: for each output dimension the α·v of every key, positive
//! parts to the right of 0, negative ones to the left, and a line where the sum ends.

use attention::Matrix;
use lesson::core::number::{subscript, visible};
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::HPos;

use super::{Brush, Failure, colours};

const TEXT: f64 = 12.0;
const LABEL: f64 = 40.0;
const VALUE: f64 = 48.0;

/// Draws `parts` (m×d_v, one key a row): one stack for each of its columns.
pub fn draw<DB: DrawingBackend>(brush: &Brush<DB>, parts: &Matrix) -> Result<(), Failure<DB>> {
    let (_, _, right, bottom) = brush.whole();
    let columns: Vec<Vec<f32>> = parts
        .transposed()
        .iter_rows()
        .map(<[f32]>::to_vec)
        .collect();
    let reach = |sign: f32| {
        let side = |column: &Vec<f32>| column.iter().map(|v| (v * sign).max(0.0)).sum::<f32>();
        columns.iter().map(side).fold(0.0f32, f32::max)
    };
    let (below, above) = (reach(-1.0), reach(1.0).max(1e-6));
    let (left, end) = (brush.px(LABEL), right - brush.px(VALUE));
    let span = f64::from(end - left) / f64::from(below + above);
    let x = |value: f32| left + (f64::from(value + below) * span) as i32;
    let height = f64::from(bottom) / columns.len().max(1) as f64;
    for (c, column) in columns.iter().enumerate() {
        let (top, low) = (
            (c as f64 * height) as i32 + brush.px(3.0),
            ((c + 1) as f64 * height) as i32 - brush.px(3.0),
        );
        let label = format!("o{}", subscript(c + 1));
        brush.text(
            &label,
            (left - brush.px(8.0), (top + low) / 2),
            TEXT,
            HPos::Right,
        )?;
        let (mut negative, mut positive) = (0.0f32, 0.0f32);
        for (key, part) in column.iter().enumerate() {
            let from = if *part < 0.0 {
                &mut negative
            } else {
                &mut positive
            };
            let (a, b) = (x(*from), x(*from + part));
            *from += part;
            brush.fill(
                (a.min(b), top, a.max(b), low),
                colours::token(key, brush.dark),
            )?;
        }
        let sum: f32 = column.iter().sum();
        brush.line(
            (x(sum), top - brush.px(2.0)),
            (x(sum), low + brush.px(2.0)),
            colours::ink(brush.dark),
        )?;
        brush.text(
            &visible(sum, 2),
            (end + brush.px(6.0), (top + low) / 2),
            TEXT,
            HPos::Left,
        )?;
    }
    brush.line((x(0.0), 0), (x(0.0), bottom), colours::hatch(brush.dark))
}
