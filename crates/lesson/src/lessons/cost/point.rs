//! What is known of one method at one n.

use serde::{Deserialize, Serialize};

use super::guard::Refusal;
use super::method::Method;

/// A measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// Milliseconds of one call, batch by batch; more than one unless a call takes long.
    pub batches: Vec<f64>,
    /// Calls in each batch, so that a batch lasts long enough for the clock.
    pub calls: u32,
    /// Bytes that were held for it.
    pub bytes: u64,
    /// Multiply-adds of one call.
    pub multiply_adds: u64,
    /// How far its result is from what it should be, where that was computed too.
    pub error: Option<Difference>,
    /// How far it is from attention over all keys, for the methods that give that up: the root mean
    /// square of the difference, over that of the result.
    pub gap: Option<f32>,
}

/// The largest difference between two results, and whom it was compared with.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// max |a − b|
    pub largest: f32,
    /// The method that was the yardstick; `None`: the plain loops of its own formula.
    pub from: Option<Method>,
}

impl Measured {
    /// Milliseconds of one call: the median of the batches.
    #[must_use]
    pub fn ms(&self) -> f64 {
        let sorted = self.sorted();
        let middle = sorted.len() / 2;
        match sorted.len() {
            0 => 0.0,
            odd if odd % 2 == 1 => sorted[middle],
            _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
        }
    }

    /// Milliseconds of one call by every batch, the shortest first.
    #[must_use]
    pub fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.batches.clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }

    /// Multiply-adds a nanosecond.
    #[must_use]
    pub fn rate(&self) -> f64 {
        self.multiply_adds as f64 / (self.ms() * 1e6)
    }
}

/// One method at one n: measured, or refused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// How.
    pub method: Method,
    /// Tokens.
    pub n: usize,
    /// What came of it.
    pub outcome: Result<Measured, Refusal>,
}

/// The point of `method` at `n`.
#[must_use]
pub fn at(points: &[Point], method: Method, n: usize) -> Option<&Point> {
    points
        .iter()
        .find(|point| point.method == method && point.n == n)
}

/// What was measured of `method`, by n upwards.
#[must_use]
pub fn measured(points: &[Point], method: Method) -> Vec<(usize, &Measured)> {
    let own = points.iter().filter(|point| point.method == method);
    let mut own: Vec<_> = own
        .filter_map(|point| Some((point.n, point.outcome.as_ref().ok()?)))
        .collect();
    own.sort_by_key(|(n, _)| *n);
    own
}
