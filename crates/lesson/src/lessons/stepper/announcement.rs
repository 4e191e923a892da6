//! What a step changed in one row, in few facts: what a reader hears who does not see the figure.

use crate::head::name::{Cell, Name};
use crate::head::stage::Stage;
use crate::head::trace::{self, Trace};
use crate::head::view::View;

/// The one fact that a stage adds to the row in focus. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum Announcement {
    /// The stage has no number of its own for a row (`Project`), or the number is still covered.
    Position,
    /// The keys that fit the query best, one unless several are equal, and their score: (columns, score).
    Best(Vec<usize>, f32),
    /// How many keys the query may look at.
    Allowed(usize),
    /// The number where query and key in focus meet: (column, number).
    Pair(usize, f32),
    /// The numbers that the whole row comes to: its maximum, its sum, its output.
    Row(Vec<f32>),
    /// The keys that are given the largest weight, one unless several are equal: (columns, weight).
    Most(Vec<usize>, f32),
    /// The query may see no key.
    Nothing,
}

/// What there is to tell of the row in focus at the stage where one stands.
#[must_use]
pub fn of(trace: &Trace, view: &View) -> Announcement {
    let name = view.stage.matrix();
    let numbers = trace.get(name);
    if view.row >= numbers.rows() {
        return Announcement::Position;
    }
    let row = numbers.row(view.row);
    if row.iter().any(|number| number.is_nan()) {
        return Announcement::Position;
    }
    let sees_nothing = trace.rows.get(view.row).is_some_and(|row| row.sees_nothing);
    let after_mask = !matches!(view.stage, Stage::Project | Stage::Scores | Stage::Scaled);
    if sees_nothing && after_mask {
        return Announcement::Nothing;
    }
    match name {
        Name::Scores | Name::Scaled | Name::Masked => largest(row)
            .map_or(Announcement::Position, |(keys, score)| {
                Announcement::Best(keys, score)
            }),
        Name::Mask => Announcement::Allowed(row.iter().filter(|number| **number == 0.0).count()),
        Name::Shifted | Name::Exp => pair(trace, Cell::new(name, view.row, view.col)),
        Name::Max | Name::Sum | Name::Output => Announcement::Row(row.to_vec()),
        Name::Weights => largest(row).map_or(Announcement::Position, |(keys, weight)| {
            Announcement::Most(keys, weight)
        }),
        _ => Announcement::Position,
    }
}

fn pair(trace: &Trace, cell: Cell) -> Announcement {
    let value = trace.value(cell);
    value.map_or(Announcement::Position, |value| {
        Announcement::Pair(cell.col, value)
    })
}

/// Where the largest number stands, and what it is.
fn largest(row: &[f32]) -> Option<(Vec<usize>, f32)> {
    let keys = trace::largest(row);
    let number = *row.get(*keys.first()?)?;
    Some((keys, number))
}

/// What an edit has come to, of one query: what a reader hears who does not see all the numbers that moved.
#[derive(Clone, Debug, PartialEq)]
pub enum Consequence {
    /// The query's weights are others now: its keys with the largest, one unless several are equal, and that weight.
    Looks(Vec<usize>, f32),
    /// The query may see no key any more.
    Blind,
    /// Its weights are as before, its output is not.
    Output(Vec<f32>),
}

/// What became other between the two: of query `row` if that one moved, else of the first that did. Nothing where
/// nothing moved, where queries came or went, and of what is covered.
#[must_use]
pub fn consequence(before: &Trace, after: &Trace, row: usize) -> Option<(usize, Consequence)> {
    let (weights, output) = (Name::Weights, Name::Output);
    if before.get(weights).shape() != after.get(weights).shape() {
        return None;
    }
    let moved = |name: Name| {
        let is_other = |row: &usize| before.get(name).row(*row) != after.get(name).row(*row);
        let rows = 0..after.get(name).rows();
        let first = rows.clone().find(is_other);
        let own = Some(row).filter(|row| rows.contains(row) && is_other(row));
        own.or(first)
    };
    let is_open = |name: Name, row: usize| !after.get(name).row(row).iter().any(|own| own.is_nan());
    if let Some(row) = moved(weights) {
        let (keys, weight) =
            largest(after.get(weights).row(row)).filter(|_| is_open(weights, row))?;
        let blind = after.rows.get(row).is_some_and(|own| own.sees_nothing);
        let what = match blind {
            true => Consequence::Blind,
            false => Consequence::Looks(keys, weight),
        };
        return Some((row, what));
    }
    let row = moved(output).filter(|row| is_open(output, *row))?;
    Some((
        row,
        Consequence::Output(after.get(output).row(row).to_vec()),
    ))
}
