//! Both at work: every number by its rule.

use std::borrow::Cow;
use std::sync::Arc;

use attention::{Matrix, Scale};

use super::document::Document;
use super::tables::*;
use crate::core::expr::{Addend, Expr, Factor, Term};
use crate::core::number::indexed;
use crate::core::numbers::Numbers;
use crate::core::table::{Cell, TableId};

/// How far rounding may take a difference from 0, for terms about as large as 1.
const ROUNDING: f32 = 1e-6;

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
            tables: document.typed.to_vec(),
        };
        for index in pass.tables.len()..usize::from(TOY_LOSSES.0) {
            let computed = pass.computed(TableId(index as u8));
            pass.tables.push(computed);
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
            let rule = self.by_rule(Cell::new(table, row, col));
            // Never −0: a product with 0 has no sign worth showing.
            rule.map_or(f32::NAN, |rule| without_rounding(table, &rule) + 0.0)
        })
    }

    fn at(&self, table: TableId, row: usize, col: usize) -> Term {
        let own = self.tables.get(usize::from(table.0));
        let value = own.and_then(|own| own.get(row, col)).unwrap_or(f32::NAN);
        Term::at(Cell::new(table, row, col), value)
    }

    /// Row `row` of the one times column `col` of the other, begun with the bias of that column, if there is one.
    fn product(
        &self,
        left: TableId,
        right: TableId,
        bias: Option<TableId>,
        (row, col): (usize, usize),
    ) -> Expr {
        let inner = self.document.cols(right).min(1) * self.get(right).rows();
        let pairs = (0..inner).map(|c| (self.at(left, row, c), self.at(right, c, col)));
        let pairs = pairs.collect();
        let bias = bias.map(|bias| self.at(bias, 0, col));
        Expr::Dot { bias, pairs }
    }

    /// The number of another cell, which has come here.
    fn same(&self, table: TableId, row: usize, col: usize) -> Expr {
        let symbol = TABLES[usize::from(table.0)].symbol;
        Expr::Same(self.at(table, row, col), indexed(symbol, row, Some(col)))
    }

    fn by_rule(&self, cell: Cell) -> Option<Expr> {
        let Cell { name, row, col } = cell;
        if let Some((part, side)) = Part::at(name) {
            return Some(self.part(part, side, row, col));
        }
        let d = &self.document;
        Some(match name {
            OTHER if d.is_new(row) => self.same(NEW, 0, col),
            OTHER => self.same(X, d.origin(row)?, col),
            D_A => self.moved(Part::A, (d.becomes(row), d.becomes(col)), (row, col)),
            D_O => self.moved(Part::O, (d.becomes(row), col), (row, col)),
            D_M => self.moved(Part::M, (d.becomes(row), col), (row, col)),
            _ => return self.on_the_way(cell),
        })
    }

    /// What is computed from one input.
    fn part(&self, part: Part, side: u8, row: usize, col: usize) -> Expr {
        let input = if side == 0 { X } else { OTHER };
        let of = |part: Part| part.of(side);
        let here = (row, col);
        match part {
            Part::Q => self.product(input, W_Q, None, here),
            Part::K => self.product(input, W_K, None, here),
            Part::V => self.product(input, W_V, None, here),
            Part::S => self.score(side, row, col),
            Part::A => self.weight(of(Part::S), row, col),
            Part::O => {
                let (a, v) = (of(Part::A), of(Part::V));
                let n = self.get(v).rows();
                let pairs = (0..n).map(|j| (self.at(a, row, j), self.at(v, j, col)));
                let pairs = pairs.collect();
                Expr::Dot { bias: None, pairs }
            }
            Part::H => self.product(input, W_1, Some(B_1), here),
            Part::R => self.bent(of(Part::H), row, col),
            Part::M => self.product(of(Part::R), W_2, Some(B_2), here),
        }
    }

    /// q·k/√d_k.
    fn score(&self, side: u8, row: usize, col: usize) -> Expr {
        let (q, k) = (Part::Q.of(side), Part::K.of(side));
        let d_k = self.document.cols(W_Q);
        let products = (0..d_k).map(|c| Addend::Product(self.at(q, row, c), self.at(k, col, c)));
        Expr::Scaled(products.collect(), Factor::chosen(Scale::SqrtDk, d_k))
    }

    fn weight(&self, scores: TableId, row: usize, col: usize) -> Expr {
        // Scores are in no table of the steps that show weights: there is nothing to light.
        let score = |j| Term::from(self.at(scores, row, j).value);
        Expr::weight(score(col), (0..self.get(scores).cols()).map(score))
    }

    /// max(0, h): ReLU.
    fn bent(&self, hidden: TableId, row: usize, col: usize) -> Expr {
        Expr::Max(vec![0.0.into(), self.at(hidden, row, col)])
    }

    /// A number of the other input's less what it was before.
    fn moved(&self, part: Part, now: (usize, usize), before: (usize, usize)) -> Expr {
        let term = |side, (row, col)| self.at(part.of(side), row, col);
        Expr::Minus(term(1, now), term(0, before))
    }

    /// The way of one token from its embedding to that of the new word.
    fn on_the_way(&self, Cell { name, row, col }: Cell) -> Option<Expr> {
        let d = &self.document;
        let (here, t) = ((row, col), d.between);
        Some(match name {
            L_X if row == 0 => self.same(X, d.at, col),
            L_X if row == 2 => self.same(NEW, 0, col),
            L_X => Expr::Sum(vec![
                Addend::Product((1.0 - t).into(), self.at(X, d.at, col)),
                Addend::Product(t.into(), self.at(NEW, 0, col)),
            ]),
            L_H => self.product(L_X, W_1, Some(B_1), here),
            L_R => self.bent(L_H, row, col),
            L_M => self.product(L_R, W_2, Some(B_2), here),
            L_V => self.product(L_X, W_V, None, here),
            L_O => {
                let value = |j: usize| match j == d.at {
                    true => self.at(L_V, row, col),
                    false => self.at(Part::V.of(0), j, col),
                };
                let weight = |j| self.at(Part::A.of(0), d.at, j);
                let pairs = (0..d.n()).map(|j| (weight(j), value(j))).collect();
                Expr::Dot { bias: None, pairs }
            }
            GAP_M => self.gap(L_M, col),
            GAP_O => self.gap(L_O, col),
            _ => return None,
        })
    }

    /// What is between less the mix of both ends: 0 wherever a function is straight.
    fn gap(&self, of: TableId, col: usize) -> Expr {
        let t = self.document.between;
        Expr::Sum(vec![
            Addend::One(self.at(of, 1, col)),
            Addend::Product((t - 1.0).into(), self.at(of, 0, col)),
            Addend::Product((0.0 - t).into(), self.at(of, 2, col)),
        ])
    }
}

/// What a rule gives. In tables of differences what is left by rounding is 0: the same sums in another order differ in
/// their last bit, and nobody is to take that for a movement.
fn without_rounding(table: TableId, rule: &Expr) -> f32 {
    let value = rule.evaluate();
    let largest = |largest: f32, term: &Term| largest.max(term.value.abs());
    let scale = rule.terms().iter().fold(1.0, largest);
    let differs = [D_A, D_O, D_M, GAP_M, GAP_O].contains(&table);
    match differs && value.abs() <= ROUNDING * scale {
        true => 0.0,
        false => value,
    }
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
