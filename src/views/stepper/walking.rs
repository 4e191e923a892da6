//! The stages as a walk that the common controls and keys can move along.

use leptos::prelude::*;
use lesson::Stepper;

use super::said;
use crate::reactive::{derived, memo};
use crate::state::Lab;
use crate::text::{self, tr};
use crate::widgets::walk::Walking;

/// The stepper's walk.
pub fn of(lab: Lab) -> Walking {
    let position = derived(move || position(lab));
    Walking {
        run: Callback::new(move |command| lab.run(command)),
        tick: Callback::new(move |seconds| tick(lab, seconds)),
        place: memo(move || lab.stepper.with(|s| (s.place(), s.places().len() - 1))),
        ways: memo(move || lab.stepper.with(ways)),
        playing: memo(move || lab.stepper.with(|s| s.playback.playing)),
        speed: memo(move || lab.view.with(|view| view.speed)),
        position,
        said: said::of(lab, position),
    }
}

fn ways(stepper: &Stepper) -> (bool, bool) {
    let (walk, here) = (stepper.walk(), Some(&stepper.view.stage));
    (walk.first() != here, walk.last() != here)
}

fn position(lab: Lab) -> String {
    let stage = lab.stage.get();
    let walk = lab.stepper.with(Stepper::walk);
    let here = walk
        .iter()
        .position(|own| *own == stage)
        .map_or(0, |i| i + 1);
    tr!(
        walk.position,
        title = text::stage(stage).0,
        here = here,
        count = walk.len()
    )
}

/// Time passes without a signal unless something moved; false when playing has ended.
fn tick(lab: Lab, seconds: f32) -> bool {
    let mut moved = false;
    let still_there = lab.stepper.try_maybe_update(|stepper| {
        moved = stepper.tick(seconds);
        (moved, stepper.playback.playing)
    });
    still_there == Some(true)
}
