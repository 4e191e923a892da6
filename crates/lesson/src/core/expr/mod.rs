//! How a number is computed, as data, with the very numbers it is computed from: whatever lesson it
//! stands in, it is [evaluated](Expr::evaluate), [written](written()), lit ([`Expr::cells`]) and sent
//! by this one description.

mod evaluate;
mod factor;
mod write;

pub use factor::Factor;
pub use write::{Piece, text, written};

use serde::{Deserialize, Serialize};

use super::table::{Cell, TableId};

/// A number that goes into another.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Term {
    /// What it is.
    pub value: f32,
    /// Where it stands, if it stands in a table.
    pub cell: Option<Cell>,
    /// The table whose colour it takes, if any.
    pub of: Option<TableId>,
}

impl Term {
    /// The number `value` in `cell`, in the colour of its table.
    #[must_use]
    pub const fn at(cell: Cell, value: f32) -> Term {
        Term {
            value,
            cell: Some(cell),
            of: Some(cell.name),
        }
    }
}

impl From<f32> for Term {
    /// A number that stands in no table.
    fn from(value: f32) -> Term {
        Term {
            value,
            cell: None,
            of: None,
        }
    }
}

/// What is added to a sum.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Addend {
    /// A number.
    One(Term),
    /// The product of two.
    Product(Term, Term),
}

/// How a number is computed, with the numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Expr {
    /// Typed: computed from nothing.
    Given(f32),
    /// Known without other numbers, and written like that: `E(3)₅`.
    Known(f32, String),
    /// The number of that symbol itself: it only changes its place.
    Same(Term, String),
    /// 0 where the key may be seen, −∞ where not.
    Mask {
        /// May it be seen?
        visible: bool,
        /// An inequality that a reader can check; empty where none says it.
        reason: String,
    },
    /// −∞, because a mask hides what would be computed from these.
    Hidden(Vec<Term>),
    /// a + b·c + …, begun with the first.
    Sum(Vec<Addend>),
    /// bias + a₁·b₁ + a₂·b₂ + …
    Dot {
        /// What the sum starts at; `None`: 0.
        bias: Option<Term>,
        /// What is multiplied.
        pairs: Vec<(Term, Term)>,
    },
    /// A sum, times the factor that scores are multiplied by.
    Scaled(Vec<Addend>, Factor),
    /// a − b; −∞ stays −∞.
    Minus(Term, Term),
    /// The largest of these; −∞ of none.
    Max(Vec<Term>),
    /// e to this power, or to that of the difference.
    Exp(Term, Option<Term>),
    /// a / b; 0 where b is 0, as there is nothing to share.
    Over(Term, Term),
    /// exp(a) / (exp(b) + …), over all scores of the row that may be seen.
    Softmax(Term, Vec<Term>),
    /// ALiBi (Press et al. 2021, §3): score − slope·distance.
    Penalised {
        /// The scaled score.
        score: f32,
        /// The head's penalty of one step.
        slope: f32,
        /// How many steps lie between query and key.
        distance: usize,
    },
    /// (x − mean) / √(variance + eps) · gain + bias (Ba et al. 2016, eq. 4). Without a mean it is
    /// RMSNorm, and `variance` the mean of squares (Zhang and Sennrich 2019, eq. 4).
    Norm {
        /// The number to be normalised.
        x: f32,
        /// The mean of its row, in LayerNorm.
        mean: Option<f32>,
        /// The mean square of its row's distances from the mean (RMSNorm: from 0).
        variance: f32,
        /// Added to the variance.
        eps: f32,
        /// Learned, multiplied with.
        gain: f32,
        /// Learned, added.
        bias: Option<f32>,
    },
    /// RoPE (Su et al. 2021, §3.4.2): the pair (a, b) turned by an angle is
    /// (a·cos − b·sin, b·cos + a·sin).
    Turned {
        /// a and b.
        pair: (f32, f32),
        /// The cosine of the angle.
        cos: f32,
        /// The sine of the angle.
        sin: f32,
        /// Is it the first of the turned pair, or the second?
        first: bool,
    },
    /// f(x) of a function that is only named here: the page does without the code of those of models.
    Function {
        /// What f is called.
        name: String,
        /// What it is applied to.
        x: f32,
        /// What it gives.
        value: f32,
    },
    /// What a reader put in the place of what the rule gives.
    Replaced(Box<Expr>, f32),
}

impl Expr {
    /// A weight of softmax: exp of a score over the sum of its row's, added in this order, the largest taken away
    /// first. The exponentials stand in no table; the one that is divided lights the score that it is of.
    #[must_use]
    pub fn weight(score: Term, row: impl Iterator<Item = Term> + Clone) -> Expr {
        let largest = row.clone().map(|own| own.value);
        let largest = largest.fold(f32::NEG_INFINITY, f32::max);
        let exp = |own: Term| Term {
            value: Expr::Exp(own, Some(largest.into())).evaluate(),
            ..own
        };
        let sum = row.fold(0.0, |sum, own| sum + exp(own).value);
        Expr::Over(exp(score), sum.into())
    }

    /// a·b
    #[must_use]
    pub fn product(a: impl Into<Term>, b: impl Into<Term>) -> Expr {
        Expr::Sum(vec![Addend::Product(a.into(), b.into())])
    }

    /// a₁ + a₂ + …
    pub fn sum<T: Into<Term>>(terms: impl IntoIterator<Item = T>) -> Expr {
        let one = |term: T| Addend::One(term.into());
        Expr::Sum(terms.into_iter().map(one).collect())
    }

    /// The numbers that may stand in tables, in the order in which they are written.
    #[must_use]
    pub fn terms(&self) -> Vec<Term> {
        match self {
            Expr::Same(a, _) | Expr::Exp(a, None) => vec![*a],
            Expr::Minus(a, b) | Expr::Over(a, b) | Expr::Exp(a, Some(b)) => vec![*a, *b],
            Expr::Hidden(terms) | Expr::Max(terms) => terms.clone(),
            Expr::Sum(addends) | Expr::Scaled(addends, _) => {
                addends.iter().flat_map(|addend| addend.terms()).collect()
            }
            Expr::Dot { bias, pairs } => {
                let products = pairs.iter().flat_map(|(a, b)| [*a, *b]);
                bias.iter().copied().chain(products).collect()
            }
            Expr::Replaced(rule, _) => rule.terms(),
            _ => vec![],
        }
    }

    /// The cells it is computed from.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.terms().into_iter().filter_map(|term| term.cell)
    }

    /// How many of a kind it joins: terms of a sum, or numbers of which the largest is taken. A number that was put in
    /// the place of another has the length of that one's rule, which is written before it.
    #[must_use]
    pub fn length(&self) -> usize {
        match self {
            Expr::Sum(addends) | Expr::Scaled(addends, _) => addends.len(),
            Expr::Dot { pairs, .. } => pairs.len(),
            Expr::Max(terms) => terms.len(),
            Expr::Replaced(rule, _) => rule.length(),
            _ => 1,
        }
    }
}

impl Addend {
    fn terms(self) -> Vec<Term> {
        match self {
            Addend::One(a) => vec![a],
            Addend::Product(a, b) => vec![a, b],
        }
    }
}
