//! The lanes on plain Rust arrays: for every machine, and the reference for the other shims.

use super::lanes::{Vector, entry_points};
use super::{Activation, AdamStep, Normalizer, Start};
use crate::matrix::Matrix;
use crate::view::{View, ViewMut};

/// Four numbers side by side; compilers turn this into vector instructions where there are any.
#[derive(Clone, Copy)]
struct F32x4([f32; 4]);

impl F32x4 {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(f32, f32) -> f32) -> Self {
        let ([a, b, c, d], [e, g, h, i]) = (self.0, other.0);
        Self([f(a, e), f(b, g), f(c, h), f(d, i)])
    }
}

impl Vector for F32x4 {
    #[inline(always)]
    fn splat(x: f32) -> Self {
        Self([x; 4])
    }
    #[inline(always)]
    fn load(x: &[f32; 4]) -> Self {
        Self(*x)
    }
    #[inline(always)]
    fn store(self, out: &mut [f32; 4]) {
        *out = self.0;
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |x, y| x + y)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |x, y| x - y)
    }
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        self.zip(other, |x, y| x * y)
    }
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        self.zip(other, |x, y| x / y)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        Self(self.0.map(f32::sqrt))
    }
    #[inline(always)]
    fn larger(self, other: Self) -> Self {
        self.zip(other, |x, y| if x < y { y } else { x })
    }
    #[inline(always)]
    fn smaller(self, other: Self) -> Self {
        self.zip(other, |x, y| if y < x { y } else { x })
    }
    #[inline(always)]
    fn if_equal(self, other: Self, yes: Self, no: Self) -> Self {
        let pick = |l: usize| {
            if self.0[l] == other.0[l] {
                yes.0[l]
            } else {
                no.0[l]
            }
        };
        Self([pick(0), pick(1), pick(2), pick(3)])
    }
    #[inline(always)]
    fn if_less(self, other: Self, yes: Self, no: Self) -> Self {
        let pick = |l: usize| {
            if self.0[l] < other.0[l] {
                yes.0[l]
            } else {
                no.0[l]
            }
        };
        Self([pick(0), pick(1), pick(2), pick(3)])
    }
    #[inline(always)]
    fn abs(self) -> Self {
        Self(self.0.map(f32::abs))
    }
    #[inline(always)]
    fn bits_into_exponent(self) -> Self {
        Self(self.0.map(|x| f32::from_bits(x.to_bits() << 23)))
    }
}

entry_points!(F32x4);
