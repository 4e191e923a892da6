//! Attention with every stage kept: products by tiles, and what lies between row by row.

use crate::exp2::Exp2;
use crate::kernels::Kernels;
use crate::product;
use crate::shape::{Attention, Product, StageBuffers};
use crate::softmax::{exponentials, row_max, times};
use core::ops::Range;
use simd::vector::Vector;

/// One query: its scores, and where the stages after them are written.
pub struct Row<'a> {
    /// The query's scores.
    pub scores: &'a [f32],
    /// The factor on them.
    pub scale: f32,
    /// Added to the scaled scores.
    pub mask: Option<&'a [f32]>,
    /// The keys that may be seen.
    pub seen: Range<usize>,
    /// Where scores · scale is written.
    pub scaled: &'a mut [f32],
    /// Where scaled + mask is written; −∞ where not `seen`.
    pub masked: &'a mut [f32],
    /// Where exp(masked − max) is written.
    pub exp: &'a mut [f32],
    /// Where exp / sum is written.
    pub weights: &'a mut [f32],
}

/// Fills the row; gives its largest masked score and the sum of `exp`.
#[inline(always)]
pub fn row<V: Vector>(row: Row<'_>) -> (f32, f32) {
    times::<V>(row.scores, row.scale, row.scaled);
    row.masked.fill(f32::NEG_INFINITY);
    row.masked[row.seen.clone()].copy_from_slice(&row.scaled[row.seen.clone()]);
    if let Some(mask) = row.mask {
        let open = &mut row.masked[row.seen.clone()];
        crate::elementwise::add_times::<V>(open, &mask[row.seen], 1.0);
    }
    let max = row_max::<V>(row.masked);
    let (sum, _) = exponentials::<V>(&Exp2::new(), row.masked, max, row.exp);
    times::<V>(
        row.exp,
        if sum == 0.0 { 0.0 } else { 1.0 / sum },
        row.weights,
    );
    (max, sum)
}

/// All stages of all queries.
pub fn stages<K: Kernels>(
    shape: &Attention<'_>,
    q: &[f32],
    k: &[f32],
    v: &[f32],
    to: &mut StageBuffers<'_>,
    scratch: &mut [f32],
) {
    let Attention {
        n,
        m,
        d_k,
        d_v,
        scale,
        mask,
        ..
    } = *shape;
    let scores = Product {
        n,
        k: d_k,
        m,
        transposed: true,
    };
    product::matmul::<K>(&scores, q, k, to.scores, scratch);
    for i in 0..n {
        let at = i * m..(i + 1) * m;
        (to.max[i], to.sum[i]) = K::stage_row(Row {
            scores: &to.scores[at.clone()],
            scale,
            mask: mask.map(|mask| &mask[at.clone()]),
            seen: shape.keys_of(i),
            scaled: &mut to.scaled[at.clone()],
            masked: &mut to.masked[at.clone()],
            exp: &mut to.exp[at.clone()],
            weights: &mut to.weights[at],
        });
    }
    let mix = Product {
        n,
        k: m,
        m: d_v,
        transposed: false,
    };
    product::matmul::<K>(&mix, to.weights, v, to.output, scratch);
}
