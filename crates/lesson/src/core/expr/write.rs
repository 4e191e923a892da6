//! A number's arithmetic, written out with the actual numbers:
//! `q₂·k₁ = 0.30·1.20 + (−0.50)·0.70 = 0.01`.

use super::{Addend, Expr, Factor, Term};
use crate::core::number::{enough, operand, shortest, shown};
use crate::core::table::TableId;

/// A stretch of written arithmetic.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The text.
    pub text: String,
    /// The table that its number or symbol belongs to, whose colour it takes.
    pub of: Option<TableId>,
}

impl Piece {
    /// A symbol or a sign.
    pub fn new(text: impl Into<String>, of: Option<TableId>) -> Piece {
        let text = text.into();
        Piece { text, of }
    }
}

/// All of it as one string.
#[must_use]
pub fn text(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.text.as_str()).collect()
}

/// `left = expr = result` with `digits` places, no more than `most` terms of a sum. What a reader put in
/// the place of a number follows it: `left = expr = by the rule → result`.
#[must_use]
pub fn written(left: Vec<Piece>, expr: &Expr, result: Term, digits: u8, most: usize) -> Vec<Piece> {
    let mut pen = Pen {
        pieces: left,
        digits,
        most,
    };
    pen.before_result(expr, result.of);
    pen.number(result, shown);
    pen.pieces
}

/// How a number is written: [`shown`], or as an [`operand`] in parentheses when negative.
type Write = fn(f32, u8) -> String;

struct Pen {
    pieces: Vec<Piece>,
    digits: u8,
    most: usize,
}

impl Pen {
    fn plain(&mut self, text: &str) {
        self.pieces.push(Piece::new(text, None));
    }

    fn number(&mut self, term: impl Into<Term>, write: Write) {
        let Term { value, of, .. } = term.into();
        self.pieces.push(Piece::new(write(value, self.digits), of));
    }

    /// All that stands between the symbol and the result, whose colour is `of`.
    fn before_result(&mut self, expr: &Expr, of: Option<TableId>) {
        match expr {
            Expr::Given(_) | Expr::Hidden(_) => self.plain(" = "),
            Expr::Mask { reason, .. } if reason.is_empty() => self.plain(" = "),
            Expr::Mask { reason, .. } => self.plain(&format!(": {reason} → ")),
            Expr::Replaced(rule, _) => {
                self.before_result(rule, of);
                let value = rule.evaluate();
                self.number(Term { of, ..value.into() }, shown);
                self.plain(" → ");
            }
            _ => {
                self.plain(" = ");
                self.right_side(expr);
                self.plain(" = ");
            }
        }
    }

    fn right_side(&mut self, expr: &Expr) {
        match expr {
            Expr::Given(_) | Expr::Hidden(_) | Expr::Mask { .. } | Expr::Replaced(..) => {}
            Expr::Known(_, name) => self.plain(name),
            Expr::Same(term, symbol) => self.pieces.push(Piece::new(symbol, term.of)),
            Expr::Sum(addends) => self.sum(addends),
            Expr::Dot { bias, pairs } => {
                if let Some(bias) = bias {
                    self.number(*bias, operand);
                    self.plain(" + ");
                }
                self.list(pairs, " + ", |pen, (a, b)| pen.between(*a, "·", *b));
            }
            Expr::Scaled(addends, factor) => self.scaled(addends, *factor),
            Expr::Minus(a, b) => self.between(*a, " − ", *b),
            Expr::Over(a, b) => self.between(*a, " / ", *b),
            Expr::Max(terms) => {
                self.plain("max(");
                self.list(terms, ", ", |pen, term| pen.number(*term, shown));
                self.plain(")");
            }
            Expr::Exp(a, b) => {
                self.call("exp", *a);
                if let Some(b) = b {
                    self.plain(" − ");
                    self.number(*b, operand);
                }
                self.plain(")");
            }
            Expr::Softmax(score, row) => {
                self.call("exp", *score);
                self.plain(") / (");
                self.list(row, " + ", |pen, own| {
                    pen.call("exp", *own);
                    pen.plain(")");
                });
                self.plain(")");
            }
            Expr::Function { name, x, .. } => {
                self.call(name, (*x).into());
                self.plain(")");
            }
            Expr::Penalised {
                score,
                slope,
                distance,
            } => {
                self.number(*score, operand);
                let slope = shown(*slope, self.digits + 2);
                self.plain(&format!(" − {slope}·{distance}"));
            }
            Expr::Turned {
                pair: (a, b),
                cos,
                sin,
                first,
            } => {
                let (x, sign, y) = if *first {
                    (a, " − ", b)
                } else {
                    (b, " + ", a)
                };
                self.between(*x, "·", *cos);
                self.plain(sign);
                self.between(*y, "·", *sin);
            }
            Expr::Norm { .. } => self.norm(expr),
        }
    }

    fn between(&mut self, a: impl Into<Term>, sign: &str, b: impl Into<Term>) {
        self.number(a, operand);
        self.plain(sign);
        self.number(b, operand);
    }

    /// The function with its first number, still open.
    fn call(&mut self, name: &str, x: Term) {
        self.plain(&format!("{name}("));
        self.number(x, shown);
    }

    /// Joined by `sign`, cut short when they are too many.
    fn list<T>(&mut self, items: &[T], sign: &str, each: impl Fn(&mut Pen, &T)) {
        for (place, item) in items.iter().take(self.most).enumerate() {
            self.plain(if place == 0 { "" } else { sign });
            each(self, item);
        }
        if items.len() > self.most {
            self.plain(sign);
            self.plain("…");
        }
    }

    fn sum(&mut self, addends: &[Addend]) {
        self.list(addends, " + ", |pen, addend| match addend {
            Addend::One(a) => pen.number(*a, operand),
            Addend::Product(a, b) => pen.between(*a, "·", *b),
        });
    }

    fn scaled(&mut self, addends: &[Addend], factor: Factor) {
        if let [Addend::One(_)] = addends {
            self.sum(addends);
        } else {
            self.plain("(");
            self.sum(addends);
            self.plain(")");
        }
        let digits = self.digits;
        self.plain(&match factor {
            Factor::Root { d, .. } => format!(" / √{d}"),
            Factor::One => " · 1".to_owned(),
            Factor::Chosen(factor) => format!(" · {}", operand(factor, enough(factor, digits))),
            Factor::Fixed(1.0) => "·1".to_owned(),
            Factor::Fixed(factor) => format!("·{}", operand(factor, digits + 2)),
        });
    }

    fn norm(&mut self, expr: &Expr) {
        let Expr::Norm {
            x,
            mean,
            variance,
            eps,
            gain,
            bias,
        } = expr
        else {
            return;
        };
        let (number, operand) = (|x| shown(x, self.digits), |x| operand(x, self.digits));
        let above = match mean {
            Some(mean) => format!("({} − {})", number(*x), operand(*mean)),
            None => operand(*x),
        };
        let below = format!("√({} + {})", number(*variance), shortest(*eps));
        let bias = bias.map_or(String::new(), |bias| format!(" + {}", operand(bias)));
        self.plain(&format!("{above} / {below} · {}{bias}", operand(*gain)));
    }
}
