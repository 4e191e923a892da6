//! What a formula gives.

use super::Formula;
use attention::positions::sinusoidal;

impl Formula {
    /// The number, by the plainest arithmetic, each sum from left to right as the kernels take it:
    /// so it is the model's number to the last bit.
    #[must_use]
    pub fn evaluate(&self) -> f32 {
        match self {
            Self::LookedUp { value, .. } => *value,
            Self::Wave {
                position,
                component,
                width,
            } => wave(*position, *component, *width),
            Self::Same(x) => *x,
            Self::Sum(terms) => terms.iter().copied().reduce(|a, b| a + b).unwrap_or(0.0),
            Self::Dot { left, right, bias } => dot(left, right, bias.unwrap_or(0.0)),
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
            } => {
                if *first {
                    a * cos - b * sin
                } else {
                    b * cos + a * sin
                }
            }
            Self::Times(a, b) | Self::Product(a, b) => a * b,
            Self::Masked { score, visible } => {
                if *visible {
                    *score
                } else {
                    f32::NEG_INFINITY
                }
            }
            Self::Penalised {
                score,
                slope,
                distance,
            } => score - slope * *distance as f32,
            Self::Largest(terms) => largest(terms),
            Self::Shifted { x, largest } => shifted(*x, *largest),
            Self::Exp(x) => attention::exp(*x),
            Self::Share { sum, .. } if *sum == 0.0 => 0.0,
            Self::Share { exp, sum } => exp / sum,
            Self::Activation { kind, x } => kind.value(*x),
        }
    }
}

/// bias + left₁·right₁ + left₂·right₂ + …
fn dot(left: &[f32], right: &[f32], bias: f32) -> f32 {
    let products = left.iter().zip(right).map(|(a, b)| a * b);
    products.fold(bias, |sum, product| sum + product)
}

/// The largest; −∞ of none. NaN is passed over and −0 given as 0, as the kernel does.
fn largest(terms: &[f32]) -> f32 {
    let larger = |max, &x| if max < x { x } else { max };
    terms.iter().fold(f32::NEG_INFINITY, larger) + 0.0
}

/// x − largest, where −∞ stays −∞ and the largest becomes 0 whatever it is.
fn shifted(x: f32, largest: f32) -> f32 {
    match x {
        f32::NEG_INFINITY => x,
        _ if x == largest => 0.0,
        _ => x - largest,
    }
}

/// One number of the table, which is computed at set-up in f64; NaN where there is none.
fn wave(position: usize, component: usize, width: usize) -> f32 {
    let table = sinusoidal(position + 1, width);
    table.get(position, component).unwrap_or(f32::NAN)
}
