//! Playing a walk: the clock that the walks of all lessons have in common.

/// Whether a walk plays, and for how long it has stayed where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Playback {
    /// Playing.
    pub playing: bool,
    /// Seconds at the present place, at speed 1.
    clock: f32,
}

impl Playback {
    /// Lets `seconds` pass at `place` of so many `places`, at each of which one stays for `stay`
    /// seconds. The place to go to, once it is time.
    pub fn tick(&mut self, seconds: f32, stay: f32, place: usize, places: usize) -> Option<usize> {
        if !self.playing {
            return None;
        }
        // A tab that slept does not jump: at most one step a tick.
        self.clock += seconds;
        if self.clock < stay {
            return None;
        }
        self.clock = 0.0;
        self.playing = place + 2 < places;
        Some(place + 1)
    }

    /// Plays or pauses. At the end playing starts over: the place to go to first, if so.
    pub fn toggle(&mut self, place: usize, places: usize) -> Option<usize> {
        let over = !self.playing && place + 1 >= places;
        self.playing = !self.playing;
        self.clock = 0.0;
        over.then_some(0)
    }
}
