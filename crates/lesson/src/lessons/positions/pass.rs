//! Every number of the lesson, by its rule.

use std::borrow::Cow;
use std::sync::Arc;

use attention::Matrix;
use attention::positions::{Rope, alibi_slopes, sinusoidal_of};

use super::document::{Document, Range};
use super::learned;
use super::scheme::Scheme;
use super::tables::*;
use crate::core::expr::{Addend, Expr, Factor, Term};
use crate::core::numbers::Numbers;
use crate::core::table::{Cell, TableId};

/// A document with its numbers, for a way to tell of order.
#[derive(Clone, Debug)]
pub struct Pass {
    /// All that decides them.
    pub document: Arc<Document>,
    /// How order is told here.
    pub scheme: Scheme,
    /// The turns of every position.
    pub(super) rope: Rope,
    /// The waves of every position, as wide as X.
    pub(super) waves: Matrix,
    /// ALiBi's slopes.
    pub(super) slopes: Vec<f32>,
    tables: Vec<Matrix>,
}

impl Pass {
    /// Computes every table, one after the other; the document fits ([`Document::fits`]).
    #[must_use]
    pub fn of(document: &Arc<Document>, scheme: Scheme) -> Pass {
        let (d, base) = (document.d(), document.base);
        let places = Range::PLACE.1 + 1;
        let mut pass = Pass {
            document: Arc::clone(document),
            scheme,
            rope: Rope::new(base, d, document.pairing, places),
            waves: sinusoidal_of(f64::from(base), places, d),
            slopes: alibi_slopes(document.slopes.heads),
            tables: Vec::with_capacity(TABLES.len()),
        };
        for index in 0..TABLES.len() {
            let table = TableId(index as u8);
            let matrix = match document.input(table) {
                Some(own) => own.clone(),
                None => pass.computed(table),
            };
            pass.tables.push(matrix);
        }
        pass
    }

    /// The numbers of that table; empty where there is none.
    #[must_use]
    pub fn get(&self, table: TableId) -> Cow<'_, Matrix> {
        let own = self.tables.get(usize::from(table.0));
        own.map_or_else(|| Cow::Owned(Matrix::zeros(0, 0)), Cow::Borrowed)
    }

    fn computed(&self, table: TableId) -> Matrix {
        let (rows, cols) = self.document.shape(table).unwrap_or((0, 0));
        match table {
            // 400 sums of 32 products: the rule says the same, without being made for every cell.
            ALIKE => dots(&self.get(LEARNED)),
            NEAR => dots(&self.get(MAP)),
            LEARNED => learned::table(),
            _ => Matrix::from_fn(rows, cols, |row, col| {
                let rule = self.by_rule(Cell::new(table, row, col));
                // Never −0: a product with 0 has no sign worth showing.
                rule.map_or(f32::NAN, |rule| rule.evaluate() + 0.0)
            }),
        }
    }

    /// A number that goes into another.
    pub(super) fn at(&self, table: TableId, row: usize, col: usize) -> Term {
        let own = self.tables.get(usize::from(table.0));
        let value = own
            .and_then(|own| own.get(row, col))
            .map_or(f32::NAN, |value| value);
        Term::at(Cell::new(table, row, col), value)
    }

    /// A row of one table times a row of another, scaled by 1/√d.
    pub(super) fn scaled(&self, (left, i): (TableId, usize), (right, j): (TableId, usize)) -> Expr {
        let d = self.document.d();
        let products = (0..d).map(|c| Addend::Product(self.at(left, i, c), self.at(right, j, c)));
        Expr::Scaled(products.collect(), scale(d))
    }

    /// A weight of softmax, whose sum is added in this order.
    pub(super) fn weight(&self, scores: TableId, row: usize, col: usize, order: &[usize]) -> Expr {
        // Scores are not in a table of every step that shows weights: there is nothing to light.
        let score = |j: usize| Term::from(self.at(scores, row, j).value);
        Expr::weight(score(col), order.iter().copied().map(score))
    }
}

/// 1/√d, as it is written.
pub(super) fn scale(d: usize) -> Factor {
    Factor::chosen(attention::Scale::SqrtDk, d)
}

/// Every row times every row, from left to right.
fn dots(own: &Matrix) -> Matrix {
    let product = |i, j| {
        let pairs = own.row(i).iter().zip(own.row(j));
        pairs.fold(0.0, |sum, (a, b)| sum + a * b)
    };
    Matrix::from_fn(own.rows(), own.rows(), product)
}

impl Numbers for Pass {
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        self.document.shape(table).map(|_| self.get(table))
    }

    fn rule(&self, cell: Cell) -> Option<Expr> {
        let (rows, cols) = self.document.shape(cell.name)?;
        if cell.row >= rows || cell.col >= cols {
            return None;
        }
        match self.document.input(cell.name) {
            Some(own) => Some(Expr::Given(own.at(cell.row, cell.col))),
            None => self.by_rule(cell),
        }
    }
}
