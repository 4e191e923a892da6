//! The special functions on four numbers, operation for operation as in their scalar files.

use super::Vector;
use crate::kernels::normal::{ABOVE, BELOW, DENSITY_AT_0};
use simd::exp::{HIGHEST, LN2_HIGH, LN2_LOW, LOG2_E, LOWEST, POLYNOMIAL, ROUNDER};

/// [`kernels::exp`](crate::kernels::exp()). What is too small for an `f32` is set to 0 without
/// being computed: a hidden key has −∞ here, and processors take several times as long to
/// compute a result that underflows.
#[inline(always)]
pub(super) fn exp<V: Vector>(x: V) -> V {
    let (zero, lowest) = (V::splat(0.0), V::splat(LOWEST));
    let inside = x.if_less(lowest, zero, x).smaller(V::splat(HIGHEST));
    x.if_less(lowest, zero, exp_inside(inside))
}

/// The same for numbers from 0 down.
#[inline(always)]
fn exp_falling<V: Vector>(x: V) -> V {
    exp_inside(x.larger(V::splat(LOWEST)))
}

/// The same from `LOWEST` to `HIGHEST`.
#[inline(always)]
fn exp_inside<V: Vector>(x: V) -> V {
    let n = round(x.mul(V::splat(LOG2_E)));
    let r = x
        .sub(n.mul(V::splat(LN2_HIGH)))
        .sub(n.mul(V::splat(LN2_LOW)));
    let q = horner(&POLYNOMIAL, r);
    let e_to_r = q.mul(r.mul(r)).add(r).add(V::splat(1.0));
    let half = round(n.mul(V::splat(0.5)));
    e_to_r.mul(half.pow2()).mul(n.sub(half).pow2())
}

/// Φ and φ of x as [`kernels::normal_cdf`](crate::kernels::normal_cdf()) and
/// [`kernels::normal_density`](crate::kernels::normal_density()) give them, with one exponential
/// for both; for x within ±`FARTHEST`.
#[inline(always)]
pub(super) fn normal<V: Vector>(x: V) -> (V, V) {
    let bell = exp_falling(x.mul(x).mul(V::splat(-0.5)));
    let z = x.abs();
    let tail = bell.mul(horner(&ABOVE, z).div(horner(&BELOW, z)));
    let cdf = x.if_less(V::splat(0.0), tail, V::splat(1.0).sub(tail));
    (cdf, bell.mul(V::splat(DENSITY_AT_0)))
}

/// σ and σ′ of x as [`kernels::sigmoid`](crate::kernels::sigmoid()) and
/// [`kernels::sigmoid_slope`](crate::kernels::sigmoid_slope()) give them.
#[inline(always)]
pub(super) fn sigmoid<V: Vector>(x: V) -> (V, V) {
    let (zero, one) = (V::splat(0.0), V::splat(1.0));
    let e = exp_falling(zero.sub(x.abs()));
    let s = one.div(one.add(e));
    let low = e.mul(s);
    (x.if_less(zero, low, s), low.mul(s))
}

/// `x` cut to −`limit` … `limit`.
#[inline(always)]
pub(super) fn clamp<V: Vector>(x: V, limit: f32) -> V {
    x.larger(V::splat(-limit)).smaller(V::splat(limit))
}

#[inline(always)]
fn round<V: Vector>(x: V) -> V {
    x.add(V::splat(ROUNDER)).sub(V::splat(ROUNDER))
}

/// The polynomial with these coefficients, highest power first.
#[inline(always)]
fn horner<V: Vector, const N: usize>(coefficients: &[f32; N], x: V) -> V {
    let mut sum = V::splat(coefficients[0]);
    for c in &coefficients[1..] {
        sum = sum.mul(x).add(V::splat(*c));
    }
    sum
}
