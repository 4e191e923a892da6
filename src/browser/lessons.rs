//! Lessons that are bundles of their own, fetched when they are opened first, and how the page and
//! a bundle tell each other which lesson is open: `data-lesson` on the root element, and an event.

use leptos::prelude::*;
use lesson::share::embed::without_frame;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::CustomEvent;

use super::page::{document, window};

const CHANGED: &str = "attention-lab-lesson";

/// Asked of the lesson that is open: that the address hold its link now.
const SETTLE: &str = "attention-lab-settle";

/// Says to all bundles that the lesson of this slug is open now.
pub fn opened(slug: &str) {
    let root = document().and_then(|document| document.document_element());
    if let Some(root) = root {
        let _ = root.set_attribute("data-lesson", slug);
        say(CHANGED);
    }
}

/// Has the lesson that is open put its link into the address at once.
pub fn settle() {
    say(SETTLE);
}

/// Calls `settle` whenever the address is to hold the link of the lesson that is open.
pub fn follow_settling(settle: impl Fn() + 'static) -> WindowListenerHandle {
    window_event_listener_untyped(SETTLE, move |_| settle())
}

fn say(event: &str) {
    if let (Some(window), Ok(event)) = (window(), CustomEvent::new(event)) {
        let _ = window.dispatch_event(&event);
    }
}

/// Whether a fragment is what the menu of lessons puts into the address: the lesson as it stood, not as
/// an empty link would open it.
pub fn is_from_the_menu(fragment: &str, slug: &str) -> bool {
    without_frame(fragment) == menu_link(slug)
}

/// What the menu of lessons puts into the address.
pub fn menu_link(slug: &str) -> String {
    format!("lesson={slug}&open")
}

/// Says whether numbers of the lesson of that slug are covered: other lessons would show them.
pub fn set_covered(slug: &str, covered: bool) {
    let Some(root) = document().and_then(|document| document.document_element()) else {
        return;
    };
    let is_own = root.get_attribute(COVERED).as_deref() == Some(slug);
    if covered {
        let _ = root.set_attribute(COVERED, slug);
    } else if is_own {
        let _ = root.remove_attribute(COVERED);
    }
}

/// Holds the slug of the lesson whose numbers are covered; the style sheet takes the menu away.
const COVERED: &str = "data-covered";

/// Remembers the link of a lesson that is being left, for lessons that go on with its numbers.
pub fn keep_link(slug: &str, link: &str) {
    if let Some(root) = document().and_then(|document| document.document_element()) {
        let _ = root.set_attribute(&format!("data-left-{slug}"), link);
    }
}

/// The link of the lesson of that slug when it was left last; empty where it was not.
pub fn link_of(slug: &str) -> String {
    attribute(&format!("data-left-{slug}"))
}

/// The slug of the lesson that is open.
pub fn current() -> String {
    attribute("data-lesson")
}

fn attribute(name: &str) -> String {
    let root = document().and_then(|document| document.document_element());
    let value = root.and_then(|root| root.get_attribute(name));
    value.unwrap_or_default()
}

/// The slug of the lesson that is open, followed for as long as the page lives.
pub fn followed() -> RwSignal<String> {
    let slug = RwSignal::new(current());
    let changed = Closure::<dyn Fn()>::new(move || slug.set(current()));
    if let Some(window) = window() {
        let listener = changed.as_ref().unchecked_ref();
        let _ = window.add_event_listener_with_callback(CHANGED, listener);
    }
    changed.forget();
    slug
}
