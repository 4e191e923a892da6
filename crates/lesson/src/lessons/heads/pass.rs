//! The forward pass: every number by its rule.

use std::borrow::Cow;
use std::sync::Arc;

use attention::{Keep, Mask, Matrix, Scale};

use super::document::Document;
use super::tables::*;
use crate::core::expr::{Addend, Expr, Factor, Term};
use crate::core::numbers::Numbers;
use crate::core::table::{Cell, TableId};

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

    fn weight(&self, head: usize, row: usize, col: usize) -> Expr {
        // Scores are in no table of the step that shows the maps: there is nothing to light.
        let score = |j| Term::from(self.at(scores(head), row, j).value);
        Expr::weight(score(col), (0..self.document.n()).map(score))
    }
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
        Some(match self.document.input(cell.name) {
            Some(own) => Expr::Given(own.at(cell.row, cell.col)),
            None => self.by_rule(cell),
        })
    }

    fn keep(&self, table: TableId) -> Option<Keep> {
        let (n, causal) = (self.document.n(), self.document.causal);
        let masked = head_of(table).is_some() && causal;
        masked.then(|| Mask::Causal.keep(n, n).unwrap_or_else(|_| Keep::all(n, n)))
    }
}
