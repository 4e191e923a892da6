//! The address and the menu: a link that is followed, and the stepper's numbers, taken along.

use leptos::ev;
use leptos::prelude::*;
use lesson::lessons::flash::link::SLUG;
use lesson::registry;

use super::state::Flash;
use crate::browser::page;
use crate::reactive::{derived, effect};

/// Follows both, for as long as the page lives; `open` is the lesson that is open.
pub fn follow(flash: Flash, open: RwSignal<String>) {
    effect(move || {
        // A link of our own says what is shown; the menu leaves the address as it was.
        if open.get() == SLUG && registry::lesson_of(&page::fragment()) != SLUG {
            untrack(|| flash.take_over());
        }
    });
    page::keep_fragment(derived(move || {
        let link = flash.link();
        (open.get() == SLUG).then_some(link)
    }));
    let opened = window_event_listener(ev::hashchange, move |event| {
        let fragment = page::led_to(&event);
        if registry::lesson_of(&fragment) == SLUG {
            flash.open_link(&fragment);
        }
    });
    on_cleanup(move || opened.remove());
}
