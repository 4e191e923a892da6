//! The lanes on WebAssembly's 128-bit vectors.
//!
//! `target_feature` on each function, rather than a flag for the whole build, keeps the scalar
//! code scalar, so that the two can be compared in one page. WebAssembly checks a module before
//! running it, so these functions are safe to call without `unsafe`.

use super::lanes::{Sums, Vector, entry_points};
use super::packed::{Int8Panels, Panels};
use super::{Activation, AdamStep, Normalizer, Start};
use crate::matrix::Matrix;
use crate::view::{View, ViewMut};
use core::arch::wasm32::{
    f32x4_convert_i32x4, f32x4_sqrt, i8x16, i16x8_extend_high_i8x16, i16x8_extend_low_i8x16,
    i32x4_add, i32x4_dot_i16x8, i32x4_splat, v128,
};

impl Vector for v128 {
    #[inline]
    #[target_feature(enable = "simd128")]
    fn sqrt(self) -> Self {
        f32x4_sqrt(self)
    }
}

/// Eight sums of whole numbers, four in a vector.
#[derive(Clone, Copy)]
struct I32x8([v128; 2]);

impl Sums for I32x8 {
    type Numbers = v128;

    #[inline]
    #[target_feature(enable = "simd128")]
    fn zero() -> Self {
        Self([i32x4_splat(0); 2])
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn wide(pair: &[i8; 16]) -> [Self; 2] {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *pair;
        let pair = i8x16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
        let (low, high) = (i16x8_extend_low_i8x16(pair), i16x8_extend_high_i8x16(pair));
        [Self([low, high]), Self::zero()]
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn add_pair(self, x: [i16; 2], [Self(wide), _]: [Self; 2]) -> Self {
        let both = u32::from(x[0].cast_unsigned()) | u32::from(x[1].cast_unsigned()) << 16;
        let x = i32x4_splat(both.cast_signed());
        let add = |half: usize| i32x4_add(self.0[half], i32x4_dot_i16x8(wide[half], x));
        Self([add(0), add(1)])
    }
    #[inline]
    #[target_feature(enable = "simd128")]
    fn numbers(self) -> [v128; 2] {
        self.0.map(|whole| f32x4_convert_i32x4(whole))
    }
}

entry_points!(v128, I32x8, #[target_feature(enable = "simd128")]);
