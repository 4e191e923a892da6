//! Everything that computes for the page, behind one door: the worker and its stand-in hold one of
//! these and know nothing of lessons.

use crate::lessons::cost;
use crate::lessons::scale;
use crate::lessons::training;
use crate::protocol::{Request, Response};

/// The engines of all lessons that have one.
#[derive(Debug)]
pub struct Engine {
    training: training::engine::Engine,
    cost: cost::engine::Engine,
    scale: scale::engine::Engine,
}

impl Engine {
    /// With nothing to do; `clock` gives milliseconds.
    #[must_use]
    pub fn new(clock: fn() -> f64) -> Self {
        Self {
            training: training::engine::Engine::new(clock),
            cost: cost::engine::Engine::new(clock),
            scale: scale::engine::Engine::new(clock),
        }
    }

    /// Does what the page asks for.
    pub fn handle(&mut self, request: Request) -> Vec<Response> {
        match request {
            Request::Cost(request) => said(self.cost.handle(request)),
            Request::Scale(request) => drawn(self.scale.handle(request)),
            request => self.training.handle(request),
        }
    }

    /// Is there work to be done unasked?
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.training.is_busy() || self.cost.is_measuring() || self.scale.is_drawing()
    }

    /// Works for about `budget` milliseconds.
    pub fn work(&mut self, budget: f64) -> Vec<Response> {
        let mut answers = Vec::new();
        if self.training.is_busy() {
            answers = self.training.work(budget);
        }
        if self.cost.is_measuring() {
            answers.extend(said(self.cost.work(budget)));
        }
        if self.scale.is_drawing() {
            answers.extend(drawn(self.scale.work(budget)));
        }
        answers
    }
}

fn said(answers: Vec<cost::messages::CostResponse>) -> Vec<Response> {
    answers.into_iter().map(Response::Cost).collect()
}

fn drawn(reports: Vec<scale::messages::ScaleReport>) -> Vec<Response> {
    reports.into_iter().map(Response::Scale).collect()
}
