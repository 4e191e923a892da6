//! The whole walk, computed.

mod finding;
mod rules;

use attention::{Keep, Matrix, Scale, ShapeError};

use super::address::At;
use super::plan::{Planned, plan};
use super::step::{Kind, Step};
use super::tile::Tile;
use crate::head::document::Document;
use crate::head::name::Name;
use crate::head::trace::Trace;

/// Every step with its numbers, and the plain softmax's output to compare with. Pure: the same
/// document and tile give the same walk on every machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    /// The size of a tile, inside n×m.
    pub tile: Tile,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// What `attention`'s plain softmax gives for the same Q, K, V, mask and scale.
    pub plain: Trace,
    /// How many overrides of scores, scaled scores and weights are left out: flash attention computes
    /// scores where it needs them and never has a weight. Painted cells of the mask count.
    pub left_out: usize,
    /// The scale as it is written.
    pub scale: Scale,
    keep: Keep,
}

impl Default for Walk {
    /// A walk of nothing: no step.
    fn default() -> Walk {
        Walk {
            tile: Tile::default(),
            steps: vec![],
            plain: Trace::default(),
            left_out: 0,
            scale: Scale::None,
            keep: Keep::all(0, 0),
        }
    }
}

impl Walk {
    /// Walks `document` in tiles of that size.
    ///
    /// # Errors
    /// [`ShapeError`] when the document's matrices do not fit each other.
    pub fn of(document: &Document, tile: Tile) -> Result<Walk, ShapeError> {
        let mut own = document.clone();
        own.overrides.retain(|cell| cell.name == Name::Mask);
        let mut walk = Walk {
            tile: tile.within(document.n(), document.m()),
            steps: vec![],
            plain: Trace::of(&own)?,
            left_out: document.overrides.len() - own.overrides.len(),
            scale: own.scale,
            keep: own.keep(),
        };
        for planned in plan(&walk.keep, walk.tile) {
            walk.push(planned);
        }
        Ok(walk)
    }

    /// Does one step: each of its numbers by its rule, from the numbers of the steps before.
    fn push(&mut self, planned: Planned) {
        let step = self.steps.len();
        let columns = planned.columns(self.d_v());
        let queries = planned.queries.clone();
        self.steps.push(Step {
            kind: planned.kind,
            queries: planned.queries,
            keys: planned.keys,
            numbers: Matrix::zeros(queries.len(), columns.len()),
        });
        let numbers = Matrix::from_fn(queries.len(), columns.len(), |i, j| {
            let (row, col) = (queries.start + i, columns.start + j);
            let rule = self.rule(At { step, row, col });
            rule.map_or(0.0, |rule| rule.evaluate())
        });
        self.steps[step].numbers = numbers;
    }

    /// The output, n×d_v, as the last step of each block of queries wrote it.
    #[must_use]
    pub fn output(&self) -> Matrix {
        let written = self.steps.iter().filter(|step| step.kind == Kind::Divide);
        let rows: Vec<f32> = written
            .flat_map(|step| step.numbers.data().iter().copied())
            .collect();
        Matrix::new(self.n(), self.d_v(), rows).unwrap_or_else(|_| Matrix::zeros(0, 0))
    }

    /// The largest difference to the plain softmax's output; NaN where one of them is.
    #[must_use]
    pub fn difference(&self) -> f32 {
        let output = self.output();
        let pairs = output
            .data()
            .iter()
            .zip(self.plain.get(Name::Output).data());
        pairs
            // Equal infinities differ by nothing; their difference would be NaN.
            .map(|(own, plain)| {
                if own == plain {
                    0.0
                } else {
                    (own - plain).abs()
                }
            })
            .fold(0.0, |most, one| {
                if one > most || one.is_nan() {
                    one
                } else {
                    most
                }
            })
    }

    /// n, queries.
    #[must_use]
    pub fn n(&self) -> usize {
        self.keep.shape().0
    }

    /// m, keys.
    #[must_use]
    pub fn m(&self) -> usize {
        self.keep.shape().1
    }

    /// d_v, columns of the output.
    #[must_use]
    pub fn d_v(&self) -> usize {
        self.plain.get(Name::V).cols()
    }
}
