//! The lanes on WebAssembly's 128-bit vectors.
//!
//! `target_feature` on each function, rather than a flag for the whole build, keeps the scalar
//! code scalar, so that the two can be compared in one page. WebAssembly checks a module before
//! running it, so these functions are safe to call without `unsafe`.

use super::lanes::{Vector, entry_points};
use super::{Activation, AdamStep, Normalizer, Start};
use crate::matrix::Matrix;
use crate::view::{View, ViewMut};
use core::arch::wasm32::{f32x4_sqrt, v128};

impl Vector for v128 {
    #[inline]
    #[target_feature(enable = "simd128")]
    fn sqrt(self) -> Self {
        f32x4_sqrt(self)
    }
}

entry_points!(v128, #[target_feature(enable = "simd128")]);
