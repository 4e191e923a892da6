//! The standard normal distribution, which the exact GELU asks for.
//!
//! Φ(x) is the share of a bell curve that lies left of x. Left of 0 it is the tail
//! Φ(−z) = e^(−z²/2) · R(z), where R, a Mills ratio divided by √2π, falls slowly from ½ like
//! 1/(z·√2π) and is very nearly a quotient of two polynomials: Cody 1969, "Rational Chebyshev
//! approximations for the error function", in this variable. The coefficients were fitted here, by
//! Lawson's reweighted least squares on the relative error over 0 ≤ z ≤ 14.5 with R(0) = ½ held:
//! 6·10⁻⁹, and 3·10⁻⁸ once rounded to `f32`. All are positive, so that nothing cancels.

use super::exp;

/// From here on φ is 0 in `f32`, and Φ is 0 or 1.
pub(super) const FARTHEST: f32 = 14.5;
/// 1/√2π
pub(super) const DENSITY_AT_0: f32 = 0.398_942_3;
/// The numerator of R, highest power first.
pub(super) const ABOVE: [f32; 5] = [
    4.085_739e-3,
    4.044_265e-2,
    1.826_924_7e-1,
    4.375_978_7e-1,
    0.5,
];
/// The denominator of R, highest power first.
pub(super) const BELOW: [f32; 6] = [
    1.024_130_6e-2,
    1.013_812_65e-1,
    4.680_311_7e-1,
    1.200_306_2,
    1.673_080_6,
    1.0,
];

/// φ(x) = e^(−x²/2) / √2π, the height of the bell curve.
///
/// At most 1.2·10⁻⁷·(1 + x²/2) of the true value from it. φ(±∞) = 0, φ(NaN) = NaN.
#[must_use]
pub fn normal_density(x: f32) -> f32 {
    bell(x) * DENSITY_AT_0
}

/// Φ(x), the area under the bell curve left of x: what a standard normal number stays below
/// with this probability.
///
/// At most 1.3·10⁻⁷ from the true value; left of 0 also at most 2.6·10⁻⁷·(1 + x²/2) of it, because
/// the exponential makes of the rounding of x²/2 a relative error. The same bits everywhere.
///
/// Φ(−∞) = 0, Φ(0) = ½ and Φ(∞) = 1, all exactly; Φ(NaN) = NaN.
///
/// ```
/// let within = |sigmas| attention::normal_cdf(sigmas) - attention::normal_cdf(-sigmas);
/// assert!((within(2.0) - 0.9545).abs() < 1e-4);
/// ```
#[must_use]
pub fn normal_cdf(x: f32) -> f32 {
    let z = x.abs();
    let z = if FARTHEST < z { FARTHEST } else { z };
    let horner = |sum, c| sum * z + c;
    let ratio = ABOVE.into_iter().fold(0.0, horner) / BELOW.into_iter().fold(0.0, horner);
    let tail = bell(z) * ratio;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// e^(−x²/2)
fn bell(x: f32) -> f32 {
    exp(x * x * -0.5)
}
