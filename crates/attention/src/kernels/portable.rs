//! The lanes on plain Rust arrays: for every machine, and the reference for the other vectors.

use super::lanes::{Sums, Vector, entry_points};
use super::packed::{Int8Panels, Panels};
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

/// Eight sums of whole numbers.
#[derive(Clone, Copy)]
struct I32x8([i32; 8]);

impl Sums for I32x8 {
    type Numbers = F32x4;

    #[inline(always)]
    fn zero() -> Self {
        Self([0; 8])
    }
    #[inline(always)]
    fn wide(pair: &[i8; 16]) -> [Self; 2] {
        let row = |t: usize| Self(std::array::from_fn(|j| i32::from(pair[2 * j + t])));
        [row(0), row(1)]
    }
    #[inline(always)]
    fn add_pair(self, x: [i16; 2], [upper, lower]: [Self; 2]) -> Self {
        let [x, y] = x.map(i32::from);
        Self(std::array::from_fn(|j| {
            self.0[j] + x * upper.0[j] + y * lower.0[j]
        }))
    }
    #[inline(always)]
    fn numbers(self) -> [F32x4; 2] {
        let [a, b, c, d, e, f, g, h] = self.0.map(|whole| whole as f32);
        [F32x4::load(&[a, b, c, d]), F32x4::load(&[e, f, g, h])]
    }
}

entry_points!(F32x4, I32x8);
