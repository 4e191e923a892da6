//! The forward pass: every number by its rule.

use std::borrow::Cow;
use std::sync::Arc;

use attention::{Keep, Mask, Matrix, Scale};

use super::document::Document;
use super::tables::*;
use crate::core::expr::{Addend, Expr, Factor, Term};
use crate::core::numbers::Numbers;
use crate::core::table::{Cell, TableId};

/// From this on a reader sees two weights as different.
const APART: f32 = 0.25;

/// A document with its numbers.
#[derive(Clone, Debug)]
pub struct Pass {
    /// All that decides them.
    pub document: Arc<Document>,
    tables: Vec<Matrix>,
}

impl Pass {
    /// Computes every table, one after the other; the document's shapes fit ([`Document::fits`]).
    #[must_use]
    pub fn of(document: &Arc<Document>) -> Pass {
        let mut pass = Pass {
            document: Arc::clone(document),
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

    /// The strongest weight of the first head in the first row that another head looks at otherwise.
    #[must_use]
    pub fn apart(&self) -> Cell {
        let (n, heads) = (self.document.n(), self.document.heads);
        let weight = |head: usize, row, col| self.get(weights(head)).get(row, col).unwrap_or(0.0);
        let differs =
            |head, row, col| (weight(head, row, col) - weight(0, row, col)).abs() >= APART;
        let other = |row: &usize| (1..heads).any(|head| (0..n).any(|col| differs(head, *row, col)));
        let row = (0..n).find(other).unwrap_or(0);
        let col = first_largest((0..n).map(|col| weight(0, row, col)));
        Cell::new(weights(0), row, col)
    }

    fn computed(&self, table: TableId) -> Matrix {
        let (rows, cols) = self.document.shape(table).unwrap_or((0, 0));
        Matrix::from_fn(rows, cols, |row, col| {
            // Never −0: a product with 0 has no sign worth showing.
            self.by_rule(Cell::new(table, row, col)).evaluate() + 0.0
        })
    }

    fn at(&self, table: TableId, row: usize, col: usize) -> Term {
        let value = self.get(table).get(row, col).unwrap_or(f32::NAN);
        Term::at(Cell::new(table, row, col), value)
    }

    /// Whether a token may look at another.
    fn sees(&self, row: usize, col: usize) -> bool {
        !self.document.causal || col <= row
    }

    fn by_rule(&self, Cell { name, row, col }: Cell) -> Expr {
        let d = &self.document;
        let (d_model, d_k) = (d.d_model(), d.d_k());
        let product = |left, right| {
            let pairs = (0..d_model).map(|c| (self.at(left, row, c), self.at(right, c, col)));
            let pairs = pairs.collect();
            Expr::Dot { bias: None, pairs }
        };
        match (name, head_of(name)) {
            (Q, _) => product(X, W_Q),
            (K, _) => product(X, W_K),
            (V, _) => product(X, W_V),
            (CONCAT, _) => {
                let (head, column) = (col / d_k, col % d_k);
                let value = d.group_of(head) * d_k + column;
                let pairs =
                    (0..d.n()).map(|j| (self.at(weights(head), row, j), self.at(V, j, value)));
                let pairs = pairs.collect();
                Expr::Dot { bias: None, pairs }
            }
            (OUT, _) => product(CONCAT, W_O),
            (SUM, _) => Expr::Sum(vec![
                Addend::One(self.at(X, row, col)),
                Addend::One(self.at(OUT, row, col)),
            ]),
            (table, Some(head)) if table == scores(head) => self.score(head, row, col),
            (_, Some(head)) => self.weight(head, row, col),
            (table, None) => Expr::Given(self.at(table, row, col).value),
        }
    }

    /// q·k/√d_k over the columns of the head.
    fn score(&self, head: usize, row: usize, col: usize) -> Expr {
        let d_k = self.document.d_k();
        let (q, k) = (head * d_k, self.document.group_of(head) * d_k);
        if !self.sees(row, col) {
            return Expr::Mask {
                visible: false,
                reason: format!("{} > {}", col + 1, row + 1),
            };
        }
        let products =
            (0..d_k).map(|c| Addend::Product(self.at(Q, row, q + c), self.at(K, col, k + c)));
        Expr::Scaled(products.collect(), Factor::chosen(Scale::SqrtDk, d_k))
    }

    fn score_at(&self, head: usize, row: usize, col: usize) -> Term {
        // Scores are in no table of the step that shows the maps: there is nothing to light.
        self.at(scores(head), row, col).value.into()
    }

    fn weight(&self, head: usize, row: usize, col: usize) -> Expr {
        let score = |j| self.score_at(head, row, j);
        Expr::weight(score(col), (0..self.document.n()).map(score))
    }

    /// A weight written with the scores: exponentials are in no table, and nobody knows what 0.12 / 1.24 is.
    fn spelt(&self, head: usize, Cell { row, col, .. }: Cell) -> Expr {
        let score = |j| self.score_at(head, row, j);
        let seen = (0..self.document.n()).filter(|j| self.sees(row, *j));
        match self.sees(row, col) {
            true => Expr::Softmax(score(col), seen.map(score).collect()),
            false => self.weight(head, row, col),
        }
    }
}

/// Where the largest stands; of equal ones the first.
fn first_largest(all: impl Iterator<Item = f32>) -> usize {
    let larger = |best: (usize, f32), own: (usize, f32)| if own.1 > best.1 { own } else { best };
    all.enumerate().fold((0, f32::NEG_INFINITY), larger).0
}

impl Numbers for Pass {
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        self.document.has_table(table).then(|| self.get(table))
    }

    fn rule(&self, cell: Cell) -> Option<Expr> {
        let (rows, cols) = self.document.shape(cell.name)?;
        if cell.row >= rows || cell.col >= cols {
            return None;
        }
        Some(match (self.document.input(cell.name), head_of(cell.name)) {
            (Some(own), _) => Expr::Given(own.at(cell.row, cell.col)),
            (None, Some(head)) if cell.name == weights(head) => self.spelt(head, cell),
            (None, _) => self.by_rule(cell),
        })
    }

    fn keep(&self, table: TableId) -> Option<Keep> {
        let (n, causal) = (self.document.n(), self.document.causal);
        let masked = head_of(table).is_some() && causal;
        masked.then(|| Mask::Causal.keep(n, n).unwrap_or_else(|_| Keep::all(n, n)))
    }
}
