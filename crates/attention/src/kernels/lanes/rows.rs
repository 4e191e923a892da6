//! Operations that turn a row into one number.

use super::Vector;
use crate::matrix::Matrix;

/// [`scalar::row_max`](crate::kernels::scalar::row_max): four running maxima. Which number is largest does not depend on
/// the order of asking, so here the lanes may share one row.
#[inline(always)]
pub(in crate::kernels) fn row_max<V: Vector>(x: &Matrix, max: &mut [f32]) {
    for (max, row) in max.iter_mut().zip(x.iter_rows()) {
        *max = largest::<V>(row);
    }
}

#[inline(always)]
fn largest<V: Vector>(row: &[f32]) -> f32 {
    let (chunks, tail) = row.as_chunks();
    let mut max = V::splat(f32::NEG_INFINITY);
    for x in chunks {
        max = max.larger(V::load(x));
    }
    let mut lanes = [0.0; 4];
    max.store(&mut lanes);
    let larger = |max, &x| if max < x { x } else { max };
    lanes.iter().chain(tail).fold(f32::NEG_INFINITY, larger) + 0.0
}

/// [`scalar::row_sums`](crate::kernels::scalar::row_sums): four rows at once, one per lane, each from left to right.
#[inline(always)]
pub(in crate::kernels) fn row_sums<V: Vector>(x: &Matrix, sums: &mut [f32]) {
    let (quads, tail) = sums.as_chunks_mut();
    let whole = 4 * quads.len();
    for (quad, sums) in quads.iter_mut().enumerate() {
        sum_four_rows::<V>(x, 4 * quad).store(sums);
    }
    for (i, sum) in tail.iter_mut().enumerate() {
        *sum = x.row(whole + i).iter().fold(0.0, |sum, x| sum + x);
    }
}

#[inline(always)]
fn sum_four_rows<V: Vector>(x: &Matrix, first: usize) -> V {
    let rows = x
        .row(first)
        .iter()
        .zip(x.row(first + 1))
        .zip(x.row(first + 2))
        .zip(x.row(first + 3));
    let mut sum = V::splat(0.0);
    for (((&a, &b), &c), &d) in rows {
        sum = sum.add(V::load(&[a, b, c, d]));
    }
    sum
}
