//! What measures, in a worker or in slices beside the page. It knows no clock and no thread of its
//! own: it is given both. It keeps no more than the run that is under way; the page keeps the points
//! and gives back those it has when a run is to go on.

use super::messages::{CostRequest, CostResponse, State};
use super::run::Run;

/// Milliseconds between two reports within one point.
const REPORT_EVERY: f64 = 200.0;

/// The run under way, if there is one.
#[derive(Debug)]
pub struct Engine {
    clock: fn() -> f64,
    run: Option<Run>,
    resolution: Option<f64>,
}

impl Engine {
    /// Without a run; `clock` gives milliseconds.
    #[must_use]
    pub const fn new(clock: fn() -> f64) -> Self {
        Self {
            clock,
            run: None,
            resolution: None,
        }
    }

    /// Is there work to be done unasked?
    #[must_use]
    pub fn is_measuring(&self) -> bool {
        let measures = |run: &Run| run.state == State::Measuring;
        self.run.as_ref().is_some_and(measures)
    }

    /// Does what the page asks for.
    pub fn handle(&mut self, request: CostRequest) -> Vec<CostResponse> {
        match request {
            CostRequest::Measure(start) => {
                let (number, checked) = (start.number, start.settings.check());
                if let Err(problem) = checked {
                    return vec![CostResponse::Refused(number, problem)];
                }
                self.run = Some(Run::new(*start));
            }
            CostRequest::Pause(pause) => {
                if let Some(run) = &mut self.run {
                    run.pause(pause);
                }
            }
            CostRequest::Cancel => {
                if let Some(run) = &mut self.run {
                    run.cancel();
                }
            }
        }
        self.report().into_iter().collect()
    }

    /// Measures for about `budget` milliseconds, one step at least.
    pub fn work(&mut self, budget: f64) -> Vec<CostResponse> {
        let clock = self.clock;
        let start = clock();
        let mut news = false;
        while self.is_measuring() {
            if let Some(run) = &mut self.run {
                news |= run.advance(clock);
            }
            if clock() - start >= budget {
                break;
            }
        }
        let due = |run: &Run| clock() - run.reported >= REPORT_EVERY;
        if news || !self.is_measuring() || self.run.as_ref().is_some_and(due) {
            return self.report().into_iter().collect();
        }
        Vec::new()
    }

    fn report(&mut self) -> Option<CostResponse> {
        let clock = self.clock;
        let resolution = *self.resolution.get_or_insert_with(|| resolution(clock));
        let run = self.run.as_mut()?;
        run.reported = clock();
        Some(CostResponse::Report(run.report(resolution)))
    }
}

/// The smallest step of the clock among a few, in milliseconds.
fn resolution(clock: fn() -> f64) -> f64 {
    let (mut last, mut steps, mut least) = (clock(), 0, f64::INFINITY);
    // A clock that stands still must not keep us.
    for _ in 0..1_000_000 {
        let now = clock();
        if now > last {
            (least, steps) = (least.min(now - last), steps + 1);
            last = now;
        }
        if steps == 8 {
            break;
        }
    }
    if least.is_finite() { least } else { 0.0 }
}
