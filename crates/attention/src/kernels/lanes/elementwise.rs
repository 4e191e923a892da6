//! Operations that turn one number into one number, cell by cell.

use super::{Vector, functions};
use crate::kernels::scalar;
use crate::matrix::Matrix;

/// [`scalar::scale`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn scale<V: Vector>(x: &mut [f32], factor: f32) {
    map(x, Times(V::splat(factor)));
}

/// [`scalar::shift`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn shift<V: Vector>(x: &mut Matrix, max: &[f32]) {
    for (i, &max) in max.iter().enumerate() {
        map(x.row_mut(i), Below(V::splat(max)));
    }
}

/// [`scalar::divide`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn divide<V: Vector>(x: &mut Matrix, divisors: &[f32]) {
    for (i, &divisor) in divisors.iter().enumerate() {
        map(x.row_mut(i), Over(V::splat(divisor)));
    }
}

/// [`scalar::exp`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn exp<V: Vector>(x: &mut [f32]) {
    map::<V>(x, Exp);
}

/// [`scalar::add_mask`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn add_mask<V: Vector>(score: &mut [f32], mask: &[f32]) {
    let lowest = V::splat(f32::NEG_INFINITY);
    let (scores, score_tail) = score.as_chunks_mut();
    let (masks, mask_tail) = mask.as_chunks();
    for (score, mask) in scores.iter_mut().zip(masks) {
        let mask = V::load(mask);
        let sum = V::load(score).add(mask);
        mask.if_equal(lowest, mask, sum).store(score);
    }
    scalar::add_mask(score_tail, mask_tail);
}

/// What is done to each cell.
///
/// A trait of our own instead of a closure: only functions marked `inline(always)` dissolve
/// into the entry point that has the CPU feature. The body of a closure stays outside, where
/// every vector operation becomes a call (measured in Chromium: exp ran at a third of the
/// *scalar* speed).
pub(super) trait Cellwise<V: Vector> {
    /// The result for four cells.
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

/// eˣ, by [`functions::exp`].
struct Exp;

impl<V: Vector> Cellwise<V> for Exp {
    #[inline(always)]
    fn of(&self, x: V) -> V {
        functions::exp(x)
    }
}

/// Does `f` to all of `x`. The last one to three numbers are padded to a full vector,
/// so that there is one piece of arithmetic and not two.
#[inline(always)]
fn map<V: Vector>(x: &mut [f32], f: impl Cellwise<V>) {
    let (chunks, tail) = x.as_chunks_mut();
    for x in chunks {
        f.of(V::load(x)).store(x);
    }
    if tail.is_empty() {
        return;
    }
    let mut last = padded(tail);
    f.of(V::load(&last)).store(&mut last);
    for (x, result) in tail.iter_mut().zip(last) {
        *x = result;
    }
}

/// What is left over at the end of a slice, one to three numbers, with zeros after it.
#[inline(always)]
pub(super) fn padded(tail: &[f32]) -> [f32; 4] {
    let mut padded = [0.0; 4];
    for (slot, x) in padded.iter_mut().zip(tail) {
        *slot = *x;
    }
    padded
}
