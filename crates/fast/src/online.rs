//! Online softmax: weights of some keys, when the scores of the others are still to come.
//!
//! A row's weights are exp(s − max)/sum, but max and sum run over all keys. So each tile of keys works
//! with the largest score *so far*; when a later tile has a larger one, everything summed before is
//! multiplied by exp(old max − new max), the `fade` (Milakov and Gimelshein 2018, algorithm 3; Dao et
//! al. 2022, §3.1).

use crate::exp2::{Exp2, LOG2_E};
use crate::vector::Vector;

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
/// Scores are exponents of 2 or, `NATURAL`, of e.
#[inline(always)]
pub fn weigh<V: Vector, const NATURAL: bool>(tile: Tile<'_>) {
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
        *fade = if before == largest {
            1.0
        } else if before == f32::NEG_INFINITY {
            0.0
        } else {
            let faded = exp2.of(exponent::<V, NATURAL>(V::splat(before), V::splat(top)));
            // All lanes are the same.
            faded.sum() * 0.25
        };
        *sum = *sum * *fade + exponentials::<V, NATURAL>(&exp2, row, top);
    }
}

/// Replaces x by exp(x − top), and gives the sum.
#[inline(always)]
fn exponentials<V: Vector, const NATURAL: bool>(
    exp2: &Exp2<V>,
    row: &mut [[f32; 4]],
    top: f32,
) -> f32 {
    let (top, mut sum) = (V::splat(top), V::splat(0.0));
    // Two at a time: less of the loop, more of the work.
    let (pairs, rest) = row.as_chunks_mut::<2>();
    for [x, y] in pairs {
        let a = exp2.of(exponent::<V, NATURAL>(V::load(x), top));
        let b = exp2.of(exponent::<V, NATURAL>(V::load(y), top));
        sum = sum.add(a.add(b));
        a.store(x);
        b.store(y);
    }
    for x in rest {
        let weight = exp2.of(exponent::<V, NATURAL>(V::load(x), top));
        sum = sum.add(weight);
        weight.store(x);
    }
    sum.sum()
}

/// x − top as an exponent of 2. The difference comes first, while it is exact: log₂ e times a large
/// score would lose the digits that the weights depend on.
#[inline(always)]
fn exponent<V: Vector, const NATURAL: bool>(x: V, top: V) -> V {
    let below = x.sub(top);
    if NATURAL {
        below.mul(V::splat(LOG2_E))
    } else {
        below
    }
}
