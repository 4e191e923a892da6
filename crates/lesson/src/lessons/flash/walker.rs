//! Where in a walk one stands, moved by the stepper's commands and clock.

use super::address::{At, Source};
use super::shown::Part;
use super::tile::Tile;
use super::walk::Walk;
use crate::core::playback::Playback;
use crate::lessons::stepper::command::Command;

/// Seconds a step stays while playing at speed 1.
const SECONDS_PER_STEP: f32 = 1.6;

/// A cell of the figure.
pub type Place = (Part, usize, usize);

/// Where one stands and what one looks at; nothing here changes a number but the tile's size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Walker {
    /// The size of a tile, as asked for.
    pub tile: Tile,
    /// The step one stands at.
    pub at: usize,
    /// Query and column in focus: a step explains the number it computed there.
    pub focus: (usize, usize),
    /// The cell whose explanation stays until the next step.
    pub pinned: Option<Place>,
    /// Whether it plays.
    pub playback: Playback,
}

impl Walker {
    /// Does a command of the walk, in a walk of so many steps; false for all other commands.
    pub fn apply(&mut self, command: &Command, steps: usize) -> bool {
        // An edit may have left fewer steps than there were.
        self.at = self.at.min(steps.saturating_sub(1));
        match *command {
            Command::Next => self.go(self.at + 1, steps),
            Command::Back => self.go(self.at.saturating_sub(1), steps),
            Command::Scrub(place) => self.go(place, steps),
            Command::Reset => {
                self.playback.playing = false;
                self.go(0, steps);
            }
            Command::Play => {
                if let Some(first) = self.playback.toggle(self.at, steps) {
                    self.go(first, steps);
                }
            }
            Command::Pin(None) => self.pinned = None,
            _ => return false,
        }
        true
    }

    /// Lets `seconds` pass at that speed; true when something moved.
    pub fn tick(&mut self, seconds: f32, speed: f32, steps: usize) -> bool {
        let next = self
            .playback
            .tick(seconds * speed, SECONDS_PER_STEP, self.at, steps);
        if let Some(place) = next {
            self.go(place, steps);
        }
        next.is_some()
    }

    /// To that step, or the nearest there is.
    pub fn go(&mut self, at: usize, steps: usize) {
        self.at = at.min(steps.saturating_sub(1));
        self.pinned = None;
    }

    /// Pins a cell; on the pinned cell again it lets go.
    pub fn pin(&mut self, place: Place) {
        let (_, row, col) = place;
        self.focus = (row, col);
        self.pinned = (self.pinned != Some(place)).then_some(place);
    }

    /// The number that is explained while nothing is pointed at: the pinned one, else what this step
    /// computed, in the row and column in focus as far as it reaches.
    #[must_use]
    pub fn explained(&self, walk: &Walk) -> Option<At> {
        match self.pinned {
            Some(place) => walk.at(self.at, place),
            None => walk.computed(self.at, self.focus),
        }
    }
}

impl Walk {
    /// Where the number that stands in a cell of the figure was computed.
    #[must_use]
    pub fn at(&self, step: usize, (part, row, col): Place) -> Option<At> {
        match self.shown(step, part, row, col).source? {
            Source::Step(at) => Some(at),
            Source::Start(_) => None,
        }
    }

    /// What step `step` computed, nearest to a row and column.
    #[must_use]
    pub fn computed(&self, step: usize, (row, col): (usize, usize)) -> Option<At> {
        let own = self.steps.get(step)?;
        let (rows, columns) = (&own.queries, own.columns());
        if columns.is_empty() {
            return None;
        }
        Some(At {
            step,
            row: row.clamp(rows.start, rows.end - 1),
            col: col.clamp(columns.start, columns.end - 1),
        })
    }
}
