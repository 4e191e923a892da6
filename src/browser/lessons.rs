//! Lessons that are bundles of their own, fetched when they are opened first, and how the page and
//! a bundle tell each other which lesson is open: `data-lesson` on the root element, and an event.
//! `data-stepper` there is the stepper's link, for lessons that go on with its numbers.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{CustomEvent, HtmlScriptElement};

use super::page::{document, window};
use super::shipped;

const CHANGED: &str = "attention-lab-lesson";

/// Says to all bundles that the lesson of this slug is open now, and what the stepper holds.
pub fn opened(slug: &str, stepper: &str) {
    let root = document().and_then(|document| document.document_element());
    if let (Some(root), Some(window)) = (root, window()) {
        let _ = root.set_attribute("data-lesson", slug);
        let _ = root.set_attribute("data-stepper", stepper);
        if let Ok(event) = CustomEvent::new(CHANGED) {
            let _ = window.dispatch_event(&event);
        }
    }
}

/// The slug of the lesson that is open.
pub fn current() -> String {
    attribute("data-lesson")
}

/// The link of what the stepper held when a lesson was opened last.
pub fn stepper_link() -> String {
    attribute("data-stepper")
}

fn attribute(name: &str) -> String {
    let root = document().and_then(|document| document.document_element());
    let value = root.and_then(|root| root.get_attribute(name));
    value.unwrap_or_default()
}

/// Keeps `slug` to the lesson that is open, for as long as the page lives.
pub fn follow(slug: RwSignal<String>) {
    let changed = Closure::<dyn Fn()>::new(move || slug.set(current()));
    if let Some(window) = window() {
        let listener = changed.as_ref().unchecked_ref();
        let _ = window.add_event_listener_with_callback(CHANGED, listener);
    }
    changed.forget();
}

/// Fetches and starts the bundle of that name, unless another of its lessons had it fetched already.
/// `failed` is called when it cannot be had, whoever had it fetched.
pub fn fetch(name: &str, failed: impl Fn() + 'static) {
    let Some(document) = document() else { return };
    let address = shipped::address(&format!("{name}_loader.js"));
    let there = document.query_selector(&format!("script[src='{address}']"));
    let there = there.ok().flatten();
    if there
        .as_ref()
        .is_some_and(|script| script.has_attribute(FAILED))
    {
        return failed();
    }
    let (known, script) = match there {
        Some(script) => (true, Some(script)),
        None => (false, document.create_element("script").ok()),
    };
    let script = script.and_then(|script| script.dyn_into::<HtmlScriptElement>().ok());
    let (Some(script), Some(head)) = (script, document.head()) else {
        return failed();
    };
    when_it_fails(&script, failed);
    if !known {
        script.set_type("module");
        script.set_src(&address);
        let _ = head.append_child(&script);
    }
}

/// What a script that could not be had is marked with: its error is told only once.
const FAILED: &str = "data-failed";

fn when_it_fails(script: &HtmlScriptElement, failed: impl Fn() + 'static) {
    let own = script.clone();
    let failed = Closure::<dyn Fn()>::new(move || {
        let _ = own.set_attribute(FAILED, "");
        failed();
    });
    let listener = failed.as_ref().unchecked_ref();
    let _ = script.add_event_listener_with_callback("error", listener);
    failed.forget();
}
