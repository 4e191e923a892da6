//! By which rule each number of a walk is computed.

use super::Walk;
use crate::core::expr::{Addend, Expr, Factor, Term};
use crate::head::name::{Cell, Name};
use crate::lessons::flash::address::{At, Source};
use crate::lessons::flash::shown::Part;
use crate::lessons::flash::step::Kind;

impl Walk {
    /// How that number is computed; `None` where the step computes no such number. Its cells are those
    /// of Q, K and V, and of the [parts](Part::table) of the figure.
    #[must_use]
    pub fn rule(&self, at: At) -> Option<Expr> {
        let step = self.steps.get(at.step)?;
        step.number(at.row, at.col)?;
        let before = |kind: Kind, col: usize, start: f32| {
            let found = self.last(kind, at.step);
            let found = found.map(|step| Source::Step(At { step, col, ..at }));
            self.term(found.unwrap_or(Source::Start(start)))
        };
        let per_query = |kind, start| before(kind, 0, start);
        let maximum = || per_query(Kind::Max, f32::NEG_INFINITY);
        let rescaled = |old| Addend::Product(per_query(Kind::Factor, 0.0), old);
        // Scores and exponentials that are read belong to the same tile.
        let row = |kind: Kind| step.keys.clone().map(move |key| before(kind, key, 0.0));
        Some(match step.kind {
            Kind::Begin | Kind::Skip | Kind::Load => return None,
            Kind::Scores => self.score(at),
            Kind::TileMax => Expr::Max(row(Kind::Scores).collect()),
            Kind::Max => Expr::Max(vec![maximum(), per_query(Kind::TileMax, f32::NEG_INFINITY)]),
            Kind::Factor => Expr::Exp(self.maximum_before(at), Some(maximum())),
            Kind::Exp => Expr::Exp(before(Kind::Scores, at.col, 0.0), Some(maximum())),
            Kind::Sum => {
                let old = rescaled(per_query(Kind::Sum, 0.0));
                let added = row(Kind::Exp).map(Addend::One);
                Expr::Sum(std::iter::once(old).chain(added).collect())
            }
            Kind::Accumulate => {
                let old = rescaled(before(Kind::Accumulate, at.col, 0.0));
                let value = |key| self.input(Cell::new(Name::V, key, at.col));
                let pairs = row(Kind::Exp).zip(step.keys.clone().map(value));
                let added = pairs.map(|(p, v)| Addend::Product(p, v));
                Expr::Sum(std::iter::once(old).chain(added).collect())
            }
            Kind::Divide => Expr::Over(
                before(Kind::Accumulate, at.col, 0.0),
                per_query(Kind::Sum, 0.0),
            ),
        })
    }

    fn score(&self, at: At) -> Expr {
        let d_k = self.plain.get(Name::Q).cols();
        let pair = |t| {
            [
                self.input(Cell::new(Name::Q, at.row, t)),
                self.input(Cell::new(Name::K, at.col, t)),
            ]
        };
        let pairs = (0..d_k).map(pair);
        if !self.sees(at.row, at.col) {
            return Expr::Hidden(pairs.flatten().collect());
        }
        let products = pairs.map(|[q, k]| Addend::Product(q, k)).collect();
        Expr::Scaled(products, Factor::chosen(self.scale, d_k))
    }

    /// The running maximum as it was before the tile of `at`.
    fn maximum_before(&self, at: At) -> Term {
        let now = self.last(Kind::Max, at.step).unwrap_or(at.step);
        self.term(match self.last(Kind::Max, now) {
            Some(step) => Source::Step(At { step, col: 0, ..at }),
            None => Source::Start(f32::NEG_INFINITY),
        })
    }

    fn input(&self, cell: Cell) -> Term {
        Term::at(cell, self.plain.value(cell).unwrap_or(0.0))
    }

    /// What a source holds, where the figure has it.
    fn term(&self, source: Source) -> Term {
        let value = self.value(source);
        let kind = match source {
            Source::Step(at) => self.steps.get(at.step).map(|step| (step.kind, at)),
            Source::Start(_) => None,
        };
        let cell =
            |(kind, at): (Kind, At)| Some(Cell::new(Part::of(kind)?.table(), at.row, at.col));
        Term {
            value,
            cell: kind.and_then(cell),
            of: kind.map(|(kind, _)| kind.hue()),
        }
    }
}
