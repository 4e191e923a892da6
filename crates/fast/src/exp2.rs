//! 2ˣ on vectors, for numbers that softmax meets: quicker than [`simd::exp()`], and good to 2 ulp.

use core::hint::black_box;
use simd::vector::Vector;

/// log₂ e: eˣ = 2^(x·log₂ e).
pub const LOG2_E: f32 = core::f32::consts::LOG2_E;

/// Where 2ˣ is set to 0: below 2⁻¹²⁶ `f32` has no full precision.
pub const LOWEST: f32 = -127.0;
/// From here on 2ˣ is +∞.
const HIGHEST: f32 = 128.0;
/// 1.5·2²³ + 127. A number this large has no fraction bits, so adding it rounds to a whole number n,
/// and the low bits of the sum spell n + 127: the exponent of 2ⁿ.
const ROUNDER: f32 = 12_583_039.0;
/// 2ʳ ≈ 1 + r·(c₀ + c₁r + … + c₄r⁴) for |r| ≤ ½, the largest relative error 9.2·10⁻⁸ made as small as
/// it can be (Remez 1934). The 1 is exact, so that the largest weight of a row is.
#[allow(
    clippy::approx_constant,
    reason = "fitted, and not the derivative at 0"
)]
const POLYNOMIAL: [f32; 5] = [
    0.693_147,
    0.240_222_42,
    0.055_507_336,
    0.009_671_513,
    0.001_326_472_7,
];

/// 2ˣ, with its constants held in vectors.
#[derive(Clone, Copy)]
pub struct Exp2<V> {
    lowest: V,
    rounder: V,
    one: V,
    polynomial: [V; 5],
}

impl<V: Vector> Exp2<V> {
    /// To be made outside of the loop. The compiler is not shown where the numbers come from: it
    /// would put them back into the loop, and there V8 builds each anew (measured: half as fast).
    #[inline(always)]
    pub fn new() -> Self {
        let [lowest, rounder, one] = *black_box(&[LOWEST, ROUNDER, 1.0]);
        let [a, b, c, d, e] = *black_box(&POLYNOMIAL);
        Self {
            lowest: V::splat(lowest),
            rounder: V::splat(rounder),
            one: V::splat(one),
            polynomial: [
                V::splat(a),
                V::splat(b),
                V::splat(c),
                V::splat(d),
                V::splat(e),
            ],
        }
    }

    /// 2ˣ for x < 128: 2ⁿ·2ʳ with n = round(x); 0 below −126.5; for NaN it may be any number.
    #[inline(always)]
    pub fn of(&self, x: V) -> V {
        self.within(x.larger(self.lowest))
    }

    /// 2ˣ for −127 ≤ x < 128; 0 for −127.
    #[inline(always)]
    pub fn within(&self, x: V) -> V {
        let spelt = x.add(self.rounder);
        let r = x.sub(spelt.sub(self.rounder));
        let [a, b, c, d, e] = self.polynomial;
        let fraction = e
            .madd(r, d)
            .madd(r, c)
            .madd(r, b)
            .madd(r, a)
            .madd(r, self.one);
        fraction.mul(spelt.bits_into_exponent())
    }

    /// 2ˣ for any x.
    #[inline(always)]
    pub fn of_any(&self, x: V) -> V {
        self.of(x.smaller(V::splat(HIGHEST)))
    }
}
