//! One draw with its numbers, each by its rule.

use std::borrow::Cow;
use std::sync::Arc;

use attention::Matrix;

use super::document::{Document, Rule};
use super::source::Growing;
use super::tables::*;
use crate::core::expr::{Addend, Expr, Factor, Term};
use crate::core::numbers::Numbers;
use crate::core::table::{Cell, TableId};

/// A document with the numbers of the draw that it shows.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// All that decides them.
    pub document: Arc<Document>,
    /// How the scores grow, component by component: (d_k + 1)×n, the first row 0.
    pub walk: Matrix,
    tables: Vec<Matrix>,
}

impl Drawn {
    /// Draws, and computes every table.
    #[must_use]
    pub fn of(document: &Arc<Document>) -> Drawn {
        let d = document;
        let (mut growing, shown) = (Growing::of(d, d.draw), d.shown());
        let (mut q, mut k) = (Matrix::zeros(1, shown), Matrix::zeros(d.keys, shown));
        let mut rests = Matrix::zeros(d.width + 1 - shown, d.keys);
        for place in 0..d.width {
            let (own, keys) = growing.step();
            if place < shown {
                q.set(0, place, own);
                for (row, key) in keys.iter().enumerate() {
                    k.set(row, place, *key);
                }
            } else {
                let row = rests.row_mut(place + 1 - shown);
                row.copy_from_slice(growing.rest());
            }
        }
        let (q, k) = (d.q.clone().unwrap_or(q), d.k.clone().unwrap_or(k));
        let walk = walk(&q, &k, &rests);
        let rest = Matrix::from_fn(d.keys, 1, |row, _| growing.rest()[row]);
        let mut drawn = Drawn {
            document: Arc::clone(d),
            walk,
            tables: vec![q, k, rest],
        };
        for table in [SCORES, SCALED, WEIGHTS, LARGEST, ENTROPY, JACOBIAN] {
            let own = drawn.computed(table);
            drawn.tables.push(own);
        }
        drawn
    }

    /// The numbers of that table; empty where it is measured.
    #[must_use]
    pub fn get(&self, table: TableId) -> Cow<'_, Matrix> {
        let own = self.tables.get(usize::from(table.0));
        own.map_or_else(|| Cow::Owned(Matrix::zeros(0, 0)), Cow::Borrowed)
    }

    fn computed(&self, table: TableId) -> Matrix {
        let (rows, cols) = self.document.shape(table).unwrap_or((0, 0));
        Matrix::from_fn(rows, cols, |row, col| {
            let rule = self.by_rule(Cell::new(table, row, col));
            // Never −0, which has no sign worth showing.
            rule.map_or(f32::NAN, |rule| rule.evaluate() + 0.0)
        })
    }

    fn at(&self, table: TableId, row: usize, col: usize) -> Term {
        let value = self.get(table).get(row, col).unwrap_or(f32::NAN);
        Term::at(Cell::new(table, row, col), value)
    }

    /// A whole row of weights.
    fn weights(&self, row: usize) -> impl Iterator<Item = Term> + '_ {
        (0..self.document.keys).map(move |key| self.at(WEIGHTS, row, key))
    }

    fn by_rule(&self, Cell { name, row, col }: Cell) -> Option<Expr> {
        Some(match name {
            Q | K => Expr::Given(self.at(name, row, col).value),
            REST => Expr::Known(self.at(REST, row, 0).value, self.rest_in_words(row)),
            SCORES => self.score(col),
            SCALED => {
                let score = self.at(SCORES, 0, col);
                match *Rule::ALL.get(row)? {
                    // As a factor it would be written as 0.00. Widths are powers of 2, so the number is the same.
                    Rule::Width => Expr::Over(score, (self.document.width as f32).into()),
                    rule => Expr::Scaled(vec![Addend::One(score)], self.factor(rule)),
                }
            }
            WEIGHTS => self.weight(row, col),
            LARGEST => Expr::Max(self.weights(row).collect()),
            ENTROPY => Expr::sum(self.weights(row).map(|weight| Term {
                value: attention::entropy(&[weight.value]),
                ..weight
            })),
            JACOBIAN => {
                let weights: Vec<f32> = self.weights(row).map(|weight| weight.value).collect();
                let squares = squares(&weights);
                Expr::Function {
                    name: "√".to_owned(),
                    x: squares,
                    value: squares.sqrt(),
                }
            }
            _ => return None,
        })
    }

    /// The products that are shown, and the sum of those that are not.
    fn score(&self, key: usize) -> Expr {
        let d = &self.document;
        let products =
            (0..d.shown()).map(|c| Addend::Product(self.at(Q, 0, c), self.at(K, key, c)));
        let rest = d.shape(REST).map(|_| Addend::One(self.at(REST, key, 0)));
        Expr::Sum(products.chain(rest).collect())
    }

    fn rest_in_words(&self, key: usize) -> String {
        let index = crate::core::number::indexed;
        let (first, last) = (self.document.shown(), self.document.width - 1);
        let product = |c| format!("{}·{}", index("q", c, None), index("k", key, Some(c)));
        match first == last {
            true => product(last),
            false => format!("{} + … + {}", product(first), product(last)),
        }
    }

    /// The factor of a rule, as it is written.
    fn factor(&self, rule: Rule) -> Factor {
        let (width, heads) = (self.document.width, self.document.heads);
        let value = rule.factor(width, heads);
        match rule {
            Rule::SqrtWidth => Factor::Root { d: width, value },
            Rule::None => Factor::One,
            Rule::Width => Factor::Chosen(value),
            Rule::SqrtModel => Factor::Root {
                d: width * heads,
                value,
            },
        }
    }

    fn weight(&self, row: usize, col: usize) -> Expr {
        let scaled = |key| self.at(SCALED, row, key);
        Expr::weight(scaled(col), (0..self.document.keys).map(scaled))
    }
}

/// The sums after each product: of the shown components left to right, then these and the sum of the rest, which grows
/// by a row a product.
fn walk(q: &Matrix, k: &Matrix, rests: &Matrix) -> Matrix {
    let (keys, shown) = k.shape();
    let mut walk = Matrix::zeros(shown + rests.rows(), keys);
    for key in 0..keys {
        let mut first = 0.0;
        for place in 0..shown {
            first += q.at(0, place) * k.at(key, place);
            walk.set(place + 1, key, first);
        }
        for row in 1..rests.rows() {
            walk.set(shown + row, key, first + rests.at(row, key));
        }
    }
    walk
}

/// Σ (diag(α) − ααᵀ)² over all its cells: Σα² − 2·Σα³ + (Σα²)².
#[must_use]
pub(super) fn squares(weights: &[f32]) -> f32 {
    let (mut two, mut three) = (0.0_f32, 0.0_f32);
    for weight in weights {
        two += weight * weight;
        three += weight * weight * weight;
    }
    // Rounding may leave a little less than nothing where one weight has it all.
    (two - 2.0 * three + two * two).max(0.0)
}

impl Document {
    /// (rows, columns) of a table; `None` where there is none of it, or it is measured.
    #[must_use]
    pub fn shape(&self, table: TableId) -> Option<(usize, usize)> {
        let (rules, keys, shown) = (Rule::ALL.len(), self.keys, self.shown());
        Some(match table {
            Q => (1, shown),
            K => (keys, shown),
            REST if self.width > shown => (keys, 1),
            SCORES => (1, keys),
            SCALED | WEIGHTS => (rules, keys),
            LARGEST | ENTROPY | JACOBIAN => (rules, 1),
            _ => return None,
        })
    }
}

impl Numbers for Drawn {
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        self.document.shape(table).map(|_| self.get(table))
    }

    fn rule(&self, cell: Cell) -> Option<Expr> {
        let (rows, cols) = self.document.shape(cell.name)?;
        let there = cell.row < rows && cell.col < cols;
        there.then(|| self.by_rule(cell)).flatten()
    }
}
