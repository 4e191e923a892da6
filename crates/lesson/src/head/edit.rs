//! Edits of a document's numbers: a cell, a block, a whole matrix, the mask.

use attention::{Keep, Matrix};

use crate::core::fill::Fill;
use crate::core::number::NotANumber;
use crate::core::problem::Problem;
use crate::head::document::{Document, MaskKind, opened};
use crate::head::name::{Cell, Name};
use crate::head::tokens::{Dimension, row_side};

impl Document {
    /// Types `value` into an input cell, or overrides a computed one.
    /// In the mask every value but 0 means −∞.
    ///
    /// # Errors
    /// [`Problem::Fixed`] where the cell cannot be edited, [`Problem::Shape`] where it is not there,
    /// [`Problem::Number`] for a value that is not finite.
    pub fn set_cell(&mut self, cell: Cell, value: f32) -> Result<(), Problem> {
        let Cell { name, row, col } = cell;
        if !self.has(cell) {
            return Err(Problem::Shape(
                name.key(),
                (row + 1, col + 1),
                self.shape(name),
            ));
        }
        if name != Name::Mask && !value.is_finite() {
            return Err(Problem::Number(NotANumber::NotFinite, String::new()));
        }
        if self.typed().contains(&name) {
            self.input_mut(name)
                .map(|matrix| matrix.set(row, col, value));
        } else if let (Name::Mask, MaskKind::Painted(keep)) = (name, &mut self.mask) {
            keep.set(row, col, value == 0.0);
        } else if name == Name::Mask {
            self.paint(cell, value == 0.0);
        } else if name.overridable() {
            self.overrides.insert(cell, value);
        } else {
            return Err(Problem::Fixed(name.key()));
        }
        Ok(())
    }

    /// Paints a cell over the chosen mask; one that says what the mask says anyway is not painted.
    fn paint(&mut self, cell: Cell, visible: bool) {
        let chosen = self.mask.to_mask().keep(self.n(), self.m());
        if chosen.is_ok_and(|keep| keep.get(cell.row, cell.col) == Some(visible)) {
            self.overrides.remove(cell);
        } else {
            self.overrides
                .insert(cell, if visible { 0.0 } else { f32::NEG_INFINITY });
        }
    }

    /// Sets a block of cells whose first one is `at`. Nothing is changed unless all of it fits.
    ///
    /// # Errors
    /// [`Problem::Shape`] with the shapes, [`Problem::Fixed`].
    pub fn set_block(&mut self, at: Cell, block: &[Vec<f32>]) -> Result<(), Problem> {
        let (rows, cols) = (block.len(), block.first().map_or(0, Vec::len));
        let there = self.shape(at.name);
        if at.row + rows > there.0 || at.col + cols > there.1 {
            let left = (
                there.0.saturating_sub(at.row),
                there.1.saturating_sub(at.col),
            );
            return Err(Problem::Shape(at.name.key(), (rows, cols), left));
        }
        for (i, row) in block.iter().enumerate() {
            for (j, value) in row.iter().enumerate() {
                self.set_cell(Cell::new(at.name, at.row + i, at.col + j), *value)?;
            }
        }
        Ok(())
    }

    /// Replaces a typed matrix; the number of tokens and the dimensions follow its shape, and the
    /// other matrices follow them (cut, or padded with zeros).
    ///
    /// # Errors
    /// [`Problem::TooMany`] for more than fits, [`Problem::Fixed`] for a computed matrix.
    pub fn replace_matrix(&mut self, name: Name, rows: &[Vec<f32>]) -> Result<(), Problem> {
        if !self.typed().contains(&name) {
            return Err(Problem::Fixed(name.key()));
        }
        let cols = rows.first().map_or(0, Vec::len);
        match row_side(name) {
            Some(side) => self.fit_tokens(side, rows.len())?,
            None => self.fit_dimension(Dimension::DModel, rows.len())?,
        }
        self.fit_dimension(column_dimension(name), cols)?;
        self.set_block(Cell::new(name, 0, 0), rows)
    }

    /// Fills a typed matrix.
    ///
    /// # Errors
    /// [`Problem::Fixed`] for a computed matrix.
    pub fn fill(&mut self, name: Name, fill: Fill) -> Result<(), Problem> {
        let (rows, cols) = self.shape(name);
        match self.input_mut(name) {
            Some(matrix) => *matrix = fill.matrix(rows, cols),
            None => return Err(Problem::Fixed(name.key())),
        }
        Ok(())
    }

    /// Chooses a mask by its key; cells painted over the old one are let go. `"painted"` starts
    /// from what is visible now.
    pub fn choose_mask(&mut self, key: &str, parameter: usize) {
        let (n, m) = (self.n(), self.m());
        let mask = match key {
            "causal" => MaskKind::Causal,
            "window" => MaskKind::Window(parameter.clamp(1, opened::TOKENS)),
            "prefix" => MaskKind::Prefix(parameter.min(opened::TOKENS)),
            "padding" => MaskKind::Padding(parameter.min(opened::TOKENS)),
            "painted" => {
                let now = self.keep();
                MaskKind::Painted(Keep::from_fn(n, m, |i, j| now.get(i, j).unwrap_or(true)))
            }
            _ => MaskKind::None,
        };
        self.overrides.retain(|cell| cell.name != Name::Mask);
        self.mask = mask;
    }

    /// The key of the mask that holds: the chosen one, or `"painted"` when cells are painted over it.
    pub fn mask_key(&self) -> &'static str {
        match self.overridden(Name::Mask).next() {
            Some(_) => "painted",
            None => self.mask.key(),
        }
    }

    /// The same document without any override.
    pub fn unedited(&self) -> Document {
        Document {
            overrides: Default::default(),
            ..self.clone()
        }
    }

    /// The rows of a block of any matrix as numbers, for copying: rows and columns inclusive.
    pub fn block(matrix: &Matrix, rows: (usize, usize), cols: (usize, usize)) -> Vec<Vec<f32>> {
        let row = |i| (cols.0..=cols.1).filter_map(|j| matrix.get(i, j)).collect();
        (rows.0..=rows.1.min(matrix.rows().saturating_sub(1)))
            .map(row)
            .collect()
    }
}

/// The dimension that the columns of a typed matrix stand for.
pub const fn column_dimension(name: Name) -> Dimension {
    match name {
        Name::Q | Name::K | Name::Wq | Name::Wk => Dimension::Dk,
        Name::V | Name::Wv => Dimension::Dv,
        _ => Dimension::DModel,
    }
}
