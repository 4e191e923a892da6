//! What was seen of a figure that is measured, and when that is enough.

use std::time::Duration;

use super::state::NARROW;

/// The column that it is walked through in, in CSS pixels.
pub const WIDE: u32 = 800;
/// Between two looks at the figure.
const PAUSE: Duration = Duration::from_millis(500);
/// So many looks in a row find the same.
const ALIKE: u32 = 3;
/// The same after a step.
const STEP_PAUSE: Duration = Duration::from_millis(150);
const STEP_ALIKE: u32 = 2;
/// So many looks are taken at most, each time.
const LOOKS: u32 = 30;
/// A figure may be laid out otherwise in a frame of the height that it asked for, and ask for more; not for ever.
const AGAIN: u32 = 2;
/// So many times the height in the wide column is too much: most readers would see nothing but white below.
const TOO_MUCH: u32 = 2;

/// What was seen of a figure so far.
#[derive(Clone, Copy)]
pub struct Seen {
    /// How high it was at the last look.
    pub before: u32,
    /// So often in a row.
    pub alike: u32,
    /// So many looks are left as it stands.
    pub left: u32,
    /// The most that it was where it has come to rest: in the wide column, and in any.
    pub wide: u32,
    pub most: u32,
    /// Which of its stops it was sent to last in the wide column, and at which it was highest.
    pub stop: Option<usize>,
    pub tallest: Option<usize>,
    /// It has been in so many of the narrower columns.
    pub narrower: usize,
    /// So often it may still be looked at again in a frame as high as the most that was seen.
    pub again: u32,
}

impl Default for Seen {
    fn default() -> Self {
        Self {
            before: 0,
            alike: 0,
            left: LOOKS,
            wide: 0,
            most: 0,
            stop: None,
            tallest: None,
            narrower: 0,
            again: AGAIN,
        }
    }
}

impl Seen {
    /// Whether it has only been opened.
    pub const fn begins(self) -> bool {
        self.stop.is_none() && self.goes_on()
    }

    /// Whether it is led from step to step: the first time in the wide column.
    pub const fn goes_on(self) -> bool {
        self.narrower == 0 && self.again == AGAIN
    }

    /// What has begun takes long to come to rest; a step does not.
    pub const fn pause(self) -> Duration {
        match self.begins() {
            true => PAUSE,
            false => STEP_PAUSE,
        }
    }

    pub const fn needed(self) -> u32 {
        match self.begins() {
            true => ALIKE,
            false => STEP_ALIKE,
        }
    }

    /// As it stands now it is as high as at the last look.
    pub fn rested(self) -> Self {
        let most = self.most.max(self.before);
        if self.narrower > 0 || self.before < self.wide {
            return Self { most, ..self };
        }
        Self {
            wide: self.before,
            most,
            tallest: self.stop,
            ..self
        }
    }

    /// It stands otherwise: nothing is known of that.
    pub const fn anew(self) -> Self {
        Self {
            before: 0,
            alike: 0,
            left: LOOKS,
            ..self
        }
    }

    /// The height to offer, and the narrowest column that it is enough for.
    pub const fn offer(self) -> (u32, u32) {
        match self.most > TOO_MUCH * self.wide {
            true => (self.wide, WIDE),
            false => (self.most, NARROW),
        }
    }
}
