//! Keys for a whole lesson that is walked: Alt with arrows walks, Ctrl with Z undoes, Esc lets go of the pin.

use leptos::ev;
use leptos::prelude::*;
use lesson::core::command::Command;

use super::walking;
use crate::browser::{keys, menus};
use crate::widgets::history;

/// Listens while the lesson is shown.
pub fn listen() {
    let walking = walking();
    let down = window_event_listener(ev::keydown, move |event| {
        if let Some(command) = command(&event) {
            event.prevent_default();
            match command {
                Command::Undo => history::undo(walking.shell),
                Command::Redo => history::redo(walking.shell),
                other => walking.apply(other),
            }
        }
    });
    // After what was pressed has acted: a list that closes before lets go of its room, and the press meets something else.
    let pressed = window_event_listener(ev::click, move |event| menus::close_others(&event));
    on_cleanup(move || {
        down.remove();
        pressed.remove();
    });
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
