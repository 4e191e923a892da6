//! The way from one embedding to another as curves: what both give at each point of it.

use attention::{Matrix, Scale};

use super::document::Document;
use super::tables::*;

/// What both give at a point of the way, for the token that goes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Along {
    /// How far, 0 to 1.
    pub t: f32,
    /// The MLP, d_o numbers.
    pub mlp: Vec<f32>,
    /// Attention whose weights are kept as they are at the beginning, d_v numbers.
    pub kept: Vec<f32>,
    /// Attention that makes its weights anew, d_v numbers.
    pub anew: Vec<f32>,
}

/// What both give at that point, by the kernels of the `attention` crate; nothing where shapes do not fit.
#[must_use]
pub fn along(d: &Document, t: f32) -> Option<Along> {
    let x = d.input(X)?;
    let (from, to) = (x.row(d.at), d.input(NEW)?.row(0));
    let mixed = |j: usize| (1.0 - t) * from[j] + t * to[j];
    let moved = Matrix::from_fn(x.rows(), x.cols(), |i, j| match i == d.at {
        true => mixed(j),
        false => x.at(i, j),
    });
    let (still, anew) = (head(d, x)?, head(d, &moved)?);
    let v = attention::project(&moved, d.input(W_V)?).ok()?;
    let weights = still.softmax.weights.row(d.at);
    let column = |col: usize| {
        let each = weights.iter().enumerate();
        each.fold(0.0, |sum, (j, weight)| sum + weight * v.at(j, col))
    };
    Some(Along {
        t,
        mlp: through(d, &moved)?,
        kept: (0..v.cols()).map(column).collect(),
        anew: anew.output.row(d.at).to_vec(),
    })
}

/// The key that the first token looks at most.
pub(super) fn strongest(d: &Document) -> usize {
    let weights = d.input(X).and_then(|x| head(d, x));
    let row = weights.map(|own| own.softmax.weights.row(0).to_vec());
    let largest = |row: Vec<f32>| (0..row.len()).max_by(|a, b| row[*a].total_cmp(&row[*b]));
    row.and_then(largest).unwrap_or(0)
}

fn head(d: &Document, x: &Matrix) -> Option<attention::Stages> {
    let project = |table| attention::project(x, d.input(table)?).ok();
    let (q, k, v) = (project(W_Q)?, project(W_K)?, project(W_V)?);
    attention::stages(&q, &k, &v, None, Scale::SqrtDk.factor(q.cols())).ok()
}

/// The moving token through the MLP.
fn through(d: &Document, x: &Matrix) -> Option<Vec<f32>> {
    let hidden = attention::project(x, d.input(W_1)?).ok()?;
    let (b_in, b_out) = (d.input(B_1)?, d.input(B_2)?);
    let bent = Matrix::from_fn(1, hidden.cols(), |_, j| {
        (hidden.at(d.at, j) + b_in.at(0, j)).max(0.0)
    });
    let out = attention::project(&bent, d.input(W_2)?).ok()?;
    Some(
        (0..out.cols())
            .map(|j| out.at(0, j) + b_out.at(0, j))
            .collect(),
    )
}
