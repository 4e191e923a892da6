//! Messages of a lesson, and where they stand: next to what the user touched.

use lesson::Problem;
use lesson::core::command::Command;
use lesson::core::table::{Cell, TableId};

/// Where a message stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// At a cell's table, naming the cell.
    Cell(Cell),
    /// At a whole table.
    Matrix(TableId),
    /// At the tokens and sizes.
    Shape,
    /// At the top of the lesson: links.
    Page,
}

/// A problem, where it stands, and what would make the refused paste fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// Where.
    pub place: Place,
    /// What.
    pub problem: Problem,
    /// A command that would do what was meant.
    pub remedy: Option<Command>,
}

impl Notice {
    /// A problem at a place, without a remedy.
    pub const fn new(place: Place, problem: Problem) -> Self {
        let remedy = None;
        Self {
            place,
            problem,
            remedy,
        }
    }

    /// Whether it is over once something at `here` has been done right: something else that goes well
    /// says nothing of it.
    pub fn is_settled_at(&self, here: Place) -> bool {
        match (self.place, here) {
            (Place::Matrix(name), Place::Cell(cell)) => cell.name == name,
            (there, here) => there == here,
        }
    }
}
