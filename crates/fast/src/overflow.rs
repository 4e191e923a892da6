//! Results beyond `f32` although the operands are finite: found, and never passed on.

use crate::kernels::Kernels;
use crate::misfit::{Misfit, finite};
use crate::shape::Attention;

/// Is every number of a result finite?
pub fn result<K: Kernels>(out: &[f32], cols: usize) -> Result<(), Misfit> {
    match finite::<K>("", out, cols) {
        Err(Misfit::NotFinite(_, row, col)) => Err(Misfit::Overflow(row, col)),
        Err(other) => Err(other),
        Ok(_) => Ok(()),
    }
}

/// Scores up to this size may be added to any finite mask, even to the lowest `f32`: it swallows them.
const HARMLESS: f64 = 1e30;

/// Is every score, and every sum on the way to it, within `f32`?
///
/// A score of +∞ would be seen as NaN in the output; one of −∞ would pass for a hidden key. The
/// largest numbers of Q and K (`q_most`, `k_most`) bound all scores; only where that bound is
/// enormous are they looked at one by one.
pub fn scores(
    shape: &Attention<'_>,
    (q, q_most): (&[f32], f32),
    (k, k_most): (&[f32], f32),
) -> Result<(), Misfit> {
    // log₂ e, by which scores may be multiplied too, is less than 1.5.
    let factor = f64::from(shape.scale.abs()) * 1.5;
    let key = f64::from(k_most) * factor;
    let bound = key * f64::from(q_most) * shape.d_k as f64;
    if key.max(bound) < HARMLESS {
        return Ok(());
    }
    for i in 0..shape.n {
        let q = &q[i * shape.d_k..][..shape.d_k];
        for j in shape.keys_of(i) {
            let mask = shape.mask.map_or(0.0, |mask| mask[i * shape.m + j]);
            let hidden = mask == f32::NEG_INFINITY;
            let k = &k[j * shape.d_k..][..shape.d_k];
            if !hidden && reach(q, k, factor) + f64::from(mask.abs()) >= f64::from(f32::MAX) {
                return Err(Misfit::Overflow(i, j));
            }
        }
    }
    Ok(())
}

/// The largest number that can come up on the way to a score, in whatever order it is summed.
fn reach(q: &[f32], k: &[f32], factor: f64) -> f64 {
    let terms = q.iter().zip(k).map(|(q, k)| {
        let key = f64::from(k.abs()) * factor;
        (key, key * f64::from(q.abs()))
    });
    let (key, sum) = terms.fold((0.0f64, 0.0), |(most, sum), (key, term)| {
        (most.max(key), sum + term)
    });
    key.max(sum)
}
