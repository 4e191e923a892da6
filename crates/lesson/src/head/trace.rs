//! Every number that follows from a document, stage by stage, and what the rows of weights say.

use attention::{Matrix, ShapeError};

use crate::core::cover::{COVERED, Cover};
use crate::core::opened::Opened;
use crate::head::document::{Document, Source};
use crate::head::name::{Cell, Name};

/// What one row of weights amounts to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowStats {
    /// Sum of the weights: 1, 0 for a row that may see nothing, anything where overridden.
    pub sum: f32,
    /// Entropy in bits: 0 looks at one key, log₂ m at all alike; NaN where a weight was overridden
    /// to less than 0, for which there is none.
    pub entropy: f32,
    /// The largest weight.
    pub max: f32,
    /// The key it belongs to, from 0; the first of several ([`largest`]).
    pub argmax: usize,
    /// The row may see no key at all: its weights and output are zeros by decree.
    pub sees_nothing: bool,
}

/// All matrices of one run. Pure: the same document gives the same trace on every machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    matrices: Vec<Matrix>,
    /// One entry a query.
    pub rows: Vec<RowStats>,
    /// The factor scores are multiplied by.
    pub factor: f32,
    /// Multiply-adds of the whole computation.
    pub mult_adds: usize,
}

impl Default for Trace {
    /// A trace of nothing: every matrix 0×0.
    fn default() -> Trace {
        let matrices = vec![Matrix::zeros(0, 0); Name::ALL.len()];
        Trace {
            matrices,
            rows: vec![],
            factor: 1.0,
            mult_adds: 0,
        }
    }
}

impl Trace {
    /// Computes everything. Overridden cells replace the computed ones before the next stage reads them.
    ///
    /// # Errors
    /// [`ShapeError`] when the document's matrices do not fit each other.
    pub fn of(document: &Document) -> Result<Trace, ShapeError> {
        let [q, k, v] = queries_keys_values(document)?;
        let factor = document.scale.factor(document.d_k());
        let scores = overridden(attention::scores(&q, &k)?, Name::Scores, document);
        let scaled = overridden(attention::scaled(&scores, factor), Name::Scaled, document);
        let mask = document.keep().additive();
        let masked = attention::masked(&scaled, &mask)?;
        let softmax = attention::softmax(&masked);
        let weights = overridden(softmax.weights, Name::Weights, document);
        let output = attention::mix(&weights, &v)?;
        let rows = row_stats(&weights, &softmax.empty_rows);
        let inputs = [Name::X, Name::Xkv, Name::Wq, Name::Wk, Name::Wv]
            .into_iter()
            .filter_map(|name| document.input(name).cloned());
        let matrices = inputs
            .chain([q, k, v, scores, scaled, mask, masked])
            .chain([
                softmax.max,
                softmax.shifted,
                softmax.exp,
                softmax.sum,
                weights,
                output,
            ])
            .collect();
        Ok(Trace {
            matrices,
            rows,
            factor,
            mult_adds: mult_adds(document),
        })
    }

    /// The matrix of that name (in [`Name::ALL`]'s order, which is the order they are kept in).
    pub fn get(&self, name: Name) -> &Matrix {
        &self.matrices[usize::from(name.0)]
    }

    /// The number in `cell`, if there is such a cell.
    pub fn value(&self, cell: Cell) -> Option<f32> {
        self.get(cell.name).get(cell.row, cell.col)
    }

    /// Puts `matrix` in the place of the one of that name; nothing follows from it.
    pub(crate) fn replace(&mut self, name: Name, matrix: Matrix) {
        self.matrices[usize::from(name.0)] = matrix;
    }

    /// Lays the document's overrides over `matrix`, keeps it as the one of that name and gives it.
    pub(crate) fn lay(&mut self, name: Name, matrix: Matrix, document: &Document) -> Matrix {
        let matrix = overridden(matrix, name, document);
        self.replace(name, matrix.clone());
        matrix
    }

    /// The trace without the numbers that are covered. That a query sees nothing follows from the mask,
    /// which stays visible.
    pub fn covered(&self, lesson: &dyn Opened, cover: Cover) -> Trace {
        let mut trace = self.clone();
        for name in Name::ALL {
            trace.replace(name, cover.over(lesson, name, self.get(name).clone()));
        }
        for (row, stats) in trace.rows.iter_mut().enumerate() {
            if cover.hides(lesson, Cell::new(Name::Weights, row, 0)) {
                (stats.sum, stats.entropy, stats.max) = (COVERED, COVERED, COVERED);
                stats.argmax = 0;
            }
        }
        trace
    }

    /// What each key hands to the output of query `row`: α·v, one key a row, m×d_v.
    pub fn contributions(&self, row: usize) -> Matrix {
        let (weights, v) = (self.get(Name::Weights), self.get(Name::V));
        Matrix::from_fn(v.rows(), v.cols(), |j, c| {
            weights.get(row, j).unwrap_or(0.0) * v.get(j, c).unwrap_or(0.0)
        })
    }
}

fn queries_keys_values(document: &Document) -> Result<[Matrix; 3], ShapeError> {
    if document.source == Source::ByHand {
        return Ok([document.q.clone(), document.k.clone(), document.v.clone()]);
    }
    let x_kv = if document.keys.is_some() {
        &document.x_kv
    } else {
        &document.x
    };
    Ok([
        attention::project(&document.x, &document.w_q)?,
        attention::project(x_kv, &document.w_k)?,
        attention::project(x_kv, &document.w_v)?,
    ])
}

fn overridden(mut matrix: Matrix, name: Name, document: &Document) -> Matrix {
    for (cell, value) in document.overridden(name) {
        matrix.set(cell.row, cell.col, value);
    }
    matrix
}

/// Where the largest number of a row stands: in several places where several are equal, in none where it is covered.
#[must_use]
pub fn largest(row: &[f32]) -> Vec<usize> {
    let (mut places, mut most) = (Vec::new(), f32::NEG_INFINITY);
    for (place, value) in row.iter().enumerate() {
        if *value > most {
            places.clear();
            most = *value;
        }
        if *value == most {
            places.push(place);
        }
    }
    places
}

fn row_stats(weights: &Matrix, empty_rows: &[bool]) -> Vec<RowStats> {
    let stats = |(row, &sees_nothing): (&[f32], &bool)| {
        let (argmax, max) = row
            .iter()
            .enumerate()
            .fold((0, f32::NEG_INFINITY), |best, (j, &w)| {
                if w > best.1 { (j, w) } else { best }
            });
        // An override may give a blind row something to look at after all.
        let sees_nothing = sees_nothing && row.iter().all(|w| *w == 0.0);
        RowStats {
            sum: row.iter().sum(),
            entropy: attention::entropy(row),
            max,
            argmax,
            sees_nothing,
        }
    };
    weights.iter_rows().zip(empty_rows).map(stats).collect()
}

/// Vaswani et al. 2017, table 1 counts n²·d; here every product of the actual shapes.
fn mult_adds(document: &Document) -> usize {
    let (n, m, d_k, d_v) = (document.n(), document.m(), document.d_k(), document.d_v());
    let projections = match document.source {
        Source::ByHand => 0,
        Source::Projected => document.d_model() * (n * d_k + m * d_k + m * d_v),
    };
    projections + n * m * d_k + n * m * d_v
}
