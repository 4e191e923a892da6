//! Finite differences: the loss itself, computed twice with one number nudged up and down, in f64 and by plain loops.
//! Whoever does not believe the way back can believe this.

use attention::Matrix;

use super::document::Document;
use super::loss::Loss;
use super::tables::{GRADIENTS, gradient_of};
use super::way::Way;
use crate::core::table::{Cell, TableId};
use crate::head::document::Source;
use crate::head::name::Name;

/// How far a number is nudged each way: f64 has 15 digits, of which half go into the step and half into the difference.
const NUDGE: f64 = 1e-5;
/// The smallest size of a table's largest number that differences of the loss can still tell from 0.
const SMALLEST: f64 = 1e-8;
/// The most cells that are checked at once; of a larger head every so many.
const MOST: usize = 600;

/// A gradient beside what nudging gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Check {
    /// The cell of the gradient.
    pub cell: Cell,
    /// ∂L by the way back.
    pub gradient: f32,
    /// (L(x + h) − L(x − h)) / 2h.
    pub nudged: f64,
    /// How far they are apart, as a share of the largest number of the gradient's table.
    pub error: f64,
}

/// Checks one cell of a gradient; `None` for a cell that is none.
#[must_use]
pub fn cell(way: &Way, cell: Cell) -> Option<Check> {
    let of = gradient_of(cell.name)?;
    let matrix = way.get(cell.name);
    let gradient = matrix.get(cell.row, cell.col)?;
    let at = |step| loss(&way.document, Some((of, cell.row, cell.col, step)));
    let step = step(way, of, cell)?;
    let nudged = (at(step) - at(-step)) / (2.0 * step);
    let largest = matrix
        .data()
        .iter()
        .fold(0.0_f32, |most, x| most.max(x.abs()));
    let apart = (nudged - f64::from(gradient)).abs();
    let error = apart / f64::from(largest).max(SMALLEST);
    Some(Check {
        cell,
        gradient,
        nudged,
        error,
    })
}

/// How far a cell of `of` is nudged: the weight of which the loss is −ln by a share of itself, for it may be smaller than
/// any nudge; `None` where it is 0. One that is hidden has no part in the loss.
fn step(way: &Way, of: TableId, cell: Cell) -> Option<f64> {
    let own = &way.document;
    let seen = own.head.keep().get(cell.row, cell.col) == Some(true);
    let aimed = own.loss == Loss::Cell && own.aim == (cell.row, cell.col);
    if of != Name::Weights || !aimed || !seen {
        return Some(NUDGE);
    }
    let weight = way.get(of).get(cell.row, cell.col)?;
    (weight > 0.0).then(|| NUDGE * f64::from(weight))
}

/// Checks every gradient, or so many of them; how many there are, how many were checked, and the worst.
#[must_use]
pub fn all(way: &Way) -> (usize, usize, Option<Check>) {
    let cells: Vec<Cell> = GRADIENTS
        .into_iter()
        .filter(|table| way.document.has_table(*table))
        .flat_map(|table| {
            let (rows, cols) = way.get(table).shape();
            (0..rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(table, row, col)))
        })
        .collect();
    let every = cells.len().div_ceil(MOST).max(1);
    let checked: Vec<Check> = cells
        .iter()
        .step_by(every)
        .filter_map(|own| cell(way, *own))
        .collect();
    let worst = checked
        .iter()
        .copied()
        .max_by(|a, b| a.error.total_cmp(&b.error));
    (cells.len(), checked.len(), worst)
}

/// A number of the way forward that is nudged: table, row, column, by how much.
type Nudged = (TableId, usize, usize, f64);
type Rows = Vec<Vec<f64>>;

/// The loss by plain loops in f64, with one number nudged.
#[must_use]
pub fn loss(document: &Document, nudged: Option<Nudged>) -> f64 {
    let head = &document.head;
    let input = |name| given(head.input(name), name, nudged);
    let [q, k, v] = match head.source {
        Source::ByHand => [Name::Q, Name::K, Name::V].map(input),
        Source::Projected => {
            let x = input(Name::X);
            let y = if head.keys.is_some() {
                input(Name::Xkv)
            } else {
                x.clone()
            };
            let by = |rows: &Rows, w| product(rows, &input(w));
            let all = [by(&x, Name::Wq), by(&y, Name::Wk), by(&y, Name::Wv)];
            let mut names = [Name::Q, Name::K, Name::V].into_iter();
            all.map(|rows| nudge(rows, names.next().unwrap_or(Name::Q), nudged))
        }
    };
    let factor = f64::from(head.scale.factor(head.d_k()));
    let scores = nudge(product(&q, &transposed(&k)), Name::Scores, nudged);
    let scaled = scores
        .iter()
        .map(|row| row.iter().map(|s| s * factor).collect())
        .collect();
    let scaled = nudge(scaled, Name::Scaled, nudged);
    let keep = head.keep();
    let row = |(i, row): (usize, &Vec<f64>)| softmax(row, |j| keep.get(i, j) == Some(true));
    let weights = nudge(
        scaled.iter().enumerate().map(row).collect(),
        Name::Weights,
        nudged,
    );
    let output = nudge(product(&weights, &v), Name::Output, nudged);
    of_output(document, &weights, &output)
}

fn of_output(document: &Document, weights: &Rows, output: &Rows) -> f64 {
    let with = |matrix: &Matrix, f: fn(f64, f64) -> f64| {
        let rows = output.iter().zip(matrix.iter_rows());
        let row = |(own, other): (&Vec<f64>, &[f32])| -> f64 {
            own.iter()
                .zip(other)
                .map(|(o, t)| f(*o, f64::from(*t)))
                .sum()
        };
        rows.map(row).sum()
    };
    match document.loss {
        Loss::Target => with(&document.target, |o, t| 0.5 * (o - t) * (o - t)),
        Loss::Given => with(&document.g, |o, g| o * g),
        Loss::Cell => {
            let (row, col) = document.aim;
            // A key that may not be seen has no share, whatever is done: there is nothing to learn.
            let seen = document.head.keep().get(row, col) == Some(true);
            let share = weights.get(row).and_then(|own| own.get(col));
            share.filter(|_| seen).map_or(0.0, |share| -share.ln())
        }
    }
}

fn given(matrix: Option<&Matrix>, name: TableId, nudged: Option<Nudged>) -> Rows {
    let wide = |row: &[f32]| row.iter().map(|x| f64::from(*x)).collect();
    nudge(
        matrix.map_or_else(Vec::new, |m| m.iter_rows().map(wide).collect()),
        name,
        nudged,
    )
}

fn nudge(mut rows: Rows, name: TableId, nudged: Option<Nudged>) -> Rows {
    if let Some((table, row, col, step)) = nudged
        && table == name
        && let Some(x) = rows.get_mut(row).and_then(|row| row.get_mut(col))
    {
        *x += step;
    }
    rows
}

fn transposed(rows: &Rows) -> Rows {
    let cols = rows.first().map_or(0, Vec::len);
    (0..cols)
        .map(|col| rows.iter().map(|row| row[col]).collect())
        .collect()
}

fn product(a: &Rows, b: &Rows) -> Rows {
    let columns = transposed(b);
    let row = |row: &Vec<f64>| {
        columns
            .iter()
            .map(|col| row.iter().zip(col).map(|(x, y)| x * y).sum())
            .collect()
    };
    a.iter().map(row).collect()
}

/// Shares of the keys that may be seen; none where there is none.
fn softmax(scores: &[f64], sees: impl Fn(usize) -> bool) -> Vec<f64> {
    let seen = scores.iter().enumerate().filter(|(j, _)| sees(*j));
    let largest = seen.map(|(_, s)| *s).fold(f64::NEG_INFINITY, f64::max);
    let exp = |(j, s): (usize, &f64)| if sees(j) { (s - largest).exp() } else { 0.0 };
    let all: Vec<f64> = scores.iter().enumerate().map(exp).collect();
    let sum: f64 = all.iter().sum();
    all.iter()
        .map(|e| if sum > 0.0 { e / sum } else { 0.0 })
        .collect()
}
