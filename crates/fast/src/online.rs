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
        let (before, largest) = (*max, largest::<V>(row, *max));
        *max = largest;
        // Where nothing could be seen yet, −∞ − −∞ would be NaN; any finite number gives zeros.
        let top = if largest == f32::NEG_INFINITY {
            0.0
        } else {
            largest
        };
        *fade = if before == largest {
            1.0
        } else {
            exp2.of(exponent::<V, NATURAL>(V::splat(before), V::splat(top)))
                .max()
        };
        *sum = *sum * *fade + exponentials::<V, NATURAL>(&exp2, row, top);
    }
}

/// The largest number of a row and `x`. A NaN may be overlooked here; as a weight it will not be.
#[inline(always)]
pub fn largest<V: Vector>(row: &[[f32; 4]], x: f32) -> f32 {
    let mut most = [V::splat(x); 4];
    // Four at a time, because each maximum waits for the one before.
    let (fours, rest) = row.as_chunks::<4>();
    for four in fours {
        for (most, x) in most.iter_mut().zip(four) {
            *most = most.larger(V::load(x));
        }
    }
    for x in rest {
        most[0] = most[0].larger(V::load(x));
    }
    let [a, b, c, d] = most;
    a.larger(b).larger(c.larger(d)).max()
}

/// Replaces x by exp(x − top), and gives the sum.
#[inline(always)]
fn exponentials<V: Vector, const NATURAL: bool>(
    exp2: &Exp2<V>,
    row: &mut [[f32; 4]],
    top: f32,
) -> f32 {
    let (top, mut sum) = (V::splat(top), V::splat(0.0));
    for x in row {
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
