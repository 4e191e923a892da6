//! Everything that can be done to a lesson. Buttons, keys, links, the page around and tests all go
//! through these.

use attention::Matrix;

use super::fill::Fill;
use super::lesson::Meta;
use super::number::NotANumber;
use super::problem::Problem;
use super::table::{Cell, TableId};

/// One thing done; `C` is what only this lesson can do.
#[derive(Clone, Debug, PartialEq)]
pub enum Command<C = Never> {
    /// To the next place of the walk.
    Next,
    /// To the place before.
    Back,
    /// To the step of that name.
    Goto(&'static str),
    /// To the first step; nothing typed is touched.
    Reset,
    /// Play or pause.
    Play,
    /// Playing speed, 1 is normal.
    Speed(f32),
    /// To that place of the scrub bar.
    Scrub(usize),
    /// Pin a cell's explanation, or let go.
    Pin(Option<Cell>),
    /// Digits after the point.
    Digits(u8),
    /// Change a cell, or several.
    Edit(Edit),
    /// The typing in a cell has ended: the next edit is a new undo step.
    Settle,
    /// Take back what was typed into this cell since it was entered.
    Cancel(Cell),
    /// Open a preset by its slug.
    Preset(String),
    /// One step back.
    Undo,
    /// One step forward.
    Redo,
    /// What only this lesson can do.
    Own(C),
}

/// A change of cells.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Type a number into a cell, or override a computed one.
    Set(Cell, f32),
    /// Type a number into the second cell on the way of one stroke from the first: all of it is one step of undo.
    Paint(Cell, Cell, f32),
    /// Put a row of numbers, its first one at the cell, while it is dragged: all of it is one step of undo.
    Drag(Cell, Vec<f32>),
    /// Put a block of numbers, its first one at the cell.
    Paste(Cell, Vec<Vec<f32>>),
    /// Replace a typed table; sizes follow its shape.
    Replace(TableId, Vec<Vec<f32>>),
    /// Fill a typed table.
    Fill(TableId, Fill),
    /// Let go of the override of a cell.
    Clear(Cell),
    /// Let go of the overrides in a block: table, rows and columns inclusive.
    ClearBlock(TableId, (usize, usize), (usize, usize)),
    /// Let go of all overrides.
    ClearAll,
}

/// A command of its own that a lesson does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Never {}

impl Command {
    /// The same for a lesson with commands of its own.
    #[must_use]
    pub fn of<C>(self) -> Command<C> {
        match self {
            Command::Next => Command::Next,
            Command::Back => Command::Back,
            Command::Goto(step) => Command::Goto(step),
            Command::Reset => Command::Reset,
            Command::Play => Command::Play,
            Command::Speed(speed) => Command::Speed(speed),
            Command::Scrub(place) => Command::Scrub(place),
            Command::Pin(cell) => Command::Pin(cell),
            Command::Digits(digits) => Command::Digits(digits),
            Command::Edit(edit) => Command::Edit(edit),
            Command::Settle => Command::Settle,
            Command::Cancel(cell) => Command::Cancel(cell),
            Command::Preset(slug) => Command::Preset(slug),
            Command::Undo => Command::Undo,
            Command::Redo => Command::Redo,
            Command::Own(never) => match never {},
        }
    }
}

impl<C> Command<C> {
    /// Whether it writes into cells other than the one being typed in, so that refused texts still
    /// standing in cells give way. What a lesson does of its own is taken to.
    #[must_use]
    pub fn rewrites(&self) -> bool {
        match self {
            Command::Edit(edit) => {
                matches!(
                    edit,
                    Edit::Paste(..) | Edit::Drag(..) | Edit::Replace(..) | Edit::Fill(..)
                )
            }
            Command::Preset(_) | Command::Undo | Command::Redo | Command::Own(_) => true,
            _ => false,
        }
    }
}

impl Edit {
    /// The table whose cells it changes; `None` for all of them.
    #[must_use]
    pub const fn table(&self) -> Option<TableId> {
        match self {
            Edit::Set(cell, _)
            | Edit::Paint(_, cell, _)
            | Edit::Drag(cell, _)
            | Edit::Paste(cell, _)
            | Edit::Clear(cell) => Some(cell.name),
            Edit::Replace(table, _) | Edit::Fill(table, _) | Edit::ClearBlock(table, ..) => {
                Some(*table)
            }
            Edit::ClearAll => None,
        }
    }
}

impl Edit {
    /// Makes this change of a lesson's one typed matrix, the table `typed`.
    ///
    /// # Errors
    /// [`Problem::Fixed`] for another table and for overrides, [`Problem::Shape`] where something does
    /// not fit, [`Problem::Number`] for a number that is not finite.
    pub fn of_matrix(
        self,
        meta: &Meta,
        typed: TableId,
        matrix: &mut Matrix,
    ) -> Result<(), Problem> {
        let key = |table: TableId| meta.of(table).map_or("", |table| table.key);
        if self.table() != Some(typed) {
            return Err(Problem::Fixed(self.table().map_or("", key)));
        }
        match self {
            Edit::Set(cell, value) | Edit::Paint(_, cell, value) => {
                place(matrix, key(typed), cell, &[vec![value]])
            }
            Edit::Drag(cell, row) => place(matrix, key(typed), cell, &[row]),
            Edit::Paste(cell, block) => place(matrix, key(typed), cell, &block),
            Edit::Fill(_, fill) => {
                *matrix = fill.matrix(matrix.rows(), matrix.cols());
                Ok(())
            }
            Edit::Replace(_, rows) => {
                let own = (matrix.rows(), matrix.cols());
                let found = (rows.len(), rows.first().map_or(0, Vec::len));
                if found != own {
                    return Err(Problem::Shape(key(typed), found, own));
                }
                place(matrix, key(typed), Cell::new(typed, 0, 0), &rows)
            }
            Edit::Clear(_) | Edit::ClearBlock(..) | Edit::ClearAll => {
                Err(Problem::Fixed(key(typed)))
            }
        }
    }
}

/// Puts a block of numbers into a matrix, its first one at `at`.
fn place(
    matrix: &mut Matrix,
    key: &'static str,
    at: Cell,
    block: &[Vec<f32>],
) -> Result<(), Problem> {
    let found = (block.len(), block.first().map_or(0, Vec::len));
    let (rows, cols) = matrix.shape();
    let left = (rows.saturating_sub(at.row), cols.saturating_sub(at.col));
    if found.0 > left.0 || found.1 > left.1 {
        return Err(Problem::Shape(key, found, left));
    }
    for (i, row) in block.iter().enumerate() {
        for (j, value) in row.iter().enumerate() {
            if !value.is_finite() {
                return Err(Problem::Number(NotANumber::NotFinite, String::new()));
            }
            matrix.set(at.row + i, at.col + j, *value);
        }
    }
    Ok(())
}
