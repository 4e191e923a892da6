//! Everything that can be done to a stepper. Buttons, keys, links and tests all go through these.

use attention::Scale;

use crate::head::document::{Document, Source};
use crate::head::fill::Fill;
use crate::head::name::{Cell, Name};
use crate::head::stage::Stage;
use crate::head::tokens::{Dimension, Side};
use crate::head::view::{Mode, View};

/// One thing done.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// To the next stage.
    Next,
    /// To the stage before.
    Back,
    /// To that stage.
    Goto(Stage),
    /// To the first stage; nothing typed is touched.
    Reset,
    /// Play or pause.
    Play,
    /// Playing speed, 1 is normal.
    Speed(f32),
    /// To that place of the scrub bar.
    Scrub(usize),
    /// All queries at once, or one.
    Mode(Mode),
    /// The query in focus.
    Row(usize),
    /// Pin a cell's explanation, or let go.
    Pin(Option<Cell>),
    /// Show the inner steps of softmax in the walk.
    OpenSoftmax(bool),
    /// Digits after the point.
    Digits(u8),
    /// Show the difference to the run without overrides.
    Difference(bool),
    /// Type a number into a cell, or override a computed one.
    Edit(Cell, f32),
    /// The typing in a cell has ended: the next edit is a new undo step.
    Settle,
    /// Take back what was typed into this cell since it was entered.
    Cancel(Cell),
    /// Let go of the override of a cell.
    Clear(Cell),
    /// Let go of the overrides in a block: matrix, rows and columns inclusive.
    ClearBlock(Name, (usize, usize), (usize, usize)),
    /// Let go of all overrides.
    ClearAll,
    /// Put a block of numbers, its first one at the cell.
    Paste(Cell, Vec<Vec<f32>>),
    /// Replace a typed matrix; tokens and dimensions follow its shape.
    Replace(Name, Vec<Vec<f32>>),
    /// Fill a typed matrix.
    Fill(Name, Fill),
    /// Typed or projected.
    Source(Source),
    /// Cross-attention or self-attention.
    Cross(bool),
    /// Mask by its key, with its number.
    Mask(String, usize),
    /// The scale.
    Scale(Scale),
    /// Open a preset by its slug.
    Preset(String),
    /// Add a token at the end.
    AddToken(Side, String),
    /// Remove a token.
    RemoveToken(Side, usize),
    /// Rename a token.
    RenameToken(Side, usize, String),
    /// Move a token to another place.
    MoveToken(Side, usize, usize),
    /// Set a dimension.
    Resize(Dimension, usize),
    /// One step back.
    Undo,
    /// One step forward.
    Redo,
    /// Open what a link holds.
    Load(Box<(Document, View)>),
}
