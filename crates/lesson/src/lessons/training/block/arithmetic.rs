//! How a number of a token's way comes about, written out with the numbers.

use super::symbols::{called, symbol};
use super::{BlockCell, Explanation, Formula, Part};
use crate::core::number::{operand, shortest, shown, subscript};

/// So many terms of a long sum are written before it is cut short.
pub const TERMS: usize = 6;

/// `symbol = terms = value` with `digits` places, no more than `most` terms of a sum.
#[must_use]
pub fn written(explanation: &Explanation, digits: u8, most: usize) -> String {
    let pen = Pen { digits, most };
    let (left, value) = (symbol(explanation.cell), pen.number(explanation.value));
    match pen.right(explanation) {
        Some(right) => format!("{left} = {right} = {value}"),
        None => format!("{left} = {value}"),
    }
}

/// Has the arithmetic of `formula` more terms than are written at first?
#[must_use]
pub fn is_long(formula: &Formula) -> bool {
    match formula {
        Formula::Sum(terms) | Formula::Largest(terms) => terms.len() > TERMS,
        Formula::Dot { left, .. } => left.len() > TERMS,
        _ => false,
    }
}

/// How numbers are written.
#[derive(Clone, Copy)]
struct Pen {
    digits: u8,
    most: usize,
}

impl Pen {
    fn number(self, value: f32) -> String {
        shown(value, self.digits)
    }

    /// In parentheses when negative.
    fn operand(self, value: f32) -> String {
        operand(value, self.digits)
    }

    /// What stands between the symbol and the value; `None` where nothing is computed.
    fn right(self, explanation: &Explanation) -> Option<String> {
        let number = |value: &f32| self.operand(*value);
        Some(match &explanation.formula {
            Formula::LookedUp { row, .. } => self.looked_up(explanation.cell, *row),
            Formula::Wave {
                position,
                component,
                width,
            } => wave(*position, *component, *width),
            Formula::Same(_) => symbol(*explanation.sources.first()?),
            Formula::Sum(terms) => self.list(terms.iter().map(number), " + "),
            Formula::Dot { left, right, bias } => self.dot(left, right, *bias),
            Formula::Norm { .. } => self.norm(&explanation.formula)?,
            Formula::Turned {
                pair,
                cos,
                sin,
                first,
            } => self.turned(*pair, [*cos, *sin], *first),
            Formula::Times(x, factor) => self.times(*x, *factor),
            Formula::Product(a, b) => self.between(*a, "·", *b),
            Formula::Masked { visible: false, .. } => return None,
            Formula::Masked { .. } => symbol(*explanation.sources.first()?),
            Formula::Penalised {
                score,
                slope,
                distance,
            } => {
                format!(
                    "{} − {}·{distance}",
                    self.operand(*score),
                    shown(*slope, self.digits + 2)
                )
            }
            Formula::Largest(terms) => {
                let terms = terms.iter().map(|value| self.number(*value));
                format!("max({})", self.list(terms, ", "))
            }
            Formula::Shifted { x, largest } => self.between(*x, " − ", *largest),
            Formula::Exp(x) => format!("exp({})", self.number(*x)),
            Formula::Share { exp, sum } => self.between(*exp, " / ", *sum),
            Formula::Activation { kind, x } => format!("{}({})", called(*kind), self.number(*x)),
        })
    }

    fn between(self, a: f32, sign: &str, b: f32) -> String {
        format!("{}{sign}{}", self.operand(a), self.operand(b))
    }

    /// Joined by `sign`, cut short when they are too many.
    fn list(self, terms: impl Iterator<Item = String>, sign: &str) -> String {
        let mut terms: Vec<String> = terms.collect();
        if terms.len() > self.most {
            terms.truncate(self.most);
            terms.push("…".to_owned());
        }
        terms.join(sign)
    }

    /// The row of the table it is read from: E(token) or P(position).
    fn looked_up(self, cell: BlockCell, row: usize) -> String {
        let table = if cell.part == Part::Position {
            "P"
        } else {
            "E"
        };
        format!("{table}({row}){}", subscript(cell.col + 1))
    }

    fn dot(self, left: &[f32], right: &[f32], bias: Option<f32>) -> String {
        let products = left
            .iter()
            .zip(right)
            .map(|(a, b)| self.between(*a, "·", *b));
        let sum = self.list(products, " + ");
        match bias {
            Some(bias) => format!("{} + {sum}", self.operand(bias)),
            None => sum,
        }
    }

    fn norm(self, formula: &Formula) -> Option<String> {
        let Formula::Norm {
            x,
            mean,
            variance,
            eps,
            gain,
            bias,
        } = formula
        else {
            return None;
        };
        let above = match mean {
            Some(mean) => format!("({} − {})", self.number(*x), self.operand(*mean)),
            None => self.operand(*x),
        };
        let below = format!("√({} + {})", self.number(*variance), shortest(*eps));
        let bias = bias.map(|bias| format!(" + {}", self.operand(bias)));
        Some(format!(
            "{above} / {below} · {}{}",
            self.operand(*gain),
            bias.unwrap_or_default()
        ))
    }

    fn turned(self, (a, b): (f32, f32), [cos, sin]: [f32; 2], first: bool) -> String {
        let (x, sign, y) = if first { (a, "−", b) } else { (b, "+", a) };
        format!(
            "{} {sign} {}",
            self.between(x, "·", cos),
            self.between(y, "·", sin)
        )
    }

    /// A factor 1/√d is written as what it is.
    fn times(self, x: f32, factor: f32) -> String {
        let d = 1.0 / (factor * factor);
        let x = self.operand(x);
        if factor == 1.0 {
            format!("{x}·1")
        } else if (d - d.round()).abs() < 1e-3 {
            format!("{x} / √{}", d.round())
        } else {
            format!("{x}·{}", operand(factor, self.digits + 2))
        }
    }
}

/// Vaswani et al. 2017, §3.5.
fn wave(position: usize, component: usize, width: usize) -> String {
    let (function, even) = match component % 2 {
        0 => ("sin", component),
        _ => ("cos", component - 1),
    };
    format!("{function}({position} / 10000^({even}/{width}))")
}

#[cfg(test)]
#[path = "arithmetic_tests.rs"]
mod tests;
