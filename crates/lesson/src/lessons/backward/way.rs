//! Forward and back, with every number between.

use std::borrow::Cow;
use std::sync::Arc;

use attention::{Gradients, Keep, Matrix, ShapeError, Softmax, Stages};

use super::document::Document;
use super::loss::Loss;
use super::tables::*;
use crate::core::expr::Expr;
use crate::core::numbers::Numbers;
use crate::core::table::{Cell, TableId};
use crate::head::document::Source;
use crate::head::name::Name;
use crate::head::trace::Trace;

/// All numbers of the lesson.
#[derive(Clone, Debug)]
pub struct Way {
    /// What decides them.
    pub document: Arc<Document>,
    /// The way forward, without overrides of scores and weights.
    pub forward: Trace,
    /// The way back: the tables after the head's, in their order; 0×0 where there is none.
    back: Vec<Matrix>,
}

impl Way {
    /// Computes everything.
    ///
    /// # Errors
    /// [`ShapeError`] when the document's matrices do not fit each other.
    pub fn of(document: &Arc<Document>) -> Result<Way, ShapeError> {
        let head = document.followed();
        let forward = Trace::of(&head)?;
        let get = |name| forward.get(name);
        let (q, k, v) = (get(Name::Q), get(Name::K), get(Name::V));
        let grad_output = grad_output(document, get(Name::Output));
        let stages = stages(&forward);
        let mut back = attention::backward((q, k, v), &stages, forward.factor, &grad_output)?;
        if document.loss == Loss::Cell {
            by_weights(document, &forward, &mut back)?;
        }
        let back = tables(document, &forward, grad_output, back)?;
        Ok(Way {
            document: Arc::clone(document),
            forward,
            back,
        })
    }

    /// The table.
    #[must_use]
    pub fn get(&self, table: TableId) -> &Matrix {
        let own = index(table).and_then(|index| self.back.get(index));
        own.unwrap_or_else(|| self.forward.get(Name(table.0.min(Name::Output.0))))
    }

    /// The whole loss: the sum of every query's part.
    #[must_use]
    pub fn loss(&self) -> f32 {
        self.get(LOSS).data().iter().sum()
    }

    /// The length of a gradient: the root of the sum of its squares.
    #[must_use]
    pub fn length(&self, table: TableId) -> f32 {
        let squares = self.get(table).data().iter().map(|x| x * x);
        squares.sum::<f32>().sqrt()
    }
}

/// How the loss changes with the output: 0 where it does not look at it.
fn grad_output(document: &Document, output: &Matrix) -> Matrix {
    let (n, d_v) = output.shape();
    let less = |i, j| output.at(i, j) - document.target.get(i, j).unwrap_or(0.0);
    match document.loss {
        Loss::Target => Matrix::from_fn(n, d_v, less),
        Loss::Cell => Matrix::zeros(n, d_v),
        Loss::Given => document.g.clone(),
    }
}

fn stages(forward: &Trace) -> Stages {
    let get = |name| forward.get(name).clone();
    Stages {
        scores: get(Name::Scores),
        scaled: get(Name::Scaled),
        mask: get(Name::Mask),
        masked: get(Name::Masked),
        softmax: Softmax {
            max: get(Name::Max),
            shifted: get(Name::Shifted),
            exp: get(Name::Exp),
            sum: get(Name::Sum),
            weights: get(Name::Weights),
            empty_rows: forward.rows.iter().map(|row| row.sees_nothing).collect(),
        },
        output: get(Name::Output),
    }
}

/// A loss of the weights: the way back begins there, with −1/α in one cell.
fn by_weights(
    document: &Document,
    forward: &Trace,
    back: &mut Gradients,
) -> Result<(), ShapeError> {
    let w = forward.get(Name::Weights);
    let (row, col) = document.aim;
    // A key that may not be seen has no share to grow: nothing can be learned of it. Nor of one so small that f32 has
    // no number for 1/α.
    let slope = -1.0 / w.get(row, col).unwrap_or(0.0);
    let slope = if slope.is_finite() { slope } else { 0.0 };
    back.weights.set(row, col, slope);
    let average = |i: usize| w.row(i).iter().zip(back.weights.row(i)).map(|(a, d)| a * d);
    back.average = Matrix::from_fn(w.rows(), 1, |i, _| average(i).fold(0.0, |sum, x| sum + x));
    back.masked = Matrix::from_fn(w.rows(), w.cols(), |i, j| {
        w.at(i, j) * (back.weights.at(i, j) - back.average.at(i, 0))
    });
    back.scores = attention::scaled(&back.masked, forward.factor);
    back.q = attention::project(&back.scores, forward.get(Name::K))?;
    back.k = attention::project(&back.scores.transposed(), forward.get(Name::Q))?;
    Ok(())
}

/// The tables after the head's, in their order.
fn tables(
    document: &Document,
    forward: &Trace,
    grad_output: Matrix,
    back: Gradients,
) -> Result<Vec<Matrix>, ShapeError> {
    let get = |name| forward.get(name);
    let centred = Matrix::from_fn(back.weights.rows(), back.weights.cols(), |i, j| {
        let (own, average) = (back.weights.at(i, j), back.average.at(i, 0));
        if own == average { 0.0 } else { own - average }
    });
    let loss = Matrix::from_fn(document.head.n(), 1, |i, _| {
        part_of_loss(document, forward, &grad_output, i)
    });
    let nothing = || Matrix::zeros(0, 0);
    let mut projected = [nothing(), nothing(), nothing(), nothing(), nothing()];
    if document.head.source == Source::Projected {
        let x = get(Name::X).transposed();
        let keys = if document.head.keys.is_some() {
            Name::Xkv
        } else {
            Name::X
        };
        let y = get(keys).transposed();
        projected[0] = attention::project(&x, &back.q)?;
        projected[1] = attention::project(&y, &back.k)?;
        projected[2] = attention::project(&y, &back.v)?;
        let by_q: By = &[(&back.q, Name::Wq)];
        let by_kv: By = &[(&back.k, Name::Wk), (&back.v, Name::Wv)];
        if document.head.keys.is_some() {
            projected[3] = by_embedding(forward, &[by_q]);
            projected[4] = by_embedding(forward, &[by_kv]);
        } else {
            projected[3] = by_embedding(forward, &[by_q, by_kv]);
        }
    }
    let target = document.target.clone();
    let head = [
        target,
        grad_output,
        loss,
        back.v,
        back.weights,
        back.average,
    ];
    let rest = [centred, back.masked, back.scores, back.q, back.k];
    Ok(head.into_iter().chain(rest).chain(projected).collect())
}

/// Gradients of projections, each with the projection's matrix.
type By<'a> = &'a [(&'a Matrix, Name)];

/// ∂X = ∂Q·W_Qᵀ + ∂K·W_Kᵀ + ∂V·W_Vᵀ, of those that there are, each sum from left to right.
fn by_embedding(forward: &Trace, by: &[By]) -> Matrix {
    let all = || by.iter().flat_map(|by| by.iter());
    let rows = all().next().map_or(0, |(gradient, _)| gradient.rows());
    Matrix::from_fn(rows, forward.get(Name::Wq).rows(), |i, j| {
        let products = all().flat_map(|(gradient, w)| {
            let w = forward.get(*w);
            gradient.row(i).iter().zip(w.row(j)).map(|(d, w)| d * w)
        });
        products.fold(0.0, |sum, product| sum + product)
    })
}

/// What query `row` adds to the loss.
fn part_of_loss(document: &Document, forward: &Trace, grad_output: &Matrix, row: usize) -> f32 {
    let fold = |products: &mut dyn Iterator<Item = f32>| products.fold(0.0, |sum, x| sum + x);
    let own = grad_output.row(row);
    match document.loss {
        Loss::Target => fold(&mut own.iter().map(|d| d * d)) * 0.5,
        Loss::Given => {
            let output = forward.get(Name::Output).row(row);
            fold(&mut output.iter().zip(own).map(|(o, d)| o * d))
        }
        Loss::Cell if row == document.aim.0 => {
            let share = forward.get(Name::Weights).get(row, document.aim.1);
            -share.unwrap_or(0.0).ln()
        }
        Loss::Cell => 0.0,
    }
}

impl Numbers for Way {
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        let there = self.document.has_table(table);
        there.then(|| Cow::Borrowed(self.get(table)))
    }

    fn rule(&self, cell: Cell) -> Option<Expr> {
        super::rule::of(self, cell)
    }

    fn keep(&self, table: TableId) -> Option<Keep> {
        let hidden = matches!(
            table,
            Name::Mask | Name::Masked | Name::Shifted | Name::Exp | Name::Weights
        );
        hidden.then(|| self.document.head.keep())
    }
}
