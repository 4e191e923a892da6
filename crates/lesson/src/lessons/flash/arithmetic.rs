//! A number's arithmetic, written out with what it was computed from:
//! `l₂ = 0.24·1.36 + 2.01 = 2.34`.

use attention::Scale;

use super::rule::{At, Rule, Source};
use super::step::Kind;
use super::walk::Walk;
use crate::core::number::{operand, shown, subscript};
use crate::head::name::Name;
pub use crate::lessons::stepper::arithmetic::Piece;

/// Writes the arithmetic of the number at `at` with `digits` places; nothing where there is none.
#[must_use]
pub fn written(walk: &Walk, at: At, digits: u8) -> Vec<Piece> {
    let (Some(rule), Some(step), Some(value)) =
        (walk.rule(at), walk.steps.get(at.step), walk.number(at))
    else {
        return vec![];
    };
    let mut line = Line {
        walk,
        digits,
        pieces: vec![],
    };
    line.named(symbol(step.kind, at.row, at.col), hue(step.kind));
    line.plain(" = ");
    if !matches!(rule, Rule::Score { hidden: true, .. }) {
        line.right_side(&rule);
        line.plain(" = ");
    }
    line.named(shown(value, digits), hue(step.kind));
    line.pieces
}

/// The same as one string.
#[must_use]
pub fn text(walk: &Walk, at: At, digits: u8) -> String {
    let pieces = written(walk, at, digits);
    pieces.into_iter().map(|piece| piece.text).collect()
}

/// The symbol of a number with its subscripts, counted from 1: `s₂₁`, `m₂`.
#[must_use]
pub fn symbol(kind: Kind, row: usize, col: usize) -> String {
    let (letter, per_query) = match kind {
        Kind::Begin | Kind::Skip | Kind::Load => ("", true),
        Kind::Scores => ("s", false),
        Kind::TileMax => ("m̃", true),
        Kind::Max => ("m", true),
        Kind::Factor => ("c", true),
        Kind::Exp => ("p", false),
        Kind::Sum => ("l", true),
        Kind::Accumulate => ("O", false),
        Kind::Divide => ("o", false),
    };
    let (i, j) = (subscript(row + 1), subscript(col + 1));
    match (per_query, row >= 9 || col >= 9) {
        (true, _) => format!("{letter}{i}"),
        (false, true) => format!("{letter}{i},{j}"),
        (false, false) => format!("{letter}{i}{j}"),
    }
}

/// The matrix of the stepper whose colour numbers of this kind take.
const fn hue(kind: Kind) -> Name {
    match kind {
        Kind::Begin | Kind::Skip | Kind::Load | Kind::Scores => Name::Scores,
        Kind::TileMax | Kind::Max | Kind::Factor => Name::Max,
        Kind::Exp => Name::Exp,
        Kind::Sum => Name::Sum,
        Kind::Accumulate | Kind::Divide => Name::Output,
    }
}

struct Line<'a> {
    walk: &'a Walk,
    digits: u8,
    pieces: Vec<Piece>,
}

impl Line<'_> {
    fn plain(&mut self, text: &str) {
        let text = text.to_owned();
        self.pieces.push(Piece { text, of: None });
    }

    fn named(&mut self, text: String, of: Name) {
        self.pieces.push(Piece { text, of: Some(of) });
    }

    fn value(&mut self, source: Source, write: fn(f32, u8) -> String) {
        let text = write(self.walk.value(source), self.digits);
        match source {
            Source::Input(cell) => self.named(text, cell.name),
            Source::Step(at) => self.named(text, hue(self.walk.steps[at.step].kind)),
            Source::Start(_) => self.plain(&text),
        }
    }

    fn product(&mut self, a: Source, b: Source) {
        self.value(a, operand);
        self.plain("·");
        self.value(b, operand);
    }

    fn right_side(&mut self, rule: &Rule) {
        match rule {
            Rule::Score { products, .. } => self.score(products),
            Rule::Largest(terms) => {
                self.plain("max(");
                self.joined(terms, ", ", shown);
                self.plain(")");
            }
            Rule::Exp(a, b) => {
                self.plain("exp(");
                self.value(*a, shown);
                self.plain(" − ");
                self.value(*b, operand);
                self.plain(")");
            }
            Rule::Total { factor, old, terms } => {
                self.product(*factor, *old);
                self.plain(" + ");
                self.joined(terms, " + ", operand);
            }
            Rule::Mixed {
                factor,
                old,
                products,
            } => {
                self.product(*factor, *old);
                self.products(products, true);
            }
            Rule::Over(a, b) => {
                self.value(*a, operand);
                self.plain(" / ");
                self.value(*b, operand);
            }
        }
    }

    fn score(&mut self, products: &[(Source, Source)]) {
        self.plain("(");
        self.products(products, false);
        self.plain(")");
        match self.walk.scale {
            Scale::SqrtDk => self.plain(&format!(" / √{}", products.len())),
            Scale::None => self.plain(" · 1"),
            Scale::By(factor) => self.plain(&format!(" · {}", operand(factor, self.digits))),
        }
    }

    fn products(&mut self, products: &[(Source, Source)], after_some: bool) {
        for (t, (a, b)) in products.iter().enumerate() {
            self.plain(if t > 0 || after_some { " + " } else { "" });
            self.product(*a, *b);
        }
    }

    fn joined(&mut self, terms: &[Source], between: &str, write: fn(f32, u8) -> String) {
        for (t, term) in terms.iter().enumerate() {
            self.plain(if t == 0 { "" } else { between });
            self.value(*term, write);
        }
    }
}
