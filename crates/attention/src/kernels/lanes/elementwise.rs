//! Operations that turn one number into one number, cell by cell.

use super::Vector;
use crate::kernels::exp::{HIGHEST, LN2_HIGH, LN2_LOW, LOG2_E, LOWEST, POLYNOMIAL, ROUNDER};
use crate::kernels::scalar;

/// [`scalar::scale`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn scale<V: Vector>(x: &[f32], factor: f32, out: &mut [f32]) {
    map(x, out, Times(V::splat(factor)));
}

/// [`scalar::shift`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn shift<V: Vector>(row: &[f32], max: f32, out: &mut [f32]) {
    map(row, out, Below(V::splat(max)));
}

/// [`scalar::divide`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn divide<V: Vector>(row: &[f32], divisor: f32, out: &mut [f32]) {
    map(row, out, Over(V::splat(divisor)));
}

/// [`scalar::exp`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn exp<V: Vector>(x: &[f32], out: &mut [f32]) {
    let [a, b, c, d, e] = POLYNOMIAL;
    let coefficients = [
        V::splat(a),
        V::splat(b),
        V::splat(c),
        V::splat(d),
        V::splat(e),
    ];
    map(x, out, Exp(coefficients));
}

/// [`scalar::add_mask`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn add_mask<V: Vector>(score: &[f32], mask: &[f32], out: &mut [f32]) {
    let lowest = V::splat(f32::NEG_INFINITY);
    let (scores, score_tail) = score.as_chunks();
    let (masks, mask_tail) = mask.as_chunks();
    let (outs, out_tail) = out.as_chunks_mut();
    for ((score, mask), out) in scores.iter().zip(masks).zip(outs) {
        let (score, mask) = (V::load(score), V::load(mask));
        mask.if_equal(lowest, mask, score.add(mask)).store(out);
    }
    scalar::add_mask(score_tail, mask_tail, out_tail);
}

/// What is done to each cell.
///
/// A trait of our own instead of a closure: only functions marked `inline(always)` dissolve
/// into the entry point that has the CPU feature. The body of a closure stays outside, where
/// every vector operation becomes a call (measured in Chromium: exp ran at a third of the
/// *scalar* speed).
trait Cellwise<V: Vector> {
    fn of(&self, x: V) -> V;
}

/// x · factor
struct Times<V>(V);

impl<V: Vector> Cellwise<V> for Times<V> {
    #[inline(always)]
    fn of(&self, x: V) -> V {
        x.mul(self.0)
    }
}

/// x − maximum, by the rules of [`scalar::shift`].
struct Below<V>(V);

impl<V: Vector> Cellwise<V> for Below<V> {
    #[inline(always)]
    fn of(&self, x: V) -> V {
        let lowest = V::splat(f32::NEG_INFINITY);
        let below = x.if_equal(self.0, V::splat(0.0), x.sub(self.0));
        x.if_equal(lowest, lowest, below)
    }
}

/// x / divisor, by the rules of [`scalar::divide`].
struct Over<V>(V);

impl<V: Vector> Cellwise<V> for Over<V> {
    #[inline(always)]
    fn of(&self, x: V) -> V {
        let zero = V::splat(0.0);
        self.0.if_equal(zero, zero, x.div(self.0))
    }
}

/// eˣ: [`kernels::exp`](crate::kernels::exp()), operation for operation.
/// Holds the coefficients of the polynomial.
struct Exp<V>([V; 5]);

impl<V: Vector> Cellwise<V> for Exp<V> {
    #[inline(always)]
    fn of(&self, x: V) -> V {
        let [a, b, c, d, e] = self.0;
        let x = x.larger(V::splat(LOWEST)).smaller(V::splat(HIGHEST));
        let n = round(x.mul(V::splat(LOG2_E)));
        let r = x
            .sub(n.mul(V::splat(LN2_HIGH)))
            .sub(n.mul(V::splat(LN2_LOW)));
        let q = a.mul(r).add(b).mul(r).add(c).mul(r).add(d).mul(r).add(e);
        let e_to_r = q.mul(r.mul(r)).add(r).add(V::splat(1.0));
        let half = round(n.mul(V::splat(0.5)));
        e_to_r.mul(half.pow2()).mul(n.sub(half).pow2())
    }
}

#[inline(always)]
fn round<V: Vector>(x: V) -> V {
    x.add(V::splat(ROUNDER)).sub(V::splat(ROUNDER))
}

/// Does `f` to all of `x`. The last one to three numbers are padded to a full vector,
/// so that there is one piece of arithmetic and not two.
#[inline(always)]
fn map<V: Vector>(x: &[f32], out: &mut [f32], f: impl Cellwise<V>) {
    let (chunks, tail) = x.as_chunks();
    let (outs, out_tail) = out.as_chunks_mut();
    for (x, out) in chunks.iter().zip(outs) {
        f.of(V::load(x)).store(out);
    }
    let mut padded = [0.0; 4];
    for (slot, x) in padded.iter_mut().zip(tail) {
        *slot = *x;
    }
    f.of(V::load(&padded)).store(&mut padded);
    for (out, x) in out_tail.iter_mut().zip(padded) {
        *out = x;
    }
}
