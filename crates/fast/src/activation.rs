//! Functions of one number, by way of 2ˣ.

use crate::exp2::{Exp2, LOG2_E};
use simd::vector::{Map, Vector, map};

/// GELU in its tanh form, x·σ(2u) with u = √(2/π)·(x + 0.044715·x³) (Hendrycks and Gimpel 2016).
#[inline(always)]
pub fn gelu<V: Vector>(x: &[f32], out: &mut [f32]) {
    const ROOT: f32 = 0.797_884_6;
    let f = Gelu {
        exp2: Exp2::new(),
        one: V::splat(1.0),
        linear: V::splat(-2.0 * LOG2_E * ROOT),
        cubic: V::splat(-2.0 * LOG2_E * ROOT * 0.044_715),
    };
    map(&f, x, out);
}

struct Gelu<V> {
    exp2: Exp2<V>,
    one: V,
    linear: V,
    cubic: V,
}

impl<V: Vector> Map<V> for Gelu<V> {
    /// x / (1 + e^−2u)
    #[inline(always)]
    fn of(&self, x: V) -> V {
        let exponent = x.mul(x).madd(self.cubic, self.linear).mul(x);
        x.div(self.exp2.of_any(exponent).add(self.one))
    }
}

/// φ of linear attention: elu(x) + 1 (Katharopoulos et al. 2020, eq. 7).
#[inline(always)]
pub fn feature<V: Vector>(x: &[f32], out: &mut [f32]) {
    let f = Feature {
        exp2: Exp2::new(),
        one: V::splat(1.0),
        log2_e: V::splat(LOG2_E),
    };
    map(&f, x, out);
}

struct Feature<V> {
    exp2: Exp2<V>,
    one: V,
    log2_e: V,
}

impl<V: Vector> Map<V> for Feature<V> {
    /// x + 1 where x > 0, eˣ elsewhere
    #[inline(always)]
    fn of(&self, x: V) -> V {
        let (above, below) = (x.add(self.one), self.exp2.of_any(x.mul(self.log2_e)));
        V::splat(0.0).if_less(x, above, below)
    }
}
