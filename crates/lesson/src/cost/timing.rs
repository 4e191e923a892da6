//! How one point is timed: a first call that counts for nothing unless it is so long that it is the
//! only one, then batches of calls, each long enough for the clock.

use super::inputs::Inputs;
use super::plan::{BATCH, BATCHES, ONCE};
use super::work::Work;
use fast::Misfit;

/// The most calls of a batch: a clock that stands still must not keep us for ever.
const MOST_CALLS: u32 = 1 << 14;

/// What was timed so far.
#[derive(Debug)]
pub(super) struct Timing {
    /// Calls of a batch.
    pub calls: u32,
    /// Milliseconds a call, of each batch.
    pub batches: Vec<f64>,
    /// Is the next call the first?
    first: bool,
    /// Milliseconds of the call that is under way.
    call: f64,
}

impl Timing {
    pub const fn new() -> Self {
        Self {
            calls: 1,
            batches: Vec::new(),
            first: true,
            call: 0.0,
        }
    }

    /// How much is done, 0…1, `call` being the share of the call that is under way.
    pub fn share(&self, call: f64) -> f64 {
        let all = if self.first && self.call > ONCE {
            1.0
        } else {
            BATCHES as f64 + 1.0
        };
        let before = self.batches.len() as f64 + if self.first { 0.0 } else { 1.0 };
        ((before + call) / all).min(1.0)
    }

    /// Times the next step, or the next batch where a call is one step; true once all is timed.
    ///
    /// # Errors
    /// The kernel's.
    pub fn step(
        &mut self,
        work: &mut Work,
        inputs: &Inputs,
        clock: fn() -> f64,
    ) -> Result<bool, Misfit> {
        if work.is_short() {
            self.batch(work, inputs, clock)?;
        } else {
            let start = clock();
            let over = work.step(inputs)?;
            self.call += clock() - start;
            if !over {
                return Ok(false);
            }
            self.called();
        }
        Ok(self.batches.len() >= BATCHES || (self.calls == 1 && self.longest() > ONCE))
    }

    fn longest(&self) -> f64 {
        self.batches.iter().copied().fold(0.0, f64::max)
    }

    /// A call of several steps is over.
    fn called(&mut self) {
        let ms = std::mem::take(&mut self.call);
        if !std::mem::take(&mut self.first) || ms > ONCE {
            self.batches.push(ms);
        }
    }

    fn batch(
        &mut self,
        work: &mut Work,
        inputs: &Inputs,
        clock: fn() -> f64,
    ) -> Result<(), Misfit> {
        let start = clock();
        for _ in 0..self.calls {
            work.step(inputs)?;
        }
        let ms = clock() - start;
        let first = std::mem::take(&mut self.first);
        if ms < BATCH && self.calls < MOST_CALLS {
            // Too short for the clock: more calls next time, a fifth more than seems to do.
            let more = (1.2 * BATCH / ms.max(0.1)).clamp(2.0, 100.0);
            self.calls = ((f64::from(self.calls) * more) as u32).min(MOST_CALLS);
        } else if !first || ms > ONCE {
            self.batches.push(ms / f64::from(self.calls));
        }
        Ok(())
    }
}
