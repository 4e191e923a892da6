//! Layer norm.

use simd::vector::{Map, Vector, load_part, map, store_part};

/// Each row of `gain.len()`: (x − mean) / √(variance + eps) · gain + bias (Ba et al. 2016).
#[inline(always)]
pub fn layer_norm<V: Vector>(x: &[f32], gain: &[f32], bias: &[f32], eps: f32, out: &mut [f32]) {
    let cols = gain.len();
    let one_over = 1.0 / cols as f32;
    for (x, out) in x.chunks_exact(cols).zip(out.chunks_exact_mut(cols)) {
        let mean = sum::<V>(&Same, x) * one_over;
        let deviation = Minus(V::splat(mean));
        map(&deviation, x, out);
        let variance = sum::<V>(&Square, out) * one_over;
        let factor = 1.0 / libm::sqrtf(variance + eps);
        gain_and_bias::<V>(V::splat(factor), gain, bias, out);
    }
}

struct Same;
impl<V: Vector> Map<V> for Same {
    #[inline(always)]
    fn of(&self, x: V) -> V {
        x
    }
}

struct Square;
impl<V: Vector> Map<V> for Square {
    #[inline(always)]
    fn of(&self, x: V) -> V {
        x.mul(x)
    }
}

/// x − the number
struct Minus<V>(V);
impl<V: Vector> Map<V> for Minus<V> {
    #[inline(always)]
    fn of(&self, x: V) -> V {
        x.sub(self.0)
    }
}

/// The sum of f(x), in sixteen running sums, because each addition waits for the one before.
#[inline(always)]
fn sum<V: Vector>(f: &impl Map<V>, x: &[f32]) -> f32 {
    let mut sums = [V::splat(0.0); 4];
    let (vectors, rest) = x.as_chunks::<4>();
    let (fours, vectors) = vectors.as_chunks::<4>();
    for four in fours {
        for (sum, x) in sums.iter_mut().zip(four) {
            *sum = sum.add(f.of(V::load(x)));
        }
    }
    for x in vectors {
        sums[0] = sums[0].add(f.of(V::load(x)));
    }
    let [a, b, c, d] = sums;
    let rest = f.of(load_part(rest, 0.0));
    a.add(b).add(c.add(d)).add(rest).sum()
}

/// x · factor · gain + bias, in place.
#[inline(always)]
fn gain_and_bias<V: Vector>(factor: V, gain: &[f32], bias: &[f32], x: &mut [f32]) {
    let (x, x_rest) = x.as_chunks_mut();
    let (gain, gain_rest) = gain.as_chunks();
    let (bias, bias_rest) = bias.as_chunks();
    for ((x, gain), bias) in x.iter_mut().zip(gain).zip(bias) {
        let normal = V::load(x).mul(factor);
        normal.madd(V::load(gain), V::load(bias)).store(x);
    }
    let normal = load_part::<V>(x_rest, 0.0).mul(factor);
    let rest = normal.madd(load_part(gain_rest, 0.0), load_part(bias_rest, 0.0));
    store_part(rest, x_rest);
}
