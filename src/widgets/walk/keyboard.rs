//! Keys for a whole lesson that is walked: Alt with arrows walks, Ctrl with Z undoes, Esc lets go of the pin.
//! The page around an embedded lesson steps it here too.

use leptos::ev;
use leptos::prelude::*;
use lesson::Command;
use lesson::share::host::Step;

use super::{Walking, walking};
use crate::browser::{host, keys, menus};

/// Listens while the lesson is shown.
pub fn listen() {
    let walking = walking();
    let down = window_event_listener(ev::keydown, move |event| {
        if let Some(command) = command(&event) {
            event.prevent_default();
            walking.apply(command);
        }
    });
    let pressed = window_event_listener(ev::pointerdown, move |event| menus::close_others(&event));
    let asked =
        host::follow_steps(move |to| Step::from_key(to).is_some_and(|to| take(walking, to)));
    on_cleanup(move || {
        asked.remove();
        down.remove();
        pressed.remove();
    });
}

/// Takes a step that was asked for; false when there is no such place.
fn take(walking: Walking, to: Step) -> bool {
    let playing = walking.playing.get_untracked();
    let command = match to {
        Step::Next => Command::Next,
        Step::Back => Command::Back,
        Step::Reset => Command::Reset,
        Step::Play if !playing => Command::Play,
        Step::Pause if playing => Command::Play,
        Step::Play | Step::Pause => return true,
        Step::Place(place) if place <= walking.place.get_untracked().1 => Command::Scrub(place),
        Step::Place(_) | Step::Stage(_) => return false,
    };
    walking.apply(command);
    true
}

fn command(event: &ev::KeyboardEvent) -> Option<Command> {
    let key = event.key().to_ascii_lowercase();
    if event.alt_key() {
        return match key.as_str() {
            "arrowright" => Some(Command::Next),
            "arrowleft" => Some(Command::Back),
            "p" => Some(Command::Play),
            "home" => Some(Command::Reset),
            _ => None,
        };
    }
    if keys::in_text_field(event) {
        return None;
    }
    match (keys::command(event), key.as_str()) {
        (true, "z") if event.shift_key() => Some(Command::Redo),
        (true, "z") => Some(Command::Undo),
        (true, "y") => Some(Command::Redo),
        (false, "escape") if menus::close_all() => None,
        (false, "escape") => Some(Command::Pin(None)),
        _ => None,
    }
}
