//! What an expression gives.

use super::{Addend, Expr, Term};

impl Expr {
    /// The number, by the plainest arithmetic, each sum from left to right as the kernels take it.
    #[must_use]
    pub fn evaluate(&self) -> f32 {
        match self {
            Self::Given(value)
            | Self::Known(value, _)
            | Self::Same(Term { value, .. }, _)
            | Self::Function { value, .. }
            | Self::Replaced(_, value) => *value,
            Self::Mask { visible: true, .. } => 0.0,
            Self::Mask { .. } | Self::Hidden(_) => f32::NEG_INFINITY,
            Self::Sum(addends) => sum(addends),
            Self::Dot { bias, pairs } => {
                let start = bias.map_or(0.0, |bias| bias.value);
                let products = pairs.iter().map(|(a, b)| a.value * b.value);
                products.fold(start, |sum, product| sum + product)
            }
            Self::Scaled(addends, factor) => sum(addends) * factor.value(),
            Self::Minus(a, b) => minus(a.value, b.value),
            Self::Max(terms) => largest(terms),
            Self::Exp(a, None) => attention::exp(a.value),
            Self::Exp(a, Some(b)) => attention::exp(minus(a.value, b.value)),
            Self::Over(_, sum) if sum.value == 0.0 => 0.0,
            Self::Over(a, sum) => a.value / sum.value,
            Self::Softmax(score, row) => Self::weight(*score, row.iter().copied()).evaluate(),
            Self::Penalised {
                score,
                slope,
                distance,
            } => score - slope * *distance as f32,
            Self::Norm {
                x,
                mean,
                variance,
                eps,
                gain,
                bias,
            } => {
                // As the kernel does it: times 1/√…, which is kept for the way back.
                let normal = (x - mean.unwrap_or(0.0)) * (1.0 / (variance + eps).sqrt());
                bias.map_or(normal * gain, |bias| normal * gain + bias)
            }
            Self::Turned {
                pair: (a, b),
                cos,
                sin,
                first,
            } => match first {
                true => a * cos - b * sin,
                false => b * cos + a * sin,
            },
        }
    }
}

fn sum(addends: &[Addend]) -> f32 {
    let value = |addend: &Addend| match addend {
        Addend::One(a) => a.value,
        Addend::Product(a, b) => a.value * b.value,
    };
    let values = addends.iter().map(value);
    values.reduce(|sum, one| sum + one).unwrap_or(0.0)
}

/// The largest; −∞ of none. NaN is passed over and −0 given as 0, as the kernel does.
fn largest(terms: &[Term]) -> f32 {
    let larger = |max, x: &Term| if max < x.value { x.value } else { max };
    terms.iter().fold(f32::NEG_INFINITY, larger) + 0.0
}

/// a − b, where −∞ stays −∞ (a query that sees nothing has no largest score, and −∞ − −∞ would be NaN)
/// and a − a is 0 whatever it is (scores may overflow to the largest itself).
fn minus(a: f32, b: f32) -> f32 {
    match a {
        f32::NEG_INFINITY => a,
        _ if a == b => 0.0,
        _ => a - b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: f32 = f32::NEG_INFINITY;

    fn minus(a: f32, b: f32) -> Expr {
        Expr::Minus(a.into(), b.into())
    }

    #[test]
    fn a_query_that_sees_nothing_gives_no_nan() {
        let exp = Expr::Exp(NONE.into(), Some(NONE.into()));
        let share = Expr::Over(0.0.into(), 0.0.into());
        let found = [minus(NONE, NONE), exp, share, Expr::Max(vec![])];
        assert_eq!(found.map(|expr| expr.evaluate()), [NONE, 0.0, 0.0, NONE]);
    }

    #[test]
    fn zeros_have_the_sign_that_kernels_give_them() {
        let none = Expr::Dot {
            bias: None,
            pairs: vec![((-1.0).into(), 0.0.into())],
        };
        for positive in [none, Expr::Max(vec![(-0.0).into()]), minus(-0.0, 0.0)] {
            assert_eq!(positive.evaluate().to_bits(), 0, "{positive:?}");
        }
        for negative in [Expr::product(-1.0, 0.0), Expr::sum([-0.0, -0.0])] {
            assert_eq!(negative.evaluate().to_bits(), (-0.0_f32).to_bits());
        }
    }

    #[test]
    fn sums_run_from_left_to_right_and_overflow_is_its_own_largest() {
        assert_eq!(Expr::sum([1e8, 1.0, -1e8]).evaluate(), 0.0);
        assert_eq!(minus(f32::INFINITY, f32::INFINITY).evaluate(), 0.0);
        let most = Expr::Max([f32::NAN, 2.0, 1.0].map(Term::from).to_vec());
        assert_eq!(most.evaluate(), 2.0);
    }
}
