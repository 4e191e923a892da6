//! Q, K and V: random numbers of mean 0 and variance 1, the same for every method.

use super::guard::{Refusal, zeros};
use super::settings::Setup;
use crate::core::random;

/// The operands of one n.
#[derive(Debug)]
pub(super) struct Inputs {
    pub n: usize,
    /// n×d
    pub q: Vec<f32>,
    /// n×d
    pub k: Vec<f32>,
    /// n×d
    pub v: Vec<f32>,
}

impl Inputs {
    /// Draws them.
    ///
    /// # Errors
    /// [`Refusal::Allocation`].
    pub fn draw(setup: &Setup, n: usize) -> Result<Self, Refusal> {
        let draw = |which: u64| {
            let mut numbers = zeros(n as u64 * setup.d as u64)?;
            let seed = u64::from(setup.seed) << 2 | which;
            for (place, number) in numbers.iter_mut().enumerate() {
                *number = uniform(random::number(seed, place as u64));
            }
            Ok(numbers)
        };
        Ok(Self {
            n,
            q: draw(0)?,
            k: draw(1)?,
            v: draw(2)?,
        })
    }
}

/// From 0…1 to −√3…√3, whose variance is 1.
fn uniform(share: f32) -> f32 {
    const ROOT: f32 = 1.732_050_8;
    (2.0 * share - 1.0) * ROOT
}
