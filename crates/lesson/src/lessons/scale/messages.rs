//! What the page and the engine say to each other about draws.

use serde::{Deserialize, Serialize};

use super::summary::Summary;

/// What the page asks of it. The document travels as the link that it is written in, and is read and bounded like any.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ScaleRequest {
    /// Draw, from the first: (the run's number, which every report repeats; the link).
    Draw(u32, String),
    /// Pause, or go on.
    Pause(bool),
    /// End; what was measured stays.
    Cancel,
}

/// What a run is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// It draws.
    Drawing,
    /// It waits.
    Paused,
    /// All is drawn, or it was ended.
    Done,
}

/// How far a run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScaleReport {
    /// Which run.
    pub number: u32,
    /// What it is doing.
    pub state: State,
    /// Dot products a second, all widths together, since it began or went on; 0 before that is known.
    pub speed: f64,
    /// What was measured so far.
    pub summary: Summary,
}
