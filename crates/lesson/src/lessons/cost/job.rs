//! The point that is being measured.

use super::guard::Refusal;
use super::inputs::Inputs;
use super::plan::Place;
use super::point::Measured;
use super::reference::{Reference, own_difference};
use super::settings::Setup;
use super::timing::Timing;
use super::work::Work;
use super::{method::Method, need};

/// One method at one n, under way.
#[derive(Debug)]
pub(super) struct Job {
    pub place: Place,
    work: Work,
    timing: Timing,
}

impl Job {
    /// Takes its memory. Nothing counts for `warming` milliseconds.
    ///
    /// # Errors
    /// [`Refusal::Allocation`].
    pub fn new(place: Place, setup: &Setup, warming: f64) -> Result<Self, Refusal> {
        Ok(Self {
            place,
            work: Work::new(place.0, setup, place.1)?,
            timing: Timing::new(warming),
        })
    }

    /// How much of it is done, 0…1.
    pub fn share(&self) -> f64 {
        self.timing.share(self.work.share())
    }

    /// The next step; true once all is timed.
    ///
    /// # Errors
    /// [`Refusal::Kernel`].
    pub fn step(&mut self, inputs: &Inputs, clock: fn() -> f64) -> Result<bool, Refusal> {
        let done = self.timing.step(&mut self.work, inputs, clock);
        done.map_err(|misfit| Refusal::Kernel(misfit.to_string()))
    }

    /// What was measured; the result becomes the yardstick where there is none of this n yet.
    ///
    /// # Errors
    /// [`Refusal::Allocation`], of what it is compared with.
    pub fn finish(
        self,
        setup: &Setup,
        inputs: &Inputs,
        yardstick: &mut Option<Reference>,
    ) -> Result<Measured, Refusal> {
        let (method, n): (Method, usize) = self.place;
        let out = self.work.out();
        let there = yardstick.as_ref().filter(|own| own.is_of(n));
        let (error, gap) = if method.is_exact() {
            (there.map(|own| own.difference(out)), None)
        } else {
            let error = own_difference(method, setup, inputs, out)?;
            (error, there.map(|own| own.gap(out)))
        };
        if there.is_none() {
            *yardstick = Reference::of(method, n, out);
        }
        Ok(Measured {
            batches: self.timing.batches,
            calls: self.timing.calls,
            bytes: self.work.bytes(inputs),
            multiply_adds: need::multiply_adds(method, setup, n),
            error,
            gap,
        })
    }
}
