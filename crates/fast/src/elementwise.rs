//! Number by number: sums, and how large the largest is.

use crate::vector::{Map, Vector, load_part, store_part};

/// The largest |x|; NaN where one is NaN.
#[inline(always)]
pub fn magnitude<V: Vector>(x: &[f32]) -> f32 {
    most::<V>(&Same, x)
}

/// The same of scores and masks, whose −∞ counts as the lowest number.
#[inline(always)]
pub fn scores_magnitude<V: Vector>(x: &[f32]) -> f32 {
    most::<V>(&AtLeast(V::splat(f32::MIN)), x)
}

struct Same;
impl<V: Vector> Map<V> for Same {
    #[inline(always)]
    fn of(&self, x: V) -> V {
        x
    }
}

/// x, or the number if that is larger
struct AtLeast<V>(V);
impl<V: Vector> Map<V> for AtLeast<V> {
    #[inline(always)]
    fn of(&self, x: V) -> V {
        x.larger(self.0)
    }
}

/// The largest |f(x)|, by sixteen running ones, because each waits for the one before.
#[inline(always)]
fn most<V: Vector>(f: &impl Map<V>, x: &[f32]) -> f32 {
    let mut most = [V::splat(0.0); 4];
    let (vectors, rest) = x.as_chunks::<4>();
    let (fours, vectors) = vectors.as_chunks::<4>();
    for four in fours {
        for (most, x) in most.iter_mut().zip(four) {
            *most = most.larger_bits(f.of(V::load(x)));
        }
    }
    for x in vectors {
        most[0] = most[0].larger_bits(f.of(V::load(x)));
    }
    most[1] = most[1].larger_bits(f.of(load_part(rest, 0.0)));
    let [a, b, c, d] = most;
    let mut lanes = [0.0; 4];
    let all = a.larger_bits(b).larger_bits(c.larger_bits(d));
    all.store(&mut lanes);
    // The bits of numbers without a sign are in the order of the numbers, and NaN is above all.
    f32::from_bits(lanes.into_iter().map(f32::to_bits).fold(0, u32::max))
}

/// x + y·factor into x
#[inline(always)]
pub fn add_times<V: Vector>(x: &mut [f32], y: &[f32], factor: f32) {
    let factor = V::splat(factor);
    let (x, x_rest) = x.as_chunks_mut();
    let (y, y_rest) = y.as_chunks();
    for (x, y) in x.iter_mut().zip(y) {
        V::load(y).madd(factor, V::load(x)).store(x);
    }
    let rest = load_part::<V>(y_rest, 0.0).madd(factor, load_part(x_rest, 0.0));
    store_part(rest, x_rest);
}
