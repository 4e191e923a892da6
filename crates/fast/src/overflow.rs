//! Results beyond `f32` although the operands are finite: found, and never passed on.

use crate::exp2::LOG2_E;
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

/// Exponents of 2 up to this size need no largest one taken off: neither they nor their sums come
/// near the ends of `f32`.
const NEAR: f64 = 32.0;

/// What of a result can be beyond `f32`, judged by Σx² of its operands.
pub struct Energies {
    /// The largest of one query.
    pub q: f32,
    /// The largest of one key.
    pub k: f32,
    /// The largest of one value.
    pub v: f32,
}

impl Energies {
    /// Must the output be looked at? Its sums are of at most m weights up to 1.
    pub fn may_overflow(&self, shape: &Attention<'_>) -> bool {
        f64::from(self.v) * shape.m as f64 >= HARMLESS
    }

    /// Is every score, as an exponent of 2, within ±[`NEAR`], and the values far from their end too?
    /// |q·k| ≤ ‖q‖·‖k‖ (Cauchy and Schwarz).
    pub fn are_near(&self, shape: &Attention<'_>) -> bool {
        let factor = f64::from(shape.scale) * f64::from(LOG2_E);
        let square = f64::from(self.q) * f64::from(self.k) * factor * factor;
        shape.mask.is_none() && square <= NEAR * NEAR && !self.may_overflow(shape)
    }

    /// Is every score, and every sum on the way to it, within `f32`?
    ///
    /// A score of +∞ would be NaN as a weight; one of −∞ would pass for a hidden key. The energies bound
    /// all scores; only where that bound is enormous are they looked at one by one.
    pub fn check_scores(&self, shape: &Attention<'_>, q: &[f32], k: &[f32]) -> Result<(), Misfit> {
        // log₂ e, by which scores may be multiplied too, is less than 1.5.
        let factor = f64::from(shape.scale.abs()) * 1.5;
        let key = f64::from(self.k) * factor * factor;
        if key.max(key * f64::from(self.q)) < HARMLESS * HARMLESS {
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
