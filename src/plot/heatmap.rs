//! Coloured cells.

use attention::{Keep, Matrix};
use lesson::core::number::visible;
use plotters::prelude::DrawingBackend;
use plotters::style::text_anchor::HPos;

use super::{Brush, Failure, Frame, Range, colours, fitted};

/// Text size of labels and values, CSS pixels.
const TEXT: f64 = 12.0;
/// Room for row labels, CSS pixels.
pub const LEFT: f64 = 64.0;
/// Columns narrower than that have numbers where a name is too long for them, CSS pixels: they would leave fewer than four
/// of its letters, which are no name.
const NAMED: f64 = 36.0;
/// Text size of these numbers, CSS pixels.
const NUMBER: f64 = 9.0;
/// Room for column labels, CSS pixels.
pub const TOP: f64 = 22.0;

/// The cell at (x, y) of a labelled picture that is (width, height) large, all in CSS pixels.
pub fn cell_at(
    (x, y): (f64, f64),
    (width, height): (f64, f64),
    (rows, cols): (usize, usize),
) -> Option<(usize, usize)> {
    let part = |at: f64, room: f64, whole: f64, count: usize| {
        let part = (at - room) / (whole - room);
        (0.0..1.0)
            .contains(&part)
            .then_some((part * count as f64) as usize)
    };
    Some((part(y, TOP, height, rows)?, part(x, LEFT, width, cols)?))
}

/// What stands beside, above and in the cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Labels {
    /// What the rows are called.
    pub rows: Vec<String>,
    /// What the columns are called.
    pub cols: Vec<String>,
    /// So many decimals have the values that stand in the cells.
    pub digits: u8,
}

/// What cells are drawn by.
pub(super) struct Cells<'a> {
    /// The numbers, as drawn.
    pub matrix: &'a Matrix,
    /// Which colours.
    pub range: Range,
    /// Which are hatched: `false`.
    pub keep: Option<&'a Keep>,
    /// The numbers that stand drawn: only cells with others are drawn.
    pub before: Option<&'a Matrix>,
}

/// Fills `frame` with the matrix. Hatched where `keep` says false or the value is −∞, grey where it is
/// covered.
pub(super) fn cells<DB: DrawingBackend>(
    brush: &Brush<DB>,
    Cells {
        matrix,
        range,
        keep,
        before,
    }: Cells,
    frame: Frame,
) -> Result<(), Failure<DB>> {
    for i in 0..matrix.rows() {
        for j in 0..matrix.cols() {
            let cell = place(frame, matrix.shape(), i, j);
            let value = matrix.at(i, j);
            if before.is_some_and(|before| before.at(i, j).to_bits() == value.to_bits()) {
                continue;
            }
            // One pixel stays free on two sides: the lines between the cells.
            let cell = (cell.0, cell.1, cell.2 - 1, cell.3 - 1);
            let hidden = keep.and_then(|keep| keep.get(i, j)) == Some(false);
            // A masked cell that was overridden to something is shown as that.
            if value == f32::NEG_INFINITY || hidden && value == 0.0 {
                brush.fill(cell, colours::page(brush.dark))?;
                brush.hatch(cell)?;
            } else if value.is_nan() {
                brush.fill(cell, colours::covered(brush.dark))?;
            } else {
                brush.fill(cell, range.colour(value, brush.dark))?;
            }
        }
    }
    Ok(())
}

/// Whether all that differs between two matrices of one shape are numbers that may be looked at: a cell that was hatched
/// leaves traces of its lines beside it.
pub(super) fn numbers_alone(one: &Matrix, other: &Matrix, keep: Option<&Keep>) -> bool {
    (0..one.rows()).all(|i| {
        (0..one.cols()).all(|j| {
            let (one, other) = (one.at(i, j), other.at(i, j));
            let kept = keep.and_then(|keep| keep.get(i, j)) != Some(false);
            one.to_bits() == other.to_bits() || kept && one.is_finite() && other.is_finite()
        })
    })
}

/// The same with tokens beside and above it, and the values where a cell has room for them.
pub(super) fn labelled<DB: DrawingBackend>(
    brush: &Brush<DB>,
    matrix: &Matrix,
    range: Range,
    keep: Option<&Keep>,
    Labels { rows, cols, digits }: &Labels,
) -> Result<(), Failure<DB>> {
    let (_, _, right, bottom) = brush.whole();
    let frame = (brush.px(LEFT), brush.px(TOP), right, bottom);
    let plain = Cells {
        matrix,
        range,
        keep,
        before: None,
    };
    cells(brush, plain, frame)?;
    let width = f64::from(right - frame.0) / matrix.cols().max(1) as f64 / brush.unit;
    let height = f64::from(bottom - frame.1) / matrix.rows().max(1) as f64 / brush.unit;
    let size = TEXT.min(height * 0.85);
    let numbered = width < NAMED
        && cols
            .iter()
            .any(|own| fitted(own, width - 3.0, TEXT) != *own);
    // A digit is wider than letters are on average.
    let beside = if numbered { 14.0 } else { 8.0 };
    for (i, label) in rows.iter().enumerate() {
        let (_, y0, _, y1) = place(frame, matrix.shape(), i, 0);
        let at = (frame.0 - brush.px(6.0), (y0 + y1) / 2);
        let label = match numbered {
            true => format!("{} {label}", i + 1),
            false => label.clone(),
        };
        brush.text(&fitted(&label, LEFT - beside, size), at, size, HPos::Right)?;
    }
    // Numbers that would touch leave some out; the rows have all of them.
    let figures = cols.len().to_string().len() as f64;
    let every = ((figures * NUMBER * 0.6 + 5.0) / width).ceil().max(1.0) as usize;
    for (j, label) in cols.iter().enumerate() {
        let (x0, _, x1, _) = place(frame, matrix.shape(), 0, j);
        let at = ((x0 + x1) / 2, frame.1 / 2);
        match numbered {
            true if j % every == 0 => {
                brush.text(&(j + 1).to_string(), at, NUMBER, HPos::Center)?;
            }
            true => {}
            false => brush.text(&fitted(label, width - 3.0, TEXT), at, TEXT, HPos::Center)?,
        }
    }
    if width >= 34.0 {
        values(brush, matrix, keep, frame, *digits)
    } else {
        Ok(())
    }
}

fn values<DB: DrawingBackend>(
    brush: &Brush<DB>,
    matrix: &Matrix,
    keep: Option<&Keep>,
    frame: Frame,
    digits: u8,
) -> Result<(), Failure<DB>> {
    for (i, row) in matrix.iter_rows().enumerate() {
        for (j, value) in row.iter().enumerate() {
            if keep.and_then(|keep| keep.get(i, j)) == Some(false) && *value == 0.0 {
                continue;
            }
            let (x0, y0, x1, y1) = place(frame, matrix.shape(), i, j);
            let at = ((x0 + x1) / 2, (y0 + y1) / 2);
            brush.text(&visible(*value, digits), at, TEXT, HPos::Center)?;
        }
    }
    Ok(())
}

/// The frame of one cell; edges are rounded so that neighbours share them without a seam.
pub(super) fn place(
    (x0, y0, x1, y1): Frame,
    (rows, cols): (usize, usize),
    i: usize,
    j: usize,
) -> Frame {
    let edge = |from: i32, to: i32, part: usize, of: usize| {
        from + ((to - from) as i64 * part as i64 / of.max(1) as i64) as i32
    };
    (
        edge(x0, x1, j, cols),
        edge(y0, y1, i, rows),
        edge(x0, x1, j + 1, cols),
        edge(y0, y1, i + 1, rows),
    )
}
