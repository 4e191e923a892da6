//! Adding, removing, renaming and reordering tokens; growing and shrinking dimensions.
//! Rows, columns, painted masks and overrides move with the tokens they belong to.

use attention::{Keep, Matrix};

use crate::core::problem::{Problem, quoted};
use crate::head::document::{Document, MOST, MaskKind, opened, resized};
use crate::head::name::{Cell, Name};
use crate::head::overrides::Overrides;

/// Which token list. In self-attention both are the same list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The query tokens.
    Queries,
    /// The key tokens.
    Keys,
}

/// A dimension that is not a number of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    /// Width of queries and keys.
    Dk,
    /// Width of values.
    Dv,
    /// Width of embeddings.
    DModel,
}

/// The new order of a token list: for each new place the old one, `None` for a new token.
type Order = Vec<Option<usize>>;

impl Document {
    /// Adds a token at the end, with zeros for its numbers.
    ///
    /// # Errors
    /// [`Problem::TooMany`] past [`MOST`].
    pub fn add_token(&mut self, side: Side, name: String) -> Result<(), Problem> {
        let count = self.tokens(side).len();
        if count >= MOST {
            return Err(Problem::TooMany(count + 1, MOST));
        }
        self.append(side, &name);
        Ok(())
    }

    fn append(&mut self, side: Side, name: &str) {
        let order = (0..self.tokens(side).len()).map(Some).chain([None]);
        self.reorder(side, &order.collect(), name);
    }

    /// Removes token `index`.
    ///
    /// # Errors
    /// [`Problem::TooFew`] for the last one.
    pub fn remove_token(&mut self, side: Side, index: usize) -> Result<(), Problem> {
        let count = self.tokens(side).len();
        if count <= 1 {
            return Err(Problem::TooFew);
        }
        let order = (0..count).filter(|i| *i != index).map(Some).collect();
        self.reorder(side, &order, "");
        Ok(())
    }

    /// Moves token `from` to place `to`; indices outside do nothing.
    pub fn move_token(&mut self, side: Side, from: usize, to: usize) {
        let mut order: Order = (0..self.tokens(side).len()).map(Some).collect();
        if from < order.len() && to < order.len() {
            let token = order.remove(from);
            order.insert(to, token);
            self.reorder(side, &order, "");
        }
    }

    /// Renames token `index`; long names are cut, empty ones kept as they are typed.
    pub fn rename_token(&mut self, side: Side, index: usize, name: &str) {
        let tokens = match (side, &mut self.keys) {
            (Side::Keys, Some(keys)) => keys,
            _ => &mut self.queries,
        };
        if let Some(token) = tokens.get_mut(index) {
            *token = quoted(name);
        }
    }

    /// Cross-attention with its own key tokens, or self-attention. Turning it on changes no number.
    pub fn set_cross(&mut self, cross: bool) {
        if cross == self.keys.is_some() {
            return;
        }
        if cross {
            self.keys = Some(self.queries.clone());
            self.x_kv = self.x.clone();
            return;
        }
        let (n, m) = (self.n(), self.m());
        let order: Order = (0..n).map(|i| (i < m).then_some(i)).collect();
        self.reorder(Side::Keys, &order, "");
        self.keys = None;
    }

    /// The size of a dimension.
    pub fn dimension(&self, dimension: Dimension) -> usize {
        match dimension {
            Dimension::Dk => self.d_k(),
            Dimension::Dv => self.d_v(),
            Dimension::DModel => self.d_model(),
        }
    }

    /// Sets a dimension by hand; new numbers are 0. What was opened larger can shrink.
    ///
    /// # Errors
    /// [`Problem::TooMany`] past [`MOST`], [`Problem::TooFew`] for 0.
    pub fn set_dimension(&mut self, dimension: Dimension, size: usize) -> Result<(), Problem> {
        if size > MOST && size >= self.dimension(dimension) {
            return Err(Problem::TooMany(size, MOST));
        }
        self.fit_dimension(dimension, size)
    }

    /// Sets a dimension to that of what was pasted; new numbers are 0.
    ///
    /// # Errors
    /// [`Problem::TooMany`] past [`opened::DIMENSIONS`], [`Problem::TooFew`] for 0.
    pub fn fit_dimension(&mut self, dimension: Dimension, size: usize) -> Result<(), Problem> {
        if size > opened::DIMENSIONS {
            return Err(Problem::TooMany(size, opened::DIMENSIONS));
        }
        if size == 0 {
            return Err(Problem::TooFew);
        }
        let wide: &mut [&mut Matrix] = match dimension {
            Dimension::Dk => &mut [&mut self.q, &mut self.k, &mut self.w_q, &mut self.w_k],
            Dimension::Dv => &mut [&mut self.v, &mut self.w_v],
            Dimension::DModel => &mut [&mut self.x, &mut self.x_kv],
        };
        for matrix in wide {
            **matrix = resized(matrix, matrix.rows(), size);
        }
        if dimension == Dimension::DModel {
            for matrix in [&mut self.w_q, &mut self.w_k, &mut self.w_v] {
                *matrix = resized(matrix, size, matrix.cols());
            }
        }
        Ok(())
    }

    /// Sets the number of tokens of a list to that of what was pasted, adding (named by number) or
    /// removing at the end.
    ///
    /// # Errors
    /// [`Problem::TooMany`] past [`opened::TOKENS`], [`Problem::TooFew`] for 0.
    pub fn fit_tokens(&mut self, side: Side, count: usize) -> Result<(), Problem> {
        if count > opened::TOKENS {
            return Err(Problem::TooMany(count, opened::TOKENS));
        }
        while self.tokens(side).len() > count {
            self.remove_token(side, self.tokens(side).len() - 1)?;
        }
        while self.tokens(side).len() < count {
            self.append(side, &format!("t{}", self.tokens(side).len() + 1));
        }
        Ok(())
    }

    /// The tokens of that list.
    pub fn tokens(&self, side: Side) -> &[String] {
        match side {
            Side::Queries => &self.queries,
            Side::Keys => self.key_tokens(),
        }
    }

    fn reorder(&mut self, side: Side, order: &Order, added: &str) {
        let (n, m) = (self.n(), self.m());
        let shared = self.keys.is_none();
        let (by_rows, by_cols) = (
            side == Side::Queries || shared,
            side == Side::Keys || shared,
        );
        let same = |count: usize| (0..count).map(Some).collect::<Order>();
        let rows = if by_rows { order.clone() } else { same(n) };
        let cols = if by_cols { order.clone() } else { same(m) };
        self.mask_follows(&rows, &cols);
        if by_rows {
            self.queries = rename(&self.queries, order, added);
            for matrix in [&mut self.q, &mut self.x] {
                *matrix = rows_in(matrix, order);
            }
        }
        if by_cols {
            self.keys = self.keys.as_ref().map(|keys| rename(keys, order, added));
            for matrix in [&mut self.k, &mut self.v, &mut self.x_kv] {
                *matrix = rows_in(matrix, order);
            }
        }
    }

    fn mask_follows(&mut self, rows: &Order, cols: &Order) {
        if let MaskKind::Painted(keep) = &self.mask {
            let old = |i: usize, j: usize| keep.get(rows[i]?, cols[j]?);
            let keep = Keep::from_fn(rows.len(), cols.len(), |i, j| old(i, j).unwrap_or(true));
            self.mask = MaskKind::Painted(keep);
        }
        let place = |order: &Order, old| order.iter().position(|from| *from == Some(old));
        let mut moved = Overrides::default();
        for (cell, value) in self.overrides.iter() {
            if let (Some(row), Some(col)) = (place(rows, cell.row), place(cols, cell.col)) {
                moved.insert(Cell::new(cell.name, row, col), value);
            }
        }
        self.overrides = moved;
    }
}

fn rename(tokens: &[String], order: &Order, added: &str) -> Vec<String> {
    let name = |from: &Option<usize>| from.and_then(|i| tokens.get(i).cloned());
    order
        .iter()
        .map(|from| name(from).unwrap_or_else(|| added.to_owned()))
        .collect()
}

fn rows_in(matrix: &Matrix, order: &Order) -> Matrix {
    Matrix::from_fn(order.len(), matrix.cols(), |i, j| {
        order[i].and_then(|from| matrix.get(from, j)).unwrap_or(0.0)
    })
}

/// The token list that the rows of `name` stand for; `None` for the W, whose rows are dimensions.
pub const fn row_side(name: Name) -> Option<Side> {
    match name {
        Name::Wq | Name::Wk | Name::Wv => None,
        name if name.rows_are_keys() => Some(Side::Keys),
        _ => Some(Side::Queries),
    }
}
