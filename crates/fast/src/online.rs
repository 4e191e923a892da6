//! Online softmax: weights of some keys, when the scores of the others are still to come.
//!
//! A row's weights are exp(s − max)/sum, but max and sum run over all keys. So each tile of keys works
//! with the largest score *so far*; when a later tile has a larger one, everything summed before is
//! multiplied by exp(old max − new max), the `fade` (Milakov and Gimelshein 2018, algorithm 3; Dao et
//! al. 2022, §3.1).

use crate::exp2::{Exp2, LOG2_E};
use simd::vector::{Map, Vector};

/// The scores of some rows for one tile of keys, and what is known of each row so far.
pub struct Tile<'a> {
    /// Row r is `scores[r·stride..][..width]`.
    pub scores: &'a mut [f32],
    /// See `scores`.
    pub stride: usize,
    /// A multiple of 4.
    pub width: usize,
    /// The largest score of each row; −∞ before the first.
    pub max: &'a mut [f32],
    /// The sum of each row's weights; 0 before the first.
    pub sum: &'a mut [f32],
    /// Where the factor for what was summed before is written.
    pub fade: &'a mut [f32],
}

/// Replaces scores by weights relative to the largest score so far, and keeps max and sum.
#[inline(always)]
pub fn weigh<V: Vector>(tile: Tile<'_>) {
    let exp2 = Exp2::<V>::new();
    let Tile {
        scores,
        stride,
        width,
        max,
        sum,
        fade,
    } = tile;
    let rows = max.iter_mut().zip(sum).zip(fade);
    for (row, ((max, sum), fade)) in scores.chunks_mut(stride).zip(rows) {
        let (row, _) = row[..width].as_chunks_mut::<4>();
        let (before, largest) = (*max, V::largest(row, *max));
        *max = largest;
        // Where nothing could be seen yet, −∞ − −∞ would be NaN; any finite number gives zeros.
        let top = if largest == f32::NEG_INFINITY {
            0.0
        } else {
            largest
        };
        let below = Below::new(&exp2, top);
        *fade = if before == largest {
            1.0
        } else if before == f32::NEG_INFINITY {
            0.0
        } else {
            // All lanes are the same.
            below.of(V::splat(before)).sum() * 0.25
        };
        *sum = *sum * *fade + replace(&below, row);
    }
}

/// [`weigh`] where all scores are known to be near 0, as exponents of 2 (`overflow::Energies`): the
/// weights are relative to 0 then, so there is no largest to look for and nothing ever fades.
#[inline(always)]
pub fn weigh_bounded<V: Vector>(scores: &mut [f32], stride: usize, width: usize, sum: &mut [f32]) {
    let near = Near(Exp2::<V>::new());
    for (row, sum) in scores.chunks_mut(stride).zip(sum) {
        let (row, _) = row[..width].as_chunks_mut::<4>();
        *sum += replace(&near, row);
    }
}

/// Replaces x by f(x), and gives the sum.
#[inline(always)]
fn replace<V: Vector>(f: &impl Map<V>, row: &mut [[f32; 4]]) -> f32 {
    let mut sum = V::splat(0.0);
    // Two at a time: less of the loop, more of the work.
    let (pairs, rest) = row.as_chunks_mut::<2>();
    for [x, y] in pairs {
        let (a, b) = (f.of(V::load(x)), f.of(V::load(y)));
        sum = sum.add(a.add(b));
        a.store(x);
        b.store(y);
    }
    for x in rest {
        let weight = f.of(V::load(x));
        sum = sum.add(weight);
        weight.store(x);
    }
    sum.sum()
}

/// exp(x − top). The difference comes first, while it is exact: log₂ e times a large score would lose
/// the digits that the weights depend on.
pub struct Below<'a, V> {
    exp2: &'a Exp2<V>,
    top: V,
    log2_e: V,
}

impl<'a, V: Vector> Below<'a, V> {
    /// With one and the same `top` for all.
    #[inline(always)]
    pub fn new(exp2: &'a Exp2<V>, top: f32) -> Self {
        Self {
            exp2,
            top: V::splat(top),
            log2_e: V::splat(LOG2_E),
        }
    }

    /// x − top: NaN, like any sum it is in, where x is NaN or top is +∞.
    #[inline(always)]
    pub fn gap(&self, x: V) -> V {
        x.sub(self.top)
    }

    /// exp of a [`Below::gap`]. What NaN becomes is the machine's affair: one may take the largest of it
    /// and a number to be the number.
    #[inline(always)]
    pub fn exp(&self, gap: V) -> V {
        self.exp2.of(gap.mul(self.log2_e))
    }
}

impl<V: Vector> Map<V> for Below<'_, V> {
    #[inline(always)]
    fn of(&self, x: V) -> V {
        self.exp(self.gap(x))
    }
}

/// 2ˣ for −127 ≤ x < 128.
struct Near<V>(Exp2<V>);

impl<V: Vector> Map<V> for Near<V> {
    #[inline(always)]
    fn of(&self, x: V) -> V {
        self.0.within(x)
    }
}
