//! By which rule each number of a walk is computed.

use std::ops::Range;

use super::Walk;
use crate::head::name::{Cell, Name};
use crate::lessons::flash::rule::{At, Rule, Source};
use crate::lessons::flash::step::Kind;

impl Walk {
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
}
