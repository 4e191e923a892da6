//! Softmax of rows: the largest number, the exponentials and their sum, the division.

use crate::exp2::Exp2;
use crate::online::Below;
use simd::vector::{Map, Vector, load_part, map, store_part};

/// The softmax of each row of `cols`. Gives false where a number is NaN or +∞.
#[inline(always)]
pub fn softmax<V: Vector>(cols: usize, x: &[f32], out: &mut [f32]) -> bool {
    let exp2 = Exp2::<V>::new();
    let mut fine = true;
    for (x, out) in x.chunks_exact(cols).zip(out.chunks_exact_mut(cols)) {
        let max = row_max::<V>(x);
        let (sum, are_scores) = exponentials::<V>(&exp2, x, max, out);
        fine &= are_scores;
        scale::<V>(if sum == 0.0 { 0.0 } else { 1.0 / sum }, out);
    }
    fine
}

/// The largest number of a row.
#[inline(always)]
pub fn row_max<V: Vector>(x: &[f32]) -> f32 {
    let (vectors, rest) = x.as_chunks::<4>();
    let most = rest.iter().fold(
        f32::NEG_INFINITY,
        |most, x| if most < *x { *x } else { most },
    );
    V::largest(vectors, most)
}

/// Is every number below +∞?
#[inline(always)]
pub fn are_scores<V: Vector>(x: &[f32]) -> bool {
    let (vectors, rest) = x.as_chunks::<4>();
    V::are_scores(vectors) & rest.iter().all(|x| *x < f32::INFINITY)
}

/// out = exp(x − max); zeros where all is −∞. Gives the sum, and whether all numbers were scores: neither
/// NaN nor +∞.
#[inline(always)]
pub fn exponentials<V: Vector>(
    exp2: &Exp2<V>,
    x: &[f32],
    max: f32,
    out: &mut [f32],
) -> (f32, bool) {
    let f = Below::new(exp2, if max == f32::NEG_INFINITY { 0.0 } else { max });
    let (mut sum, mut gaps) = (V::splat(0.0), V::splat(0.0));
    let (x, x_rest) = x.as_chunks();
    let (out, out_rest) = out.as_chunks_mut();
    // Two at a time: less of the loop, more of the work.
    let (x, x_last) = x.as_chunks::<2>();
    let (out, out_last) = out.as_chunks_mut::<2>();
    for ([x, y], [to_x, to_y]) in x.iter().zip(out) {
        let (a, b) = (f.gap(V::load(x)), f.gap(V::load(y)));
        gaps = gaps.add(a.add(b));
        let (a, b) = (f.exp(a), f.exp(b));
        sum = sum.add(a.add(b));
        a.store(to_x);
        b.store(to_y);
    }
    for (x, out) in x_last.iter().zip(out_last) {
        let gap = f.gap(V::load(x));
        gaps = gaps.add(gap);
        let e = f.exp(gap);
        sum = sum.add(e);
        e.store(out);
    }
    let gap = f.gap(load_part::<V>(x_rest, f32::NEG_INFINITY));
    let e = f.exp(gap);
    store_part(e, out_rest);
    (sum.add(e).sum(), !gaps.add(gap).sum().is_nan())
}

/// x · factor
struct Times<V>(V);

impl<V: Vector> Map<V> for Times<V> {
    #[inline(always)]
    fn of(&self, x: V) -> V {
        x.mul(self.0)
    }
}

/// Multiplies a row by `factor`.
#[inline(always)]
fn scale<V: Vector>(factor: f32, row: &mut [f32]) {
    let factor = Times(V::splat(factor));
    let (vectors, rest) = row.as_chunks_mut();
    for x in vectors {
        factor.of(V::load(x)).store(x);
    }
    for x in rest {
        // What `factor` does to a lane.
        store_part(factor.of(V::splat(*x)), core::slice::from_mut(x));
    }
}

/// out = x · factor
#[inline(always)]
pub fn times<V: Vector>(x: &[f32], factor: f32, out: &mut [f32]) {
    map::<V>(&Times(V::splat(factor)), x, out);
}
