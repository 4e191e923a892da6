//! The logistic function, the gate of SiLU and, in disguise, of GELU's tanh form.

use super::exp;

/// σ(x) = 1/(1 + e⁻ˣ), which rises from 0 to 1.
///
/// Left of 0 it is written eˣ/(1 + eˣ), the same number: so the exponential never overflows, and
/// small values keep their digits: at most 3 ulp from the true value, and the same bits everywhere.
/// σ(−∞) = 0, σ(0) = ½, σ(∞) = 1, σ(NaN) = NaN.
///
/// ```
/// assert_eq!(attention::sigmoid(0.0), 0.5);
/// ```
#[must_use]
pub fn sigmoid(x: f32) -> f32 {
    let e = exp(-x.abs());
    let s = 1.0 / (1.0 + e);
    if x < 0.0 { e * s } else { s }
}

/// σ′(x) = σ(x)·(1 − σ(x)) = e^(−|x|) / (1 + e^(−|x|))², at most 5 ulp from the true value.
///
/// σ′(±∞) = 0, σ′(NaN) = NaN.
#[must_use]
pub fn sigmoid_slope(x: f32) -> f32 {
    let e = exp(-x.abs());
    let s = 1.0 / (1.0 + e);
    e * s * s
}
