//! What the page and the engine say to each other about measuring.

use serde::{Deserialize, Serialize};

use super::plan::Place;
use super::point::Point;
use super::problem::CostProblem;
use super::settings::Settings;

/// What is to be measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Start {
    /// Repeated in every report, so that one of an older run is known as such.
    pub number: u32,
    /// What and how far.
    pub settings: Settings,
    /// Points that are known already: they are not measured again.
    pub known: Vec<Point>,
    /// Points that are wanted however long they take.
    pub anyway: Vec<Place>,
}

/// What the page asks of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CostRequest {
    /// Measure.
    Measure(Box<Start>),
    /// Pause, or go on.
    Pause(bool),
    /// End, and keep what was measured.
    Cancel,
}

/// What it says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum CostResponse {
    /// It could not begin: (the run's number, why).
    Refused(u32, CostProblem),
    /// How far it is.
    Report(Report),
}

/// What a run is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// It measures.
    Measuring,
    /// It waits.
    Paused,
    /// It was ended before the end.
    Cancelled,
    /// Every point is measured or refused.
    Done,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// Which run.
    pub number: u32,
    /// What it is doing.
    pub state: State,
    /// The point under way, and how much of it is done, 0…1.
    pub now: Option<(Place, f64)>,
    /// Points still to come, the one under way included.
    pub to_come: usize,
    /// Milliseconds still to come, once that can be told.
    pub left: Option<f64>,
    /// Everything known of the series.
    pub points: Vec<Point>,
    /// By how much the clock steps, in milliseconds.
    pub resolution: f64,
    /// Bytes that the memory of WebAssembly has grown to; `None` elsewhere.
    pub grown: Option<u64>,
}
