//! [`Vector`] on WebAssembly's 128-bit vectors.
//!
//! `target_feature` on each function, rather than a flag for the whole build, keeps scalar code in
//! the same module scalar. WebAssembly checks a module before running it, so these functions are
//! safe to call without `unsafe`.

use super::Vector;
#[cfg(target_feature = "relaxed-simd")]
use core::arch::wasm32::f32x4_relaxed_madd;
use core::arch::wasm32::{
    f32x4, f32x4_abs, f32x4_add, f32x4_div, f32x4_extract_lane, f32x4_gt, f32x4_mul, f32x4_pmax,
    f32x4_pmin, f32x4_splat, f32x4_sub, i32x4_max, i32x4_shl, i32x4_shuffle, v128, v128_bitselect,
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
    fn if_positive(self, yes: Self, no: Self) -> Self {
        v128_bitselect(yes, no, f32x4_gt(self, f32x4_splat(0.0)))
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn larger_bits(self, x: Self) -> Self {
        i32x4_max(self, f32x4_abs(x))
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
    #[inline]
    #[target_feature(enable = "simd128")]
    fn max(self) -> f32 {
        let pairs = f32x4_pmax(self, i32x4_shuffle::<2, 3, 0, 1>(self, self));
        let all = f32x4_pmax(pairs, i32x4_shuffle::<1, 0, 3, 2>(pairs, pairs));
        f32x4_extract_lane::<0>(all)
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
