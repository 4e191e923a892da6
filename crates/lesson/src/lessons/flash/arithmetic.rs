//! A number's arithmetic, written out with what it was computed from:
//! `l₂ = 0.24·1.36 + 2.01 = 2.34`.

use super::address::At;
use super::step::Kind;
use super::walk::Walk;
use crate::core::expr::{self, Piece, Term};
use crate::core::number::indexed;
use crate::head::name::Name;

/// Writes the arithmetic of the number at `at` with `digits` places; nothing where there is none.
#[must_use]
pub fn written(walk: &Walk, at: At, digits: u8) -> Vec<Piece> {
    let (Some(rule), Some(step), Some(value)) =
        (walk.rule(at), walk.steps.get(at.step), walk.number(at))
    else {
        return vec![];
    };
    let of = Some(step.kind.hue());
    let left = vec![Piece::new(symbol(step.kind, at.row, at.col), of)];
    let result = Term { of, ..value.into() };
    expr::written(left, &rule, result, digits, usize::MAX)
}

/// The same as one string.
#[must_use]
pub fn text(walk: &Walk, at: At, digits: u8) -> String {
    expr::text(&written(walk, at, digits))
}

/// The symbol of a number with its subscripts, counted from 1: `s₂₁`, `m₂`.
#[must_use]
pub fn symbol(kind: Kind, row: usize, col: usize) -> String {
    let (letter, col) = match kind {
        Kind::Begin | Kind::Skip | Kind::Load => ("", None),
        Kind::Scores => ("s", Some(col)),
        Kind::TileMax => ("m̃", None),
        Kind::Max => ("m", None),
        Kind::Factor => ("c", None),
        Kind::Exp => ("p", Some(col)),
        Kind::Sum => ("l", None),
        Kind::Accumulate => ("O", Some(col)),
        Kind::Divide => ("o", Some(col)),
    };
    indexed(letter, row, col)
}

impl Kind {
    /// The matrix of the stepper whose colour numbers of this kind take.
    pub(super) const fn hue(self) -> Name {
        match self {
            Kind::Begin | Kind::Skip | Kind::Load | Kind::Scores => Name::Scores,
            Kind::TileMax | Kind::Max | Kind::Factor => Name::Max,
            Kind::Exp => Name::Exp,
            Kind::Sum => Name::Sum,
            Kind::Accumulate | Kind::Divide => Name::Output,
        }
    }
}
