//! What each cell of the figure shows: its number, what it was, its state and its colour.

use crate::language::shown;
use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::flash::{Part, Shown, State, Walk};
use lesson::{Name, lessons::flash::At};

use super::state::{Cell, Flash};
use crate::browser::parts::Face;
use crate::plot::Range;
use crate::plot::colours::css;
use crate::reactive::memo;
use crate::screen::screen;

/// All cells of `part`, row by row.
pub fn faces(flash: Flash, part: Part) -> Memo<Vec<Face>> {
    let dark = screen().dark;
    let marked = marked(flash);
    memo(move || {
        let (at, digits, dark) = (flash.at.get(), flash.lab.look.get().0, dark.get());
        let pinned = flash.pinned();
        flash.walk.with(|walk| {
            let range = range(walk, part);
            let cells =
                (0..walk.n()).flat_map(|row| (0..walk.columns(part)).map(move |col| (row, col)));
            let face = |(row, col)| {
                let cell = (part, row, col);
                let own = walk.shown(at, part, row, col);
                let mut face = match covered(flash, cell) {
                    true => Face::covered(own.state.key()),
                    false => face(walk, own, digits),
                };
                face.class = marked.with(|marked| marked.class(cell, own, at, walk));
                if pinned == Some(cell) {
                    face.class += " pinned";
                }
                if asked(flash, cell) {
                    face.class += " is-asked";
                }
                let open = own.source.filter(|_| !covered(flash, cell));
                face.style = open.map_or(String::new(), |source| {
                    colour(range(at), walk.value(source), dark)
                });
                face
            };
            cells.map(face).collect()
        })
    })
}

/// Whether the number of a cell is still to be predicted.
fn covered(flash: Flash, (part, row, col): Cell) -> bool {
    flash.lab.covers(lesson::Cell::new(part.table(), row, col))
}

/// Whether a cell is one that the open question is about.
fn asked(flash: Flash, (part, row, col): Cell) -> bool {
    let cell = lesson::Cell::new(part.table(), row, col);
    flash.lab.asked.with(|asked| asked.contains(&cell))
}

fn face(walk: &Walk, own: Shown, digits: u8) -> Face {
    let value = own.source.map(|source| walk.value(source));
    let text = match (value, own.state) {
        (Some(value), _) => shown(value, digits),
        (None, State::Gone) => "·".to_owned(),
        (None, _) => String::new(),
    };
    Face {
        text,
        old: own.old.map_or(String::new(), |old| shown(old, digits)),
        value: value.map_or(String::new(), shortest),
        state: own.state.key(),
        ..Face::default()
    }
}

/// The explained cell, and the cells it is computed from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Marked {
    explained: Option<At>,
    read: Vec<Cell>,
    /// Cells of Q, K and V that are read.
    pub inputs: Vec<lesson::Cell>,
}

impl Marked {
    fn class(&self, cell: Cell, own: Shown, at: usize, walk: &Walk) -> String {
        let (part, row, col) = cell;
        let held = own.state == State::Held;
        let told = self.explained.is_some() && walk.at(at, cell) == self.explained;
        let classes = [
            (own.changed, "changed-now"),
            (told, "told"),
            (self.read.contains(&cell), "read"),
            (
                part == Part::Tile && held && !walk.sees(row, col),
                "hidden-key",
            ),
        ];
        let there = classes.iter().filter(|(there, _)| *there);
        there.map(|(_, class)| *class).collect::<Vec<_>>().join(" ")
    }
}

/// What the explained number makes stand out.
pub fn marked(flash: Flash) -> Memo<Marked> {
    memo(move || {
        let Some(explained) = flash.explained.get() else {
            return Marked::default();
        };
        flash.walk.with(|walk| {
            let rule = walk.rule(explained);
            let mut marked = Marked {
                explained: Some(explained),
                ..Marked::default()
            };
            for cell in rule.iter().flat_map(|rule| rule.cells()) {
                match Part::of_table(cell.name) {
                    Some(part) => marked.read.push((part, cell.row, cell.col)),
                    None => marked.inputs.push(cell),
                }
            }
            marked
        })
    })
}

/// The colour map of a part at a step: scores as in the stepper, exponentials and factors from 0 to 1.
fn range(walk: &Walk, part: Part) -> impl Fn(usize) -> Option<Range> {
    let scores = Range::around(walk.plain.get(Name::Masked));
    let output = Range::around(walk.plain.get(Name::Output));
    let exponentials = |at: usize| {
        use lesson::lessons::flash::Kind::{Accumulate, Exp, Sum};
        let kind = walk.steps.get(at).map(|step| step.kind);
        matches!(kind, Some(Exp | Sum | Accumulate))
    };
    move |at| match part {
        Part::Tile if exponentials(at) => Some(Range::Sequential(1.0)),
        Part::Tile | Part::TileMax | Part::Max => Some(scores),
        Part::Factor => Some(Range::Sequential(1.0)),
        Part::Output => Some(output),
        // They grow with the number of keys: no map holds.
        Part::Sum | Part::Accumulated => None,
    }
}

fn colour(range: Option<Range>, value: f32, dark: bool) -> String {
    match range.filter(|_| value.is_finite()) {
        Some(range) => format!("background-color:{}", css(range.colour(value, dark))),
        None => String::new(),
    }
}
