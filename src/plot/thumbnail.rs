//! A whole head at a glance. Many are drawn many times a second, so there are no lines between
//! cells, neighbours of one colour are one rectangle, and cells as empty as the page are none.

use attention::Matrix;
use plotters::prelude::DrawingBackend;

use super::heatmap::place;
use super::{Brush, Failure, Frame, Range, colours};

/// Draws weights, n×n; with a causal mask what is above the diagonal is hatched.
pub fn draw<DB: DrawingBackend>(
    brush: &Brush<DB>,
    weights: &Matrix,
    causal: bool,
) -> Result<(), Failure<DB>> {
    let frame = brush.whole();
    brush.fill(frame, colours::page(brush.dark))?;
    if causal {
        hatch(brush, frame)?;
    }
    for (i, row) in weights.iter_rows().enumerate() {
        let end = if causal { i + 1 } else { row.len() };
        runs(brush, row.get(..end).unwrap_or(row), |from, to, colour| {
            let (x0, y0, _, y1) = place(frame, weights.shape(), i, from);
            let (_, _, x1, _) = place(frame, weights.shape(), i, to);
            // The hatching ends at the diagonal's cells, which half of it crosses.
            let seen = causal && to == i || colour != colours::page(brush.dark);
            if seen {
                brush.fill((x0, y0, x1, y1), colour)
            } else {
                Ok(())
            }
        })?;
    }
    Ok(())
}

/// Calls `each` with the first and last column of every run of one colour. The last column stands
/// alone: on the diagonal it lies over the hatching.
fn runs<DB: DrawingBackend>(
    brush: &Brush<DB>,
    row: &[f32],
    mut each: impl FnMut(usize, usize, plotters::style::RGBColor) -> Result<(), Failure<DB>>,
) -> Result<(), Failure<DB>> {
    let colour = |j: usize| Range::Sequential(1.0).colour(row[j], brush.dark);
    let mut from = 0;
    for j in 0..row.len() {
        let ends = j + 2 >= row.len() || colour(j + 1) != colour(j);
        if ends {
            each(from, j, colour(j))?;
            from = j + 1;
        }
    }
    Ok(())
}

/// Lines at 45° from the diagonal to the top and the right edge.
fn hatch<DB: DrawingBackend>(
    brush: &Brush<DB>,
    (x0, y0, x1, y1): Frame,
) -> Result<(), Failure<DB>> {
    let (width, height) = (f64::from(x1 - x0), f64::from(y1 - y0));
    let step = brush.px(5.0).max(3);
    let mut sum = step;
    while f64::from(sum) < width + height {
        // Points with x + y = sum, from the diagonal on.
        let on = f64::from(sum) / (width + height);
        let from = (x0 + (on * width) as i32, y0 + (on * height) as i32);
        let beyond = (sum - (x1 - x0)).max(0);
        let to = (x0 + sum - beyond, y0 + beyond);
        brush.line(from, to, colours::hatch(brush.dark))?;
        sum += step;
    }
    Ok(())
}
