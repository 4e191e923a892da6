//! What the tests share: seeded numbers, exact comparison, one test per backend.
#![allow(dead_code, reason = "every test binary uses a part of this")]

pub mod models;
#[path = "../../../simd/tests/common/ulp.rs"]
pub mod ulp;
pub mod waiting;

use attention::Matrix;

/// Half the distance between 1 and the next f32: the largest relative error of one rounding.
pub const UNIT_ROUNDOFF: f64 = 1.0 / 16_777_216.0;

/// Every `step`-th f32 of either sign up to ±`end`, dense near 0, subnormal numbers included.
pub fn sweep(end: f32, step: usize) -> impl Iterator<Item = f32> {
    let bits = (0..=end.to_bits()).step_by(step);
    bits.flat_map(|bits| [f32::from_bits(bits), -f32::from_bits(bits)])
}

/// Lengths on both sides of one, two and more vectors of four, and the empty one.
pub const LENGTHS: std::ops::RangeInclusive<usize> = 0..=40;

/// Instantiates `fn body(Backend)` once per backend, so that a failure names its backend,
/// as a native test and, on wasm32, as a browser test.
#[macro_export]
macro_rules! for_each_backend {
    ($($body:ident),* $(,)?) => {
        $crate::for_each_backend!(@ scalar, Scalar, $($body)*);
        $crate::for_each_backend!(@ lanes, Lanes, $($body)*);
        #[cfg(target_arch = "wasm32")]
        $crate::for_each_backend!(@ simd128, Simd128, $($body)*);
    };
    (@ $module:ident, $backend:ident, $($body:ident)*) => {
        mod $module {
            $(
                #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
                #[cfg_attr(not(target_arch = "wasm32"), test)]
                fn $body() {
                    super::$body(attention::Backend::$backend);
                }
            )*
        }
    };
}

/// The same sequence of numbers on every machine (Knuth's MMIX generator).
pub struct Seeded(pub u64);

impl Seeded {
    /// A number in [−4, 4), a multiple of 2⁻²¹.
    pub fn number(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / 2_097_152.0 - 4.0
    }

    /// A matrix of such numbers.
    pub fn matrix(&mut self, rows: usize, cols: usize) -> Matrix {
        Matrix::from_fn(rows, cols, |_, _| self.number())
    }
}

/// The bits of every cell, so that −0 differs from 0 and NaN equals itself.
pub fn bits(x: &Matrix) -> Vec<u32> {
    x.data().iter().map(|x| x.to_bits()).collect()
}

/// Same shape, same bits.
#[track_caller]
pub fn assert_same_bits(found: &Matrix, wanted: &Matrix, what: &str) {
    assert_eq!(found.shape(), wanted.shape(), "{what}: shape");
    assert_eq!(
        bits(found),
        bits(wanted),
        "{what}: {found:?} is not {wanted:?}"
    );
}

/// A single row.
pub fn row(values: &[f32]) -> Matrix {
    Matrix::from_fn(1, values.len(), |_, j| values[j])
}
