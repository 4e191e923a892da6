//! How one point is timed: calls that count for nothing until the code is warm (a browser compiles
//! what is called often a second time, better), then batches of calls, each long enough for the
//! clock. A call that is very long is the only one.

use super::inputs::Inputs;
use super::plan::{BATCH, BATCHES, MOST_BATCHES, ONCE, TIMED};
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
    /// Milliseconds of calls that do not count, still to come.
    warming: f64,
    /// Is the next call the first?
    first: bool,
    /// Milliseconds of the batches.
    timed: f64,
    /// Milliseconds of the call that is under way.
    call: f64,
}

impl Timing {
    /// Nothing counts for `warming` milliseconds, nor does the first call.
    pub const fn new(warming: f64) -> Self {
        Self {
            calls: 1,
            batches: Vec::new(),
            warming,
            first: true,
            timed: 0.0,
            call: 0.0,
        }
    }

    /// How much is done, 0…1, `call` being the share of the call that is under way.
    pub fn share(&self, call: f64) -> f64 {
        if self.first && self.call > ONCE {
            return call;
        }
        let all = BATCHES as f64 + 1.0;
        let before = match (self.first, self.warming > 0.0) {
            (true, _) => call,
            (false, true) => 1.0,
            (false, false) => 1.0 + self.batches.len() as f64 + call,
        };
        (before / all).min(1.0)
    }

    /// Times the next batch, or of a call that is long its next step; true once all is timed.
    ///
    /// # Errors
    /// The kernel's.
    pub fn step(
        &mut self,
        work: &mut Work,
        inputs: &Inputs,
        clock: fn() -> f64,
    ) -> Result<bool, Misfit> {
        let short = work.is_short();
        let (start, mut over) = (clock(), true);
        if short {
            for _ in 0..self.calls {
                while !work.step(inputs)? {}
            }
        } else {
            over = work.step(inputs)?;
        }
        self.call += clock() - start;
        if over {
            let ms = std::mem::take(&mut self.call);
            self.called(ms, short);
        }
        Ok(self.is_done())
    }

    fn is_done(&self) -> bool {
        let count = self.batches.len();
        let only = self.calls == 1 && self.batches.iter().any(|ms| *ms > ONCE);
        only || count >= MOST_BATCHES || (count >= BATCHES && self.timed >= TIMED)
    }

    /// A batch is over, which took `ms` milliseconds. Only short calls can be made more of.
    fn called(&mut self, ms: f64, short: bool) {
        let cold = std::mem::take(&mut self.first) || self.warming > 0.0;
        self.warming -= ms;
        if short && ms < BATCH && self.calls < MOST_CALLS {
            // Too short for the clock: more calls next time, a fifth more than seems to do.
            let more = (1.2 * BATCH / ms.max(0.1)).clamp(2.0, 100.0);
            self.calls = ((f64::from(self.calls) * more) as u32).min(MOST_CALLS);
        } else if !cold || ms > ONCE {
            self.batches.push(ms / f64::from(self.calls));
            self.timed += ms;
        }
    }
}
