//! What draws, in a worker or in slices beside the page. It knows no clock and no thread of its own: it is given both.
//! The same document gives the same numbers, however its draws are cut into slices.

use super::document::{Document, WIDTHS};
use super::lesson::Scale;
use super::messages::{ScaleReport, ScaleRequest, State};
use super::tally::Tally;
use crate::core::player;

/// Milliseconds between two reports: so many a second that a histogram is seen to grow.
const REPORT_EVERY: f64 = 60.0;

/// The run under way, if there is one.
#[derive(Debug)]
pub struct Engine {
    clock: fn() -> f64,
    run: Option<Run>,
}

#[derive(Debug)]
struct Run {
    number: u32,
    state: State,
    keys: usize,
    tally: Tally,
    /// When it began or went on, and how many draws there were then.
    since: (f64, u32),
    reported: f64,
}

impl Engine {
    /// Without a run; `clock` gives milliseconds.
    #[must_use]
    pub const fn new(clock: fn() -> f64) -> Self {
        Self { clock, run: None }
    }

    /// Is there work to be done unasked?
    #[must_use]
    pub fn is_drawing(&self) -> bool {
        let draws = |run: &Run| run.state == State::Drawing;
        self.run.as_ref().is_some_and(draws)
    }

    /// Does what the page asks for. A link that cannot be read ends what was under way.
    pub fn handle(&mut self, request: ScaleRequest) -> Vec<ScaleReport> {
        let now = (self.clock)();
        match request {
            ScaleRequest::Draw(number, link) => {
                let read = player::read::<Scale>(&link).ok();
                self.run = read.map(|(document, _)| Run::new(number, document, now));
            }
            ScaleRequest::Pause(pause) => {
                if let Some(run) = &mut self.run {
                    run.pause(pause, now);
                }
            }
            ScaleRequest::Cancel => {
                if let Some(run) = &mut self.run {
                    run.state = State::Done;
                }
            }
        }
        self.report().into_iter().collect()
    }

    /// Draws for about `budget` milliseconds, once at least.
    pub fn work(&mut self, budget: f64) -> Vec<ScaleReport> {
        let clock = self.clock;
        let start = clock();
        let Some(run) = &mut self.run else {
            return vec![];
        };
        while run.state == State::Drawing {
            run.tally.draw();
            if run.tally.is_done() {
                run.state = State::Done;
            }
            if clock() - start >= budget {
                break;
            }
        }
        if run.state == State::Done || clock() - run.reported >= REPORT_EVERY {
            return self.report().into_iter().collect();
        }
        vec![]
    }

    fn report(&mut self) -> Option<ScaleReport> {
        let now = (self.clock)();
        let run = self.run.as_mut()?;
        run.reported = now;
        let summary = run.tally.summary();
        let (since, draws) = run.since;
        let drawn = f64::from(summary.draws - draws) * run.keys as f64 * WIDTHS.len() as f64;
        let seconds = (now - since) / 1000.0;
        Some(ScaleReport {
            number: run.number,
            state: run.state,
            speed: if seconds > 0.0 { drawn / seconds } else { 0.0 },
            summary,
        })
    }
}

impl Run {
    fn new(number: u32, document: Document, now: f64) -> Run {
        Run {
            number,
            state: State::Drawing,
            keys: document.keys,
            tally: Tally::of(document),
            since: (now, 0),
            reported: now,
        }
    }

    fn pause(&mut self, pause: bool, now: f64) {
        self.state = match (self.state, pause) {
            (State::Drawing, true) => State::Paused,
            (State::Paused, false) => {
                self.since = (now, self.tally.summary().draws);
                State::Drawing
            }
            (state, _) => state,
        };
    }
}
