//! What was measured of many draws: plain numbers, as they are posted, shown and taken along.

use serde::{Deserialize, Serialize};

use super::document::{Document, Rule, WIDTHS};

/// How many bins the scores of a width are counted in.
pub const BINS: usize = 60;
/// How far they reach to either side, in standard deviations by theory.
pub const REACH: f64 = 4.5;

/// A mean, and how uncertain it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Its standard error: how far it lies, typically, from the true one. NaN for a single draw.
    pub error: f64,
}

/// What was measured at one width.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Width {
    /// The mean of q·k.
    pub mean: Estimate,
    /// Its variance.
    pub variance: Estimate,
    /// How often it fell into each of [`BINS`] bins.
    pub bins: Vec<u32>,
    /// How often it lay left of them, and right of them.
    pub outside: [u32; 2],
    /// The largest weight, a factor each ([`Rule::ALL`]).
    pub largest: [Estimate; Rule::ALL.len()],
    /// The entropy in bits, likewise.
    pub entropy: [Estimate; Rule::ALL.len()],
    /// The size of softmax's Jacobian, likewise.
    pub jacobian: [Estimate; Rule::ALL.len()],
}

/// Everything measured so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// How many queries were drawn.
    pub draws: u32,
    /// How many dot products that gave at each width.
    pub scores: u64,
    /// One a width of [`WIDTHS`]; none before the first draw.
    pub widths: Vec<Width>,
}

impl Summary {
    /// What was measured at that width.
    #[must_use]
    pub fn at(&self, width: usize) -> Option<&Width> {
        let index = WIDTHS.iter().position(|own| *own == width)?;
        self.widths.get(index)
    }
}

/// The bins of a width: where they begin, and how wide each is.
#[must_use]
pub fn bins(document: &Document, width: usize) -> (f64, f64) {
    let deviation = document.variance(width).sqrt();
    (-REACH * deviation, 2.0 * REACH * deviation / BINS as f64)
}

/// The bell curve of mean 0 with the variance of theory, per unit of q·k.
#[must_use]
pub fn bell(document: &Document, width: usize, score: f64) -> f64 {
    let deviation = document.variance(width).sqrt();
    f64::from(attention::normal_density((score / deviation) as f32)) / deviation
}
