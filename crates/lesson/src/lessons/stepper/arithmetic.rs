//! A cell's arithmetic, written out with its actual numbers:
//! `q₂·k₁ = 0.30·1.20 + (−0.50)·0.70 = 0.01`.

use attention::Scale;

use crate::core::number::{operand, shown, subscript};
use crate::head::document::{Document, MaskKind};
use crate::head::name::{Cell, Name};
use crate::head::rule::Rule;
use crate::head::trace::Trace;

/// A stretch of written arithmetic; `of` is the matrix its number or symbol belongs to, whose
/// colour it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// The matrix it names, if any.
    pub of: Option<Name>,
}

/// Writes the arithmetic of `cell` with `digits` places. An overridden cell shows what the rule
/// gives; that it was overridden is the view's to say.
pub fn written(document: &Document, trace: &Trace, cell: Cell, digits: u8) -> Vec<Piece> {
    let rule = Rule::of(document, cell);
    let mut line = Line {
        pieces: vec![],
        digits,
        trace,
    };
    line.left_side(cell, &rule);
    let result = rule.evaluate(trace).or(trace.value(cell)).unwrap_or(0.0);
    match &rule {
        Rule::Typed => line.plain(" = "),
        Rule::Mask(visible) => line.mask_reason(document, cell, *visible),
        rule => {
            line.plain(" = ");
            line.right_side(rule, document);
            line.plain(" = ");
        }
    }
    line.number(result, cell.name, false);
    line.pieces
}

/// The same as one string.
pub fn text(document: &Document, trace: &Trace, cell: Cell, digits: u8) -> String {
    written(document, trace, cell, digits)
        .into_iter()
        .map(|piece| piece.text)
        .collect()
}

/// A cell's symbol with its subscripts, counted from 1: `s₂₁`, `max₂`, `W_Q₁₂`; past 9 with a comma.
pub fn symbol(Cell { name, row, col }: Cell) -> String {
    let (i, j) = (subscript(row + 1), subscript(col + 1));
    match name {
        Name::Max | Name::Sum => format!("{}{i}", name.symbol()),
        name if row >= 9 || col >= 9 => format!("{}{i},{j}", name.symbol()),
        name => format!("{}{i}{j}", name.symbol()),
    }
}

struct Line<'a> {
    pieces: Vec<Piece>,
    digits: u8,
    trace: &'a Trace,
}

impl Line<'_> {
    fn plain(&mut self, text: &str) {
        self.pieces.push(Piece {
            text: text.into(),
            of: None,
        });
    }

    fn named(&mut self, text: String, name: Name) {
        self.pieces.push(Piece {
            text,
            of: Some(name),
        });
    }

    fn number(&mut self, value: f32, name: Name, as_operand: bool) {
        let write = if as_operand { operand } else { shown };
        self.named(write(value, self.digits), name);
    }

    fn value(&mut self, cell: Cell) {
        self.number(self.trace.value(cell).unwrap_or(0.0), cell.name, true);
    }

    fn left_side(&mut self, cell: Cell, rule: &Rule) {
        match *rule {
            Rule::RowTimesRow(left, right, _) => {
                self.named(
                    format!("{}{}", left.0.symbol(), subscript(left.1 + 1)),
                    left.0,
                );
                self.plain("·");
                self.named(
                    format!("{}{}", right.0.symbol(), subscript(right.1 + 1)),
                    right.0,
                );
            }
            _ => self.named(symbol(cell), cell.name),
        }
    }

    fn right_side(&mut self, rule: &Rule, document: &Document) {
        match *rule {
            Rule::RowTimesColumn(..) | Rule::RowTimesRow(..) => {
                for (t, (a, b)) in rule.products().enumerate() {
                    self.plain(if t == 0 { "" } else { " + " });
                    self.pair(a, "·", b);
                }
            }
            Rule::Times(a) => self.scaling(a, document),
            Rule::Plus(a, b) => self.pair(a, " + ", b),
            Rule::Minus(a, b) => self.pair(a, " − ", b),
            Rule::Over(a, b) => self.pair(a, " / ", b),
            Rule::Exp(a) => {
                self.plain("exp(");
                self.number(self.trace.value(a).unwrap_or(0.0), a.name, false);
                self.plain(")");
            }
            Rule::Largest(..) => {
                self.plain("max(");
                self.list(rule, ", ", false);
                self.plain(")");
            }
            Rule::Total(..) => self.list(rule, " + ", true),
            Rule::Typed | Rule::Mask(_) => {}
        }
    }

    fn pair(&mut self, a: Cell, sign: &str, b: Cell) {
        self.value(a);
        self.plain(sign);
        self.value(b);
    }

    fn list(&mut self, rule: &Rule, between: &str, as_operand: bool) {
        for (t, cell) in rule.sources().into_iter().enumerate() {
            self.plain(if t == 0 { "" } else { between });
            self.number(self.trace.value(cell).unwrap_or(0.0), cell.name, as_operand);
        }
    }

    fn scaling(&mut self, score: Cell, document: &Document) {
        self.value(score);
        match document.scale {
            Scale::SqrtDk => self.plain(&format!(" / √{}", document.d_k())),
            Scale::None => self.plain(" · 1"),
            Scale::By(factor) => self.plain(&format!(" · {}", operand(factor, self.digits))),
        }
    }

    /// Why a cell of the mask is 0 or −∞, as an inequality a reader can check.
    fn mask_reason(&mut self, document: &Document, cell: Cell, visible: bool) {
        let (i, j) = (cell.row + 1, cell.col + 1);
        let sign = if j <= i { "≤" } else { ">" };
        let reason = match &document.mask {
            _ if document.overrides.has(cell) => String::new(),
            MaskKind::Causal => format!("{j} {sign} {i}"),
            MaskKind::Window(w) if j <= i => {
                format!("{i} − {j} {} {w}", if visible { "<" } else { "≥" })
            }
            MaskKind::Window(_) => format!("{j} > {i}"),
            MaskKind::Prefix(p) if j <= *p => format!("{j} ≤ {p}"),
            MaskKind::Prefix(_) => format!("{j} {sign} {i}"),
            MaskKind::Padding(_) | MaskKind::None | MaskKind::Painted(_) => String::new(),
        };
        self.plain(if reason.is_empty() { " = " } else { ": " });
        if !reason.is_empty() {
            self.plain(&format!("{reason} → "));
        }
    }
}
