//! How each number of the walk is computed, as data: the walk is computed by it, the arithmetic is
//! written from it, and it says which cells to light.

use crate::head::name::Cell;

/// The address of a number of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The step that computed it.
    pub step: usize,
    /// The query, from 0.
    pub row: usize,
    /// The key or the dimension of V, from 0.
    pub col: usize,
}

/// Where a number that is read comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Source {
    /// A cell of Q, K or V.
    Input(Cell),
    /// What an earlier step computed.
    Step(At),
    /// What a query begins with, before its first tile: −∞ or 0.
    Start(f32),
}

/// The rule by which one number is computed from others.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// The products' sum times the scale factor; −∞ where the mask hides the key.
    Score {
        /// q and k, dimension by dimension.
        products: Vec<(Source, Source)>,
        /// The mask hides it.
        hidden: bool,
    },
    /// The largest.
    Largest(Vec<Source>),
    /// e to the power of the first minus the second.
    Exp(Source, Source),
    /// factor · old, then each term added.
    Total {
        /// By what the old one shrinks.
        factor: Source,
        /// The sum so far.
        old: Source,
        /// The tile's exponentials.
        terms: Vec<Source>,
    },
    /// factor · old, then each product added.
    Mixed {
        /// By what the old one shrinks.
        factor: Source,
        /// The output so far.
        old: Source,
        /// The tile's exponentials and V.
        products: Vec<(Source, Source)>,
    },
    /// The first divided by the second; 0 by 0 is 0.
    Over(Source, Source),
}

impl Rule {
    /// The numbers it reads, in the order of the written arithmetic.
    #[must_use]
    pub fn sources(&self) -> Vec<Source> {
        let both =
            |products: &[(Source, Source)]| products.iter().flat_map(|(a, b)| [*a, *b]).collect();
        match self {
            Rule::Score { products, .. } => both(products),
            Rule::Largest(terms) => terms.clone(),
            Rule::Exp(a, b) | Rule::Over(a, b) => vec![*a, *b],
            Rule::Total { factor, old, terms } => [*factor, *old]
                .into_iter()
                .chain(terms.iter().copied())
                .collect(),
            Rule::Mixed {
                factor,
                old,
                products,
            } => [*factor, *old].into_iter().chain(both(products)).collect(),
        }
    }

    /// What it gives, left to right in f32; `value` says what a source holds, `scale` is what scores
    /// are multiplied by.
    #[must_use]
    pub fn evaluate(&self, value: impl Fn(Source) -> f32, scale: f32) -> f32 {
        let product = |(a, b): &(Source, Source)| value(*a) * value(*b);
        let rescaled = |factor: &Source, old: &Source| value(*factor) * value(*old);
        match self {
            Rule::Score { hidden: true, .. } => f32::NEG_INFINITY,
            Rule::Score { products, .. } => products.iter().map(product).sum::<f32>() * scale,
            Rule::Largest(terms) => terms
                .iter()
                .map(|term| value(*term))
                .fold(f32::NEG_INFINITY, f32::max),
            Rule::Exp(a, b) => exp_of_difference(value(*a), value(*b)),
            Rule::Total { factor, old, terms } => terms
                .iter()
                .fold(rescaled(factor, old), |sum, term| sum + value(*term)),
            Rule::Mixed {
                factor,
                old,
                products,
            } => products
                .iter()
                .fold(rescaled(factor, old), |sum, pair| sum + product(pair)),
            Rule::Over(_, sum) if value(*sum) == 0.0 => 0.0,
            Rule::Over(a, b) => value(*a) / value(*b),
        }
    }
}

/// exp(a − max). −∞ − (−∞) would be NaN: a query that has seen nothing yet has nothing to rescale,
/// and a hidden key counts nothing, so both are 0. Scores that overflowed to the maximum itself are 1,
/// as in `attention::softmax`.
fn exp_of_difference(a: f32, max: f32) -> f32 {
    if a == f32::NEG_INFINITY {
        0.0
    } else if a == max {
        1.0
    } else {
        attention::exp(a - max)
    }
}
