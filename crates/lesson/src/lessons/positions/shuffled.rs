//! The same tokens in another order: the whole head again, and what of it is the same to the last bit.

use attention::Matrix;

use super::pass::{Pass, scale};
use super::scheme::Scheme;
use super::tables::*;
use crate::core::expr::{Addend, Expr, Term};
use crate::core::table::{Cell, TableId};

/// How the outputs of the two orders compare, token by token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// How many numbers there are.
    pub all: usize,
    /// How many of them are not the same to the last bit.
    pub differ: usize,
    /// By how much at most.
    pub most: f32,
}

impl Compared {
    /// Compares the outputs `before` with those `after`, where that token of `before` stands at each place; nothing
    /// where a number is not there.
    #[must_use]
    pub fn of(before: &Matrix, after: &Matrix, order: &[usize]) -> Option<Compared> {
        let mut found = Compared {
            all: after.data().len(),
            differ: 0,
            most: 0.0,
        };
        for (place, token) in order.iter().enumerate() {
            for col in 0..after.cols() {
                let (a, b) = (before.get(*token, col)?, after.get(place, col)?);
                if a.is_nan() || b.is_nan() {
                    return None;
                }
                if a.to_bits() != b.to_bits() {
                    found.differ += 1;
                    found.most = found.most.max((a - b).abs());
                }
            }
        }
        Some(found)
    }
}

impl Pass {
    /// The places in the order in which a sum over keys takes them: by words, or from left to right.
    fn taken(&self) -> Vec<usize> {
        let order = &self.document.order;
        let mut places: Vec<usize> = (0..order.len()).collect();
        if self.document.by_words {
            places.sort_by_key(|place| order.get(*place));
        }
        places
    }

    /// How a number of the shuffled head is computed.
    pub(super) fn shuffled(&self, Cell { name, row, col }: Cell) -> Expr {
        match name {
            XP => {
                let token = self.document.order.get(row).copied().unwrap_or(row);
                self.with(self.at(X, token, col), self.at(P, row, col))
            }
            QP => self.projected(row, col, W_Q),
            KP => self.projected(row, col, W_K),
            SP => self.shuffled_score(row, col),
            AP => self.weight(SP, row, col, &self.taken()),
            _ => {
                let pair = |place: usize| (self.at(AP, row, place), self.at(XP, place, col));
                let pairs = self.taken().into_iter().map(pair).collect();
                Expr::Dot { bias: None, pairs }
            }
        }
    }

    fn projected(&self, row: usize, col: usize, by: TableId) -> Expr {
        match self.scheme {
            Scheme::Rope => self.turn(row, col, |c| {
                Term::from(self.product((XP, row), (by, c)).evaluate())
            }),
            _ => self.product((XP, row), (by, col)),
        }
    }

    fn shuffled_score(&self, row: usize, col: usize) -> Expr {
        let score = self.scaled((QP, row), (KP, col));
        match self.scheme {
            Scheme::Alibi => Expr::Penalised {
                score: score.evaluate(),
                slope: self.at(SLOPES, self.document.slopes.head, 0).value,
                distance: row.abs_diff(col),
            },
            _ => score,
        }
    }

    /// The scaled score of a query and a key given as numbers.
    pub(super) fn free(&self, q: &[Term], k: &[Term]) -> Expr {
        let products = q.iter().zip(k).map(|(q, k)| Addend::Product(*q, *k));
        Expr::Scaled(products.collect(), scale(self.document.d()))
    }
}
