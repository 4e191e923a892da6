//! The activations and their slopes, four at a time.

use super::elementwise::padded;
use super::{Vector, functions};
use crate::kernels::Activation;
use crate::kernels::activation::{CUBIC, GELU_TANH_FARTHEST, SILU_FARTHEST, TWO_SQRT_2_OVER_PI};
use crate::kernels::normal::FARTHEST;

/// [`scalar::activate`](crate::kernels::scalar::activate), four at a time. One loop per function:
/// the question which one is asked once, not at every cell. Value and slope share the
/// exponential, which is most of the work.
#[inline(always)]
pub(in crate::kernels) fn activate<V: Vector>(
    f: Activation,
    x: &[f32],
    out: &mut [f32],
    slope: &mut [f32],
) {
    match f {
        Activation::Relu => map::<V>(x, out, slope, Relu),
        Activation::Gelu => map::<V>(x, out, slope, Gelu),
        Activation::GeluTanh => map::<V>(x, out, slope, GeluTanh),
        Activation::Silu => map::<V>(x, out, slope, Silu),
    }
}

/// A function with its slope. A trait for the reason given at
/// [`Cellwise`](super::elementwise).
trait Sloped<V: Vector> {
    /// (f(x), f′(x))
    fn of(&self, x: V) -> (V, V);
}

struct Relu;

impl<V: Vector> Sloped<V> for Relu {
    #[inline(always)]
    fn of(&self, x: V) -> (V, V) {
        let zero = V::splat(0.0);
        // NaN alone is not equal to itself.
        let flat = x.if_equal(x, zero, x);
        (x.larger(zero), zero.if_less(x, V::splat(1.0), flat))
    }
}

struct Gelu;

impl<V: Vector> Sloped<V> for Gelu {
    #[inline(always)]
    fn of(&self, x: V) -> (V, V) {
        let near = functions::clamp(x, FARTHEST);
        let (cdf, density) = functions::normal(near);
        let value = x.larger(V::splat(-FARTHEST)).mul(cdf);
        (value, cdf.add(near.mul(density)))
    }
}

struct GeluTanh;

impl<V: Vector> Sloped<V> for GeluTanh {
    #[inline(always)]
    fn of(&self, x: V) -> (V, V) {
        let near = functions::clamp(x, GELU_TANH_FARTHEST);
        let (gate, gate_slope) = functions::sigmoid(two_u(near));
        let value = x.larger(V::splat(-GELU_TANH_FARTHEST)).mul(gate);
        let slope = near.mul(gate_slope).mul(two_u_slope(near));
        (value, gate.add(slope))
    }
}

/// 2√(2/π)·(x + 0.044715x³)
#[inline(always)]
fn two_u<V: Vector>(x: V) -> V {
    let cube = x.mul(x).mul(x);
    let sum = x.add(cube.mul(V::splat(CUBIC)));
    sum.mul(V::splat(TWO_SQRT_2_OVER_PI))
}

/// 2√(2/π)·(1 + 3·0.044715x²)
#[inline(always)]
fn two_u_slope<V: Vector>(x: V) -> V {
    let square = x.mul(x).mul(V::splat(3.0 * CUBIC));
    let sum = square.add(V::splat(1.0));
    sum.mul(V::splat(TWO_SQRT_2_OVER_PI))
}

struct Silu;

impl<V: Vector> Sloped<V> for Silu {
    #[inline(always)]
    fn of(&self, x: V) -> (V, V) {
        let near = functions::clamp(x, SILU_FARTHEST);
        let (gate, gate_slope) = functions::sigmoid(near);
        let value = x.larger(V::splat(-SILU_FARTHEST)).mul(gate);
        (value, gate.add(near.mul(gate_slope)))
    }
}

/// Value and slope of each number; the last one to three are padded to a full vector.
#[inline(always)]
fn map<V: Vector>(x: &[f32], out: &mut [f32], slope: &mut [f32], f: impl Sloped<V>) {
    let (xs, x_tail) = x.as_chunks();
    let (outs, out_tail) = out.as_chunks_mut();
    let (slopes, slope_tail) = slope.as_chunks_mut();
    for ((x, out), slope) in xs.iter().zip(outs).zip(slopes) {
        let (value, rise) = f.of(V::load(x));
        value.store(out);
        rise.store(slope);
    }
    let (mut last, mut last_slope) = (padded(x_tail), [0.0; 4]);
    let (value, rise) = f.of(V::load(&last));
    value.store(&mut last);
    rise.store(&mut last_slope);
    let last = last.into_iter().zip(last_slope);
    for ((out, slope), last) in out_tail.iter_mut().zip(slope_tail).zip(last) {
        (*out, *slope) = last;
    }
}
