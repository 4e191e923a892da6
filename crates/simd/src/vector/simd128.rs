//! [`Vector`] on WebAssembly's 128-bit vectors.
//!
//! `target_feature` on each function, rather than a flag for the whole build, keeps scalar code in
//! the same module scalar. WebAssembly checks a module before running it, so these functions are
//! safe to call without `unsafe`.

use super::Vector;
#[cfg(target_feature = "relaxed-simd")]
use core::arch::wasm32::f32x4_relaxed_madd;
use core::arch::wasm32::{
    f32x4, f32x4_abs, f32x4_add, f32x4_div, f32x4_eq, f32x4_extract_lane, f32x4_lt, f32x4_mul,
    f32x4_pmax, f32x4_pmin, f32x4_splat, f32x4_sub, i32x4_extract_lane, i32x4_max, i32x4_shl,
    i32x4_shuffle, i32x4_splat, u32x4_all_true, u32x4_extract_lane, u32x4_min, v128, v128_and,
    v128_bitselect,
};

impl Vector for v128 {
    #[inline]
    #[target_feature(enable = "simd128")]
    fn splat(x: f32) -> Self {
        f32x4_splat(x)
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn load(x: &[f32; 4]) -> Self {
        f32x4(x[0], x[1], x[2], x[3])
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn store(self, out: &mut [f32; 4]) {
        *out = [
            f32x4_extract_lane::<0>(self),
            f32x4_extract_lane::<1>(self),
            f32x4_extract_lane::<2>(self),
            f32x4_extract_lane::<3>(self),
        ];
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn add(self, other: Self) -> Self {
        f32x4_add(self, other)
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn sub(self, other: Self) -> Self {
        f32x4_sub(self, other)
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn mul(self, other: Self) -> Self {
        f32x4_mul(self, other)
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn div(self, other: Self) -> Self {
        f32x4_div(self, other)
    }
    #[cfg(not(target_feature = "relaxed-simd"))]
    #[inline]
    #[target_feature(enable = "simd128")]
    fn madd(self, factor: Self, summand: Self) -> Self {
        f32x4_add(f32x4_mul(self, factor), summand)
    }
    #[cfg(target_feature = "relaxed-simd")]
    #[inline]
    #[target_feature(enable = "simd128,relaxed-simd")]
    fn madd(self, factor: Self, summand: Self) -> Self {
        f32x4_relaxed_madd(self, factor, summand)
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn larger(self, other: Self) -> Self {
        f32x4_pmax(self, other)
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn smaller(self, other: Self) -> Self {
        f32x4_pmin(self, other)
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn if_equal(self, other: Self, yes: Self, no: Self) -> Self {
        v128_bitselect(yes, no, f32x4_eq(self, other))
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn if_less(self, other: Self, yes: Self, no: Self) -> Self {
        v128_bitselect(yes, no, f32x4_lt(self, other))
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn abs(self) -> Self {
        f32x4_abs(self)
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn bits_into_exponent(self) -> Self {
        i32x4_shl(self, 23)
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn sum(self) -> f32 {
        let pairs = f32x4_add(self, i32x4_shuffle::<2, 3, 0, 1>(self, self));
        f32x4_extract_lane::<0>(pairs) + f32x4_extract_lane::<1>(pairs)
    }
    /// By whole numbers: LLVM makes four instructions of [`f32x4_pmax`] where one side was loaded.
    #[inline]
    #[target_feature(enable = "simd128")]
    fn largest(row: &[[f32; 4]], x: f32) -> f32 {
        let mut most = i32x4_splat(x.to_bits().cast_signed());
        let mut least = most;
        for x in row {
            most = i32x4_max(most, Self::load(x));
            least = u32x4_min(least, Self::load(x));
        }
        // Bits of numbers ≥ 0 are in the order of the numbers, and below 0 when read with a sign; among
        // numbers < 0 the fewest bits are those nearest to 0.
        let most = i32x4_max(most, i32x4_shuffle::<2, 3, 0, 1>(most, most));
        let most = i32x4_extract_lane::<0>(most).max(i32x4_extract_lane::<1>(most));
        let least = u32x4_min(least, i32x4_shuffle::<2, 3, 0, 1>(least, least));
        let least = u32x4_extract_lane::<0>(least).min(u32x4_extract_lane::<1>(least));
        f32::from_bits(if most < 0 {
            least
        } else {
            most.cast_unsigned()
        })
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn are_scores(row: &[[f32; 4]]) -> bool {
        let mut all = i32x4_splat(-1);
        for x in row {
            all = v128_and(all, f32x4_lt(Self::load(x), f32x4_splat(f32::INFINITY)));
        }
        u32x4_all_true(all)
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn transposed([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        let (ab_low, ab_high) = (
            i32x4_shuffle::<0, 4, 1, 5>(a, b),
            i32x4_shuffle::<2, 6, 3, 7>(a, b),
        );
        let (cd_low, cd_high) = (
            i32x4_shuffle::<0, 4, 1, 5>(c, d),
            i32x4_shuffle::<2, 6, 3, 7>(c, d),
        );
        [
            i32x4_shuffle::<0, 1, 4, 5>(ab_low, cd_low),
            i32x4_shuffle::<2, 3, 6, 7>(ab_low, cd_low),
            i32x4_shuffle::<0, 1, 4, 5>(ab_high, cd_high),
            i32x4_shuffle::<2, 3, 6, 7>(ab_high, cd_high),
        ]
    }
}
