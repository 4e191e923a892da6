//! Every number of the lesson: the head's, and what the plane shows of them.

use std::borrow::Cow;
use std::sync::Arc;

use attention::{Keep, Matrix, ShapeError};

use super::lesson::Document;
use super::plane::{self, Point};
use super::tables::{ALONG, ANGLE, LENGTH, TABLES};
use crate::core::expr::{Expr, Term};
use crate::core::numbers::Numbers;
use crate::core::table::{Cell, TableId};
use crate::head::name::Name;
use crate::head::rule;
use crate::head::trace::Trace;

/// A document with its numbers.
#[derive(Clone, Debug)]
pub struct Arrows {
    /// All that decides them.
    pub document: Arc<Document>,
    /// Those of the head.
    pub trace: Trace,
    length: Matrix,
    along: Matrix,
    angle: Matrix,
}

impl Arrows {
    /// Computes them.
    ///
    /// # Errors
    /// [`ShapeError`] where shapes do not fit, which the lesson sees to.
    pub fn of(document: &Arc<Document>) -> Result<Arrows, ShapeError> {
        let trace = Trace::of(&document.head)?;
        let q = tip(trace.get(Name::Q), 0);
        let keys = tips(trace.get(Name::K));
        let length = (q.0 * q.0 + q.1 * q.1).sqrt();
        let scores = trace.get(Name::Scores);
        let reach = |score: f32| if length == 0.0 { 0.0 } else { score / length };
        let one = |number: &dyn Fn(usize) -> f32| Matrix::from_fn(1, keys.len(), |_, j| number(j));
        let along = one(&|j| reach(scores.at(0, j)));
        let angle = one(&|j| plane::angle(q, keys[j]));
        Ok(Arrows {
            document: Arc::clone(document),
            length: Matrix::from_fn(1, 1, |_, _| length),
            along,
            angle,
            trace,
        })
    }

    /// The query.
    #[must_use]
    pub fn q(&self) -> Point {
        tip(self.trace.get(Name::Q), 0)
    }

    /// The keys.
    #[must_use]
    pub fn keys(&self) -> Vec<Point> {
        tips(self.trace.get(Name::K))
    }

    /// The values.
    #[must_use]
    pub fn values(&self) -> Vec<Point> {
        tips(self.trace.get(Name::V))
    }

    /// The output.
    #[must_use]
    pub fn output(&self) -> Point {
        tip(self.trace.get(Name::Output), 0)
    }

    /// The numbers of that table.
    #[must_use]
    pub fn get(&self, table: TableId) -> &Matrix {
        match table {
            LENGTH => &self.length,
            ALONG => &self.along,
            ANGLE => &self.angle,
            of_head => self.trace.get(of_head),
        }
    }

    fn own_rule(&self, cell: Cell) -> Option<Expr> {
        let at = |name, row, col| {
            let cell = Cell::new(name, row, col);
            Term::at(cell, self.get(name).get(row, col).unwrap_or(f32::NAN))
        };
        let value = self.get(cell.name).get(cell.row, cell.col)?;
        Some(match cell.name {
            LENGTH => {
                let (x, y) = self.q();
                let (name, x) = ("√".to_owned(), x * x + y * y);
                Expr::Function { name, x, value }
            }
            ALONG => Expr::Over(at(Name::Scores, 0, cell.col), at(LENGTH, 0, 0)),
            _ => {
                let key = tip(self.trace.get(Name::K), cell.col);
                let lengths = plane::length(self.q()) * plane::length(key);
                let score = self.trace.get(Name::Scores).at(0, cell.col);
                if lengths == 0.0 {
                    return Some(Expr::Given(value));
                }
                let x = (score / lengths).clamp(-1.0, 1.0);
                // In degrees.
                let name = "180/π · arccos".to_owned();
                Expr::Function { name, x, value }
            }
        })
    }
}

fn tip(matrix: &Matrix, row: usize) -> Point {
    let at = |col| matrix.get(row, col).unwrap_or(0.0);
    (at(0), at(1))
}

fn tips(matrix: &Matrix) -> Vec<Point> {
    (0..matrix.rows()).map(|row| tip(matrix, row)).collect()
}

impl Numbers for Arrows {
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        let there = self.document.has_table(table);
        there.then(|| Cow::Borrowed(self.get(table)))
    }

    fn rule(&self, cell: Cell) -> Option<Expr> {
        if cell.name.0 >= LENGTH.0 {
            let there = usize::from(cell.name.0) < TABLES.len();
            return there.then(|| self.own_rule(cell)).flatten();
        }
        let there = self.document.has_table(cell.name) && self.document.head.has(cell);
        there.then(|| rule::of(&self.document.head, &self.trace, cell))
    }

    fn keep(&self, table: TableId) -> Option<Keep> {
        (table == Name::Weights).then(|| self.document.head.keep())
    }
}
