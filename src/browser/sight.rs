//! What is in sight.

use std::time::Duration;

use js_sys::Array;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlDivElement, IntersectionObserver, IntersectionObserverEntry};

use super::page;
use crate::reactive::effect;

/// When what nobody has looked at yet is wanted all the same, so that it can be printed and found: by then the page
/// has painted its figure and come to rest.
const AT_REST: Duration = Duration::from_secs(3);

/// Calls `seen` when the place comes into sight, after the figure was painted; also where nothing is ever seen, in
/// a frame out of sight, once the page is at rest. It may be called more than once.
pub fn once_seen(place: NodeRef<html::Div>, seen: impl Fn() + Copy + 'static) {
    effect(move || {
        if let Some(place) = place.get() {
            page::after_frame(move || observe(&place, seen));
            set_timeout(seen, AT_REST);
        }
    });
}

/// Calls `painted` after the next frame; in a frame out of sight, where nothing is painted, once the page is at rest.
/// It may be called twice.
pub fn once_painted(painted: impl Fn() + Copy + 'static) {
    page::after_frame(painted);
    set_timeout(painted, AT_REST);
}

fn observe(place: &HtmlDivElement, seen: impl Fn() + 'static) {
    let callback = Closure::<dyn Fn(Array, IntersectionObserver)>::new(
        move |entries: Array, observer: IntersectionObserver| {
            let in_sight = |entry: JsValue| {
                let entry = entry.dyn_into::<IntersectionObserverEntry>();
                entry.is_ok_and(|entry| entry.is_intersecting())
            };
            if entries.iter().any(in_sight) {
                observer.disconnect();
                seen();
            }
        },
    );
    if let Ok(observer) = IntersectionObserver::new(callback.as_ref().unchecked_ref()) {
        observer.observe(place);
    }
    // The browser keeps the observer while it observes, and it its callback.
    callback.forget();
}
