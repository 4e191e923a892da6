//! What can be done to a head beside typing numbers, and what all lessons over a head say of it.

use std::borrow::Cow;
use std::sync::Arc;

use attention::{Keep, Matrix, Scale};

use super::codec;
use super::document::{Document, Source};
use super::name::{Cell, Name};
use super::rule;
use super::tokens::{Dimension, Side};
use super::trace::Trace;
use crate::core::command::Edit;
use crate::core::expr::Expr;
use crate::core::fragment::Entries;
use crate::core::numbers::Numbers;
use crate::core::problem::Problem;
use crate::core::table::{Axis, TableId};

/// A change of a head's document.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Typed or projected.
    Source(Source),
    /// Cross-attention or self-attention.
    Cross(bool),
    /// Mask by its key, with its number.
    Mask(String, usize),
    /// The scale.
    Scale(Scale),
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
}

impl Change {
    /// The control that it belongs to.
    #[must_use]
    pub const fn control(&self) -> &'static str {
        match self {
            Change::Source(_) => "source",
            Change::Cross(_) => "kind",
            Change::Mask(..) => "mask",
            Change::Scale(_) => "scale",
            Change::AddToken(..) => "add-token",
            Change::RemoveToken(..)
            | Change::RenameToken(..)
            | Change::MoveToken(..)
            | Change::Resize(..) => "shape",
        }
    }
}

impl Document {
    /// Makes a change. The implied projection follows typed numbers.
    ///
    /// # Errors
    /// [`Problem`]; the document may then be anything.
    pub fn change(&mut self, change: Change) -> Result<(), Problem> {
        self.keeping_projection(|document| {
            match change {
                Change::Source(source) => document.source = source,
                Change::Cross(cross) => document.set_cross(cross),
                Change::Mask(key, parameter) => document.choose_mask(&key, parameter),
                Change::Scale(scale) => document.scale = scale,
                Change::AddToken(side, name) => document.add_token(side, name)?,
                Change::RemoveToken(side, index) => document.remove_token(side, index)?,
                Change::RenameToken(side, index, name) => {
                    document.rename_token(side, index, &name);
                }
                Change::MoveToken(side, from, to) => document.move_token(side, from, to),
                Change::Resize(dimension, size) => document.set_dimension(dimension, size)?,
            }
            Ok(())
        })
    }

    /// Changes cells. The implied projection follows typed numbers.
    ///
    /// # Errors
    /// [`Problem`]; the document may then be anything.
    pub fn edit(&mut self, edit: Edit) -> Result<(), Problem> {
        self.keeping_projection(|document| {
            match edit {
                Edit::Set(cell, value) | Edit::Paint(_, cell, value) => {
                    document.set_cell(cell, value)?
                }
                Edit::Drag(at, row) => document.set_block(at, &[row])?,
                Edit::Paste(at, block) => document.set_block(at, &block)?,
                Edit::Replace(name, rows) => document.replace_matrix(name, &rows)?,
                Edit::Fill(name, fill) => document.fill(name, fill)?,
                Edit::Clear(cell) => document.overrides.remove(cell),
                Edit::ClearBlock(name, rows, cols) => document.overrides.retain(|cell| {
                    let inside = (rows.0..=rows.1).contains(&cell.row)
                        && (cols.0..=cols.1).contains(&cell.col);
                    cell.name != name || !inside
                }),
                Edit::ClearAll => document.overrides = Default::default(),
            }
            Ok(())
        })
    }

    fn keeping_projection(
        &mut self,
        run: impl FnOnce(&mut Document) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        let implied = self.projection_is_implied();
        run(self)?;
        if implied {
            self.imply_projection();
        }
        Ok(())
    }

    /// What the controls over a head own, as text, beside whole entries of the link: `mask` is the
    /// chosen mask with what is painted over it, `shape` the tokens and widths, `kind` self or cross,
    /// `overrides` all of them, and a typed matrix its numbers, written in the link or not.
    #[must_use]
    pub fn owned(&self, name: &str) -> Option<String> {
        let mut written = Entries::default();
        match name {
            "mask" => codec::write_mask(self, &mut written),
            "kind" => written.push("kt", if self.keys.is_some() { "own" } else { "same" }),
            "shape" => {
                codec::write_tokens(self, &mut written);
                let (d_k, d_v) = (self.d_k().to_string(), self.d_v().to_string());
                written.push("d_k", d_k);
                written.push("d_v", d_v);
            }
            "overrides" => codec::write_overrides(self, &mut written),
            key => written.matrix("", self.input(Name::from_key(key)?)?),
        }
        Some(written.text())
    }

    /// What the rows or columns of that kind are called.
    #[must_use]
    pub fn labels(&self, axis: Axis) -> Vec<String> {
        match axis {
            Axis::Queries => self.queries.clone(),
            Axis::Keys => self.key_tokens().to_vec(),
            Axis::Counted | Axis::Places | Axis::Shuffled | Axis::Named(_) | Axis::One => vec![],
        }
    }

    /// The typed table that is drawn anew to ask of a table again: queries, or what they come from.
    #[must_use]
    pub fn redrawn(&self, asked: Option<Name>) -> Name {
        match (self.source, asked) {
            (Source::ByHand, _) => Name::Q,
            (Source::Projected, Some(Name::K | Name::V)) if self.keys.is_some() => Name::Xkv,
            (Source::Projected, _) => Name::X,
        }
    }

    /// Whether the computation has that table: what is projected from only where it is.
    #[must_use]
    pub fn uses(&self, name: Name) -> bool {
        let projected = self.source == Source::Projected;
        match name {
            Name::X | Name::Wq | Name::Wk | Name::Wv => projected,
            Name::Xkv => projected && self.keys.is_some(),
            name => usize::from(name.0) < Name::ALL.len(),
        }
    }
}

/// A head's document with its numbers.
#[derive(Clone, Debug)]
pub struct HeadNumbers {
    /// All that decides them.
    pub document: Arc<Document>,
    /// The numbers.
    pub trace: Arc<Trace>,
}

impl Numbers for HeadNumbers {
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        let there = usize::from(table.0) < Name::ALL.len();
        there.then(|| Cow::Borrowed(self.trace.get(table)))
    }

    fn rule(&self, cell: Cell) -> Option<Expr> {
        let there = self.document.has(cell);
        there.then(|| rule::of(&self.document, &self.trace, cell))
    }

    fn keep(&self, table: TableId) -> Option<Keep> {
        let after_mask = matches!(
            table,
            Name::Mask | Name::Masked | Name::Shifted | Name::Exp | Name::Weights
        );
        after_mask.then(|| self.document.keep())
    }

    fn overridden(&self, cell: Cell) -> bool {
        self.document.overrides.has(cell)
    }
}
