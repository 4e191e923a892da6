//! Scores over the distance, also beyond what a model was trained with: the query at position p, the key at 0.

use attention::Matrix;

use super::learned;
use super::pass::Pass;
use super::tables::*;
use crate::core::expr::{Addend, Expr, Term};

impl Pass {
    /// The score at a distance in the way of that column: ALiBi, RoPE, waves, the learned table; `None` where the
    /// learned table has no row.
    pub(super) fn beyond(&self, distance: usize, way: usize) -> Option<Expr> {
        let (query, key) = self.document.pair;
        Some(match way {
            0 => {
                let slope = self.at(SLOPES, self.document.slopes.head, 0);
                let by = Term::from(-(distance as f32));
                Expr::Sum(vec![
                    Addend::One(self.at(S0, query, key)),
                    Addend::Product(slope, by),
                ])
            }
            1 => {
                let d = self.document.d();
                let turned = |col| {
                    let rule = self.turn(distance, col, |c| self.at(Q0, query, c));
                    Term::from(rule.evaluate())
                };
                let q: Vec<Term> = (0..d).map(turned).collect();
                let k: Vec<Term> = (0..d).map(|col| self.at(K0, key, col)).collect();
                self.free(&q, &k)
            }
            2 => self.added(distance, |place, col| self.waves.get(place, col))?,
            // A table that was trained so far has no row for what comes after.
            _ if distance >= self.document.trained => return None,
            _ => self.added(distance, learned::at)?,
        })
    }

    /// The score where something is added to both embeddings.
    fn added(&self, distance: usize, at: impl Fn(usize, usize) -> Option<f32>) -> Option<Expr> {
        let d = &self.document;
        let row = |token: usize, place: usize| {
            let sum = |col| Some(d.x.get(token, col)? + at(place, col)?);
            (0..d.d()).map(sum).collect::<Option<Vec<f32>>>()
        };
        let project = |row: &[f32], by: &Matrix| {
            let products = |col| row.iter().enumerate().map(move |(c, x)| x * by.at(c, col));
            let sum = |col| products(col).fold(0.0, |sum, product| sum + product);
            (0..d.d())
                .map(|col| Term::from(sum(col)))
                .collect::<Vec<_>>()
        };
        let q = project(&row(d.pair.0, distance)?, &d.w_q);
        let k = project(&row(d.pair.1, 0)?, &d.w_k);
        Some(self.free(&q, &k))
    }
}
