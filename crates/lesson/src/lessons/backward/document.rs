//! A head with a loss.

use std::sync::Arc;

use attention::{Matrix, ShapeError};

use super::descent;
use super::loss::Loss;
use super::tables::*;
use super::way::Way;
use crate::core::problem::Problem;
use crate::core::table::{Cell, TableId};
use crate::head::document::{Source, resized};
use crate::head::name::Name;
use crate::head::tokens::Side;
use crate::head::{change, document};

/// The most steps of gradient descent at once.
const MOST_STEPS: usize = 100;

/// All that decides the numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The head. Overrides of scores and weights are left out, but kept for the way back to the attention lesson.
    pub head: document::Document,
    /// What is to become small.
    pub loss: Loss,
    /// What the output should be, n×d_v.
    pub target: Matrix,
    /// ∂L/∂O where it is given, n×d_v.
    pub g: Matrix,
    /// The query and the key that it should look at.
    pub aim: (usize, usize),
    /// How far a step of gradient descent goes.
    pub rate: f32,
}

impl Document {
    /// A head that says nothing of a loss: its last query should look at the first key, which no mask hides from it.
    pub(super) fn bare(head: document::Document) -> Document {
        let (n, d_v) = (head.n(), head.d_v());
        Document {
            target: Matrix::zeros(n, d_v),
            g: Matrix::zeros(n, d_v),
            aim: (n.saturating_sub(1), 0),
            loss: Loss::Cell,
            rate: 0.5,
            head,
        }
    }

    /// The head without the overrides that have no gradient to hand on.
    #[must_use]
    pub fn followed(&self) -> document::Document {
        let mut head = self.head.clone();
        head.overrides.retain(|cell| cell.name == Name::Mask);
        head
    }

    /// How many overrides are left out.
    #[must_use]
    pub fn left_out(&self) -> usize {
        let of = |(cell, _): &(Cell, f32)| cell.name != Name::Mask;
        self.head.overrides.iter().filter(of).count()
    }

    /// Whether the loss is of a weight that the mask keeps at 0: it is infinite, and nothing is learned.
    #[must_use]
    pub fn aims_at_hidden(&self) -> bool {
        let (query, key) = self.aim;
        self.loss == Loss::Cell && self.head.keep().get(query, key) == Some(false)
    }

    /// Whether there is that table, with this head and this loss.
    #[must_use]
    pub fn has_table(&self, table: TableId) -> bool {
        let projected = self.head.source == Source::Projected;
        match table {
            TARGET => self.loss == Loss::Target,
            GRAD_WQ | GRAD_WK | GRAD_WV | GRAD_X => projected,
            GRAD_XKV => projected && self.head.keys.is_some(),
            table if index(table).is_some() => usize::from(table.0) < TABLES.len(),
            table => self.head.uses(table),
        }
    }

    /// What belongs to the outputs keeps their shape.
    pub(super) fn fit(&mut self) {
        let (n, m, d_v) = (self.head.n(), self.head.m(), self.head.d_v());
        self.target = resized(&self.target, n, d_v);
        self.g = resized(&self.g, n, d_v);
        self.aim = (
            self.aim.0.min(n.saturating_sub(1)),
            self.aim.1.min(m.saturating_sub(1)),
        );
    }

    pub(super) fn change_head(&mut self, change: change::Change) -> Result<(), Problem> {
        for own in [&mut self.target, &mut self.g] {
            match change {
                change::Change::RemoveToken(Side::Queries, row) => *own = without(own, row),
                change::Change::MoveToken(Side::Queries, from, to) => *own = moved(own, from, to),
                _ => {}
            }
        }
        let (mut query, mut key) = self.aim;
        let both = self.head.keys.is_none();
        let follow = |own: &mut usize, side: Side| match change {
            change::Change::RemoveToken(of, row) if (of == side || both) && row < *own => *own -= 1,
            change::Change::MoveToken(of, from, to) if of == side || both => {
                *own = place(*own, from, to)
            }
            _ => {}
        };
        follow(&mut query, Side::Queries);
        follow(&mut key, Side::Keys);
        self.head.change(change)?;
        self.aim = (query, key);
        self.fit();
        Ok(())
    }

    /// Another loss is asked for. Of zeros nothing would come back: where ∂O was never given, it begins as the one of the
    /// distance to the target.
    pub(super) fn ask_for(&mut self, loss: Loss) {
        self.loss = loss;
        if loss != Loss::Given || self.g.data().iter().any(|own| *own != 0.0) {
            return;
        }
        let near = Document {
            loss: Loss::Target,
            ..self.clone()
        };
        let way = Way::of(&Arc::new(near)).ok();
        let begins = way.map(|way| way.get(GRAD_OUTPUT).clone());
        // Only finite numbers are typed.
        let begins = begins.filter(|own| own.data().iter().all(|own| own.is_finite()));
        self.g = begins.unwrap_or_else(|| self.g.clone());
    }

    pub(super) fn descend(&mut self, steps: usize) -> Result<(), Problem> {
        for _ in 0..steps.min(MOST_STEPS) {
            // The shapes fit, or there would be no document.
            if let Ok(way) = Way::of(&Arc::new(self.clone())) {
                descent::step(self, &way);
            }
        }
        Ok(())
    }
}

/// Where the token at `own` stands once the one at `from` has been taken out and put in at `to`.
fn place(own: usize, from: usize, to: usize) -> usize {
    match own {
        own if own == from => to,
        own if from < own && own <= to => own - 1,
        own if to <= own && own < from => own + 1,
        own => own,
    }
}

fn without(matrix: &Matrix, row: usize) -> Matrix {
    let rows = matrix
        .rows()
        .saturating_sub(usize::from(row < matrix.rows()));
    let from = |i: usize| if i < row { i } else { i + 1 };
    Matrix::from_fn(rows, matrix.cols(), |i, j| {
        matrix.get(from(i), j).unwrap_or(0.0)
    })
}

fn moved(matrix: &Matrix, from: usize, to: usize) -> Matrix {
    let mut rows: Vec<Vec<f32>> = matrix.iter_rows().map(<[f32]>::to_vec).collect();
    if from < rows.len() && to < rows.len() {
        let row = rows.remove(from);
        rows.insert(to, row);
    }
    Matrix::from_rows(&rows).unwrap_or_else(|_: ShapeError| matrix.clone())
}
