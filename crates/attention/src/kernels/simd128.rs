//! The lanes on WebAssembly's 128-bit vectors.
//!
//! `target_feature` on each function, rather than a flag for the whole build, keeps the scalar
//! code scalar, so that the two can be compared in one page. WebAssembly checks a module before
//! running it, so these functions are safe to call without `unsafe`.

use super::lanes::{Vector, entry_points};
use super::{Activation, AdamStep, Normalizer, Start};
use crate::matrix::Matrix;
use crate::view::{View, ViewMut};
use core::arch::wasm32::{
    f32x4, f32x4_abs, f32x4_add, f32x4_div, f32x4_eq, f32x4_extract_lane, f32x4_lt, f32x4_mul,
    f32x4_pmax, f32x4_pmin, f32x4_splat, f32x4_sqrt, f32x4_sub, i32x4_shl, v128, v128_bitselect,
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
    #[inline]
    #[target_feature(enable = "simd128")]
    fn sqrt(self) -> Self {
        f32x4_sqrt(self)
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
}

entry_points!(v128, #[target_feature(enable = "simd128")]);
