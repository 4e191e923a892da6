//! The functions between the two projections of an MLP, each with its slope beside it.
//!
//! All but ReLU are x times a gate between 0 and 1 that opens as x grows; so their slopes are
//! gate + x·gate′.
//!
//! All take the limit at ±∞ (where x·0 would be NaN, x is first cut to where the gate has shut),
//! so that no finite or infinite x gives NaN; NaN given is NaN returned.

use super::normal::{FARTHEST, normal_cdf, normal_density};
use super::sigmoid::{sigmoid, sigmoid_slope};

/// 2·√(2/π)
pub(super) const TWO_SQRT_2_OVER_PI: f32 = 1.595_769;
/// The weight of x³ inside the tanh of GELU.
pub(super) const CUBIC: f32 = 0.044_715;
/// From here on the gate of [`Activation::GeluTanh`] is 0 or 1 in `f32`, and its slope 0.
pub(super) const GELU_TANH_FARTHEST: f32 = 11.0;
/// The same of [`Activation::Silu`].
pub(super) const SILU_FARTHEST: f32 = 104.0;

/// What an MLP does to each number between its two projections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Activation {
    /// max(0, x) (Vaswani et al. 2017, §3.3).
    Relu,
    /// x·Φ(x), Φ being the normal distribution (Hendrycks and Gimpel 2016, §2; BERT).
    Gelu,
    /// ½x·(1 + tanh(√(2/π)·(x + 0.044715x³))), the same paper's approximation (GPT-2's `gelu_new`).
    GeluTanh,
    /// x·σ(x) with σ(x) = 1/(1 + e⁻ˣ): the gate of SwiGLU (Hendrycks and Gimpel 2016, §2; Llama).
    Silu,
}

impl Activation {
    /// f(x)
    ///
    /// ```
    /// use attention::Activation;
    /// assert_eq!(Activation::Relu.value(-3.0), 0.0);
    /// assert_eq!(Activation::Gelu.value(100.0), 100.0);
    /// ```
    #[must_use]
    pub fn value(self, x: f32) -> f32 {
        match self {
            Self::Relu => relu(x),
            Self::Gelu => gelu(x),
            Self::GeluTanh => gelu_tanh(x),
            Self::Silu => silu(x),
        }
    }

    /// f′(x); for [`Activation::Relu`], which has a corner at 0, it is 0 there, as in PyTorch.
    #[must_use]
    pub fn slope(self, x: f32) -> f32 {
        match self {
            Self::Relu => relu_slope(x),
            Self::Gelu => gelu_slope(x),
            Self::GeluTanh => gelu_tanh_slope(x),
            Self::Silu => silu_slope(x),
        }
    }
}

/// max(0, x)
fn relu(x: f32) -> f32 {
    if x < 0.0 { 0.0 } else { x }
}

/// max(0, x) rises with slope 1 right of 0.
fn relu_slope(x: f32) -> f32 {
    match x {
        _ if 0.0 < x => 1.0,
        _ if x.is_nan() => x,
        _ => 0.0,
    }
}

/// x·Φ(x)
fn gelu(x: f32) -> f32 {
    at_least(-FARTHEST, x) * normal_cdf(x)
}

/// (x·Φ(x))′ = Φ(x) + x·φ(x), because φ is the slope of Φ.
fn gelu_slope(x: f32) -> f32 {
    let x = x.clamp(-FARTHEST, FARTHEST);
    normal_cdf(x) + x * normal_density(x)
}

/// ½x·(1 + tanh u) = x·σ(2u) with u = √(2/π)·(x + 0.044715x³)
///
/// ½(1 + tanh u) is σ(2u), written so because 1 + tanh u has no digits left where tanh u is near −1.
fn gelu_tanh(x: f32) -> f32 {
    at_least(-GELU_TANH_FARTHEST, x) * sigmoid(two_u(x))
}

/// (x·σ(2u))′ = σ(2u) + x·σ′(2u)·(2u)′
fn gelu_tanh_slope(x: f32) -> f32 {
    let x = x.clamp(-GELU_TANH_FARTHEST, GELU_TANH_FARTHEST);
    sigmoid(two_u(x)) + x * sigmoid_slope(two_u(x)) * two_u_slope(x)
}

/// 2u = 2√(2/π)·(x + 0.044715x³)
fn two_u(x: f32) -> f32 {
    TWO_SQRT_2_OVER_PI * (x + CUBIC * (x * x * x))
}

/// (2u)′ = 2√(2/π)·(1 + 3·0.044715x²)
fn two_u_slope(x: f32) -> f32 {
    TWO_SQRT_2_OVER_PI * (1.0 + 3.0 * CUBIC * (x * x))
}

/// x·σ(x)
fn silu(x: f32) -> f32 {
    at_least(-SILU_FARTHEST, x) * sigmoid(x)
}

/// (x·σ(x))′ = σ(x) + x·σ′(x)
fn silu_slope(x: f32) -> f32 {
    let x = x.clamp(-SILU_FARTHEST, SILU_FARTHEST);
    sigmoid(x) + x * sigmoid_slope(x)
}

/// The larger of the two, NaN if `x` is (which `f32::max` would hide).
fn at_least(lowest: f32, x: f32) -> f32 {
    if x < lowest { lowest } else { x }
}
