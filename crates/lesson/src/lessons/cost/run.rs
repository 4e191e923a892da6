//! One run: the points still to come, the one under way, and those that are known.

use std::collections::VecDeque;

use super::guard::{self, Refusal};
use super::inputs::Inputs;
use super::job::Job;
use super::messages::{Report, Start, State};
use super::method::Method;
use super::plan::{self, Place};
use super::point::{Measured, Point};
use super::reference::Reference;

#[derive(Debug)]
pub(super) struct Run {
    start: Start,
    pub state: State,
    plan: VecDeque<Place>,
    points: Vec<Point>,
    inputs: Option<Inputs>,
    yardstick: Option<Reference>,
    job: Option<Job>,
    /// The methods whose code is warm.
    warm: Vec<Method>,
    /// When it was reported of last.
    pub reported: f64,
}

impl Run {
    pub fn new(start: Start) -> Self {
        // What was refused is judged anew: the budget may be another.
        let stays = |point: &&Point| {
            point.outcome.is_ok() && !start.anyway.contains(&(point.method, point.n))
        };
        let points: Vec<_> = start.known.iter().filter(stays).cloned().collect();
        Self {
            state: State::Measuring,
            plan: plan::missing(&start.settings, &points).into(),
            points,
            inputs: None,
            yardstick: None,
            job: None,
            warm: Vec::new(),
            reported: 0.0,
            start,
        }
    }

    pub fn pause(&mut self, pause: bool) {
        self.state = match (self.state, pause) {
            (State::Measuring, true) => State::Paused,
            (State::Paused, false) => State::Measuring,
            (state, _) => state,
        };
    }

    pub fn cancel(&mut self) {
        if matches!(self.state, State::Measuring | State::Paused) {
            self.end(State::Cancelled);
        }
    }

    /// Gives all memory back.
    fn end(&mut self, state: State) {
        self.state = state;
        (self.job, self.inputs, self.yardstick) = (None, None, None);
    }

    /// One step of the point under way, or the next point; true when there is something to tell.
    pub fn advance(&mut self, clock: fn() -> f64) -> bool {
        let (Some(mut job), Some(inputs)) = (self.job.take(), &self.inputs) else {
            return self.begin();
        };
        let (place, setup) = (job.place, &self.start.settings.setup);
        match job.step(inputs, clock) {
            Ok(false) => {
                self.job = Some(job);
                false
            }
            Ok(true) => {
                let finished = job.finish(setup, inputs, &mut self.yardstick);
                self.know(place, finished)
            }
            Err(refusal) => self.know(place, Err(refusal)),
        }
    }

    fn begin(&mut self) -> bool {
        let Some(place) = self.plan.pop_front() else {
            self.end(State::Done);
            return true;
        };
        match self.prepare(place) {
            Ok(job) => {
                self.job = Some(job);
                false
            }
            Err(refusal) => self.know(place, Err(refusal)),
        }
    }

    /// Judges a point before anything is taken for it.
    fn prepare(&mut self, place: Place) -> Result<Job, Refusal> {
        let settings = &self.start.settings;
        let anyway = self.start.anyway.contains(&place);
        guard::judge(settings, &self.points, place, anyway)?;
        let (setup, n) = (&settings.setup, place.1);
        if self.inputs.as_ref().is_none_or(|inputs| inputs.n != n) {
            (self.inputs, self.yardstick) = (None, None);
            let inputs = Inputs::draw(setup, n)?;
            self.yardstick = Reference::new(setup, &inputs)?;
            self.inputs = Some(inputs);
        }
        let cold = !self.warm.contains(&place.0);
        if cold {
            self.warm.push(place.0);
        }
        Job::new(place, setup, if cold { plan::WARM.0 } else { plan::WARM.1 })
    }

    fn know(&mut self, (method, n): Place, outcome: Result<Measured, Refusal>) -> bool {
        self.points.push(Point { method, n, outcome });
        true
    }

    /// How far it is; the clock steps by `resolution` milliseconds.
    pub fn report(&self, resolution: f64) -> Report {
        let under_way = self.job.as_ref().map(|job| (job.place, job.share()));
        let next = self.plan.front().map(|place| (*place, 0.0));
        let going = matches!(self.state, State::Measuring | State::Paused);
        Report {
            number: self.start.number,
            state: self.state,
            now: under_way.or(next).filter(|_| going),
            to_come: self.plan.len() + usize::from(self.job.is_some()),
            left: self.left().filter(|_| going),
            points: self.points.clone(),
            resolution,
            grown: grown(),
        }
    }

    fn left(&self) -> Option<f64> {
        let remaining = |places: &[Place]| plan::remaining(&self.start, &self.points, places);
        let (front, back) = self.plan.as_slices();
        let now = match &self.job {
            Some(job) => remaining(&[job.place])? * (1.0 - job.share()),
            None => 0.0,
        };
        Some(now + remaining(front)? + remaining(back)?)
    }
}

/// Bytes that the memory of WebAssembly has grown to.
#[cfg(target_arch = "wasm32")]
fn grown() -> Option<u64> {
    const PAGE: u64 = 1 << 16;
    Some(core::arch::wasm32::memory_size(0) as u64 * PAGE)
}

#[cfg(not(target_arch = "wasm32"))]
const fn grown() -> Option<u64> {
    None
}
