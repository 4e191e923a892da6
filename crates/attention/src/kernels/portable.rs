//! The lanes on plain Rust arrays: for every machine, and the reference for the other vectors.

use super::lanes::{Vector, entry_points};
use super::{Activation, AdamStep, Normalizer, Start};
use crate::matrix::Matrix;
use crate::view::{View, ViewMut};
use simd::{F32x4, Vector as _};

impl Vector for F32x4 {
    #[inline(always)]
    fn sqrt(self) -> Self {
        let mut lanes = [0.0; 4];
        self.store(&mut lanes);
        Self::load(&lanes.map(f32::sqrt))
    }
}

entry_points!(F32x4);
