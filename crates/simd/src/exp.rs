//! The exponential function, written out so that it gives the same bits on every machine.
//!
//! `f32::exp` calls the platform's library and differs in the last bit between a native build
//! and WebAssembly. This one uses only IEEE additions and multiplications.
//!
//! 1. Write eˣ = 2ⁿ · eʳ with n = round(x / ln 2), so that |r| ≤ ln 2 / 2 ≈ 0.347.
//! 2. eʳ ≈ a polynomial of degree 6 (Cody and Waite 1980, ch. 6, with fitted coefficients).
//! 3. 2ⁿ is put together from its bits.

/// Below this, eˣ is less than half the smallest positive `f32`: it rounds to 0.
pub const LOWEST: f32 = -104.0;
/// Above this, eˣ exceeds the largest `f32`: it is +∞.
pub const HIGHEST: f32 = 89.0;
/// 1 / ln 2.
pub const LOG2_E: f32 = core::f32::consts::LOG2_E;
/// 1.5 · 2²³. Numbers this large have no fraction bits, so adding it and
/// taking it away again rounds to the nearest whole number.
pub const ROUNDER: f32 = 12_582_912.0;
/// ln 2 in two parts: the first has so few bits that n times it is exact.
pub const LN2_HIGH: f32 = 355.0 / 512.0;
/// The rest of ln 2.
pub const LN2_LOW: f32 = -2.121_944_4e-4;
/// Coefficients of (eʳ − 1 − r) / r², highest power first.
pub const POLYNOMIAL: [f32; 5] = [
    1.386_279_8e-3,
    8.367_441e-3,
    4.166_725e-2,
    1.666_653_5e-1,
    0.5,
];
/// 2²³ + 127: added to a whole number n, the low bits of the result spell n + 127,
/// which is the exponent field of 2ⁿ.
pub const EXPONENT_BIAS: f32 = 8_388_735.0;

/// eˣ: at most 1 ulp from the true value on the whole range, and the same bits everywhere.
///
/// exp(−∞) = 0, exp(0) = 1, exp(+∞) = +∞, exp(NaN) = NaN; results below the smallest normal
/// `f32` are subnormal, not cut to 0.
#[must_use]
pub fn exp(x: f32) -> f32 {
    let x = if x < LOWEST { LOWEST } else { x };
    let x = if HIGHEST < x { HIGHEST } else { x };
    let n = round(x * LOG2_E);
    let r = (x - n * LN2_HIGH) - n * LN2_LOW;
    let q = POLYNOMIAL.iter().fold(0.0, |sum, c| sum * r + c);
    let e_to_r = q * (r * r) + r + 1.0;
    // Two steps, because 2ⁿ alone may be too large or too small for an f32 when the result is not.
    let half = round(n * 0.5);
    e_to_r * pow2(half) * pow2(n - half)
}

fn round(x: f32) -> f32 {
    (x + ROUNDER) - ROUNDER
}

/// 2ⁿ for a whole number −126 ≤ n ≤ 127.
fn pow2(n: f32) -> f32 {
    f32::from_bits((n + EXPONENT_BIAS).to_bits() << 23)
}
