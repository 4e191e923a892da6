//! The whole walk, computed.

use std::ops::Range;

use attention::{Keep, Matrix, Scale, ShapeError};

use super::rule::{At, Rule, Source};
use super::step::{Kind, Step};
use super::tile::{Tile, blocks};
use crate::document::Document;
use crate::name::{Cell, Name};
use crate::trace::Trace;

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
        for queries in blocks(document.n(), walk.tile.queries) {
            walk.block(&queries);
        }
        Ok(walk)
    }

    /// All that is done for one block of queries.
    fn block(&mut self, queries: &Range<usize>) {
        self.push(Kind::Begin, queries, 0..0);
        for keys in blocks(self.m(), self.tile.keys) {
            if self.hidden(queries, &keys) {
                self.push(Kind::Skip, queries, keys);
                continue;
            }
            for kind in Kind::TILE {
                self.push(kind, queries, keys.clone());
            }
        }
        self.push(Kind::Divide, queries, 0..0);
    }

    /// Does one step: each of its numbers by its rule, from the numbers of the steps before.
    fn push(&mut self, kind: Kind, queries: &Range<usize>, keys: Range<usize>) {
        let step = self.steps.len();
        let columns = match kind {
            Kind::Begin | Kind::Skip | Kind::Load => 0..0,
            Kind::Scores | Kind::Exp => keys.clone(),
            Kind::TileMax | Kind::Max | Kind::Factor | Kind::Sum => 0..1,
            Kind::Accumulate | Kind::Divide => 0..self.d_v(),
        };
        let numbers = Matrix::zeros(queries.len(), columns.len());
        self.steps.push(Step {
            kind,
            queries: queries.clone(),
            keys,
            numbers,
        });
        let numbers = Matrix::from_fn(queries.len(), columns.len(), |i, j| {
            let (row, col) = (queries.start + i, columns.start + j);
            let rule = self.rule(At { step, row, col });
            rule.map_or(0.0, |rule| {
                rule.evaluate(|source| self.value(source), self.plain.factor)
            })
        });
        self.steps[step].numbers = numbers;
    }

    /// How that number is computed; `None` where the step computes no such number.
    #[must_use]
    pub fn rule(&self, at: At) -> Option<Rule> {
        let step = self.steps.get(at.step)?;
        step.number(at.row, at.col)?;
        let before = |kind: Kind, col: usize, start: f32| match self.last(kind, at.step) {
            Some(step) => Source::Step(At { step, col, ..at }),
            None => Source::Start(start),
        };
        let per_query = |kind, start| before(kind, 0, start);
        // Scores and exponentials that are read belong to the same tile.
        let row = |kind: Kind| step.keys.clone().map(move |key| before(kind, key, 0.0));
        Some(match step.kind {
            Kind::Begin | Kind::Skip | Kind::Load => return None,
            Kind::Scores => self.score(at),
            Kind::TileMax => Rule::Largest(row(Kind::Scores).collect()),
            Kind::Max => Rule::Largest(vec![
                per_query(Kind::Max, f32::NEG_INFINITY),
                per_query(Kind::TileMax, f32::NEG_INFINITY),
            ]),
            Kind::Factor => Rule::Exp(
                self.maximum_before(at),
                per_query(Kind::Max, f32::NEG_INFINITY),
            ),
            Kind::Exp => Rule::Exp(
                before(Kind::Scores, at.col, 0.0),
                per_query(Kind::Max, f32::NEG_INFINITY),
            ),
            Kind::Sum => Rule::Total {
                factor: per_query(Kind::Factor, 0.0),
                old: per_query(Kind::Sum, 0.0),
                terms: row(Kind::Exp).collect(),
            },
            Kind::Accumulate => Rule::Mixed {
                factor: per_query(Kind::Factor, 0.0),
                old: before(Kind::Accumulate, at.col, 0.0),
                products: row(Kind::Exp)
                    .zip(self.values(&step.keys, at.col))
                    .collect(),
            },
            Kind::Divide => Rule::Over(
                before(Kind::Accumulate, at.col, 0.0),
                per_query(Kind::Sum, 0.0),
            ),
        })
    }

    fn score(&self, at: At) -> Rule {
        let pair = |t| {
            (
                Source::Input(Cell::new(Name::Q, at.row, t)),
                Source::Input(Cell::new(Name::K, at.col, t)),
            )
        };
        Rule::Score {
            products: (0..self.plain.get(Name::Q).cols()).map(pair).collect(),
            hidden: self.keep.get(at.row, at.col) != Some(true),
        }
    }

    fn values(&self, keys: &Range<usize>, col: usize) -> impl Iterator<Item = Source> {
        keys.clone()
            .map(move |key| Source::Input(Cell::new(Name::V, key, col)))
    }

    /// The running maximum as it was before the tile of `at`.
    fn maximum_before(&self, at: At) -> Source {
        let now = self.last(Kind::Max, at.step).unwrap_or(at.step);
        match self.last(Kind::Max, now) {
            Some(step) => Source::Step(At { step, col: 0, ..at }),
            None => Source::Start(f32::NEG_INFINITY),
        }
    }

    /// The last step of that kind before `step`, for the same queries.
    #[must_use]
    pub fn last(&self, kind: Kind, step: usize) -> Option<usize> {
        let own = &self.steps.get(step)?.queries;
        let of_block = |before: &usize| self.steps[*before].queries == *own;
        (0..step)
            .rev()
            .take_while(of_block)
            .find(|before| self.steps[*before].kind == kind)
    }

    /// The step of that kind for the same queries, and where there is one for the same keys.
    #[must_use]
    pub fn near(&self, kind: Kind, at: usize) -> Option<usize> {
        let own = self.steps.get(at)?;
        let alike = |(_, step): &(usize, &Step)| step.kind == kind && step.queries == own.queries;
        let found = self.steps.iter().enumerate().filter(alike);
        found
            .min_by_key(|(step, other)| (other.keys != own.keys, step.abs_diff(at)))
            .map(|(step, _)| step)
    }

    /// The first step of the tile that query `row` and key `col` meet in.
    #[must_use]
    pub fn tile_at(&self, row: usize, col: usize) -> Option<usize> {
        let of_tile = |step: &Step| step.queries.contains(&row) && step.keys.contains(&col);
        self.steps.iter().position(of_tile)
    }

    /// What a source holds.
    #[must_use]
    pub fn value(&self, source: Source) -> f32 {
        match source {
            Source::Input(cell) => self.plain.value(cell).unwrap_or(0.0),
            Source::Step(at) => self.number(at).unwrap_or(0.0),
            Source::Start(value) => value,
        }
    }

    /// The number at that address, if there is one.
    #[must_use]
    pub fn number(&self, at: At) -> Option<f32> {
        self.steps.get(at.step)?.number(at.row, at.col)
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

    /// Whether the mask hides every key of the tile from every query of it.
    #[must_use]
    pub fn hidden(&self, queries: &Range<usize>, keys: &Range<usize>) -> bool {
        let sees = |i| keys.clone().any(|j| self.keep.get(i, j) == Some(true));
        !queries.clone().any(sees)
    }

    /// Whether query `row` may see key `col`.
    #[must_use]
    pub fn sees(&self, row: usize, col: usize) -> bool {
        self.keep.get(row, col) == Some(true)
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
