//! Light and dark: the system's wish, and the reader's own.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::page::{root, window};
use crate::wire::{Said, Wire};

const KEY: &str = "attention-lab-theme";

/// What the reader chose: `"auto"`, `"light"` or `"dark"`.
pub fn chosen() -> String {
    let storage = window().and_then(|window| window.local_storage().ok().flatten());
    let stored = storage.and_then(|storage| storage.get_item(KEY).ok().flatten());
    stored
        .filter(|theme| ["light", "dark"].contains(&theme.as_str()))
        .unwrap_or("auto".into())
}

thread_local! {
    /// Said when the reader chooses: the page draws anew.
    static CHANGED: Wire<()> = const { Wire::new() };
}

/// Keeps the choice and shows it.
pub fn choose(theme: &str) {
    if let Some(storage) = window().and_then(|window| window.local_storage().ok().flatten()) {
        let _ = storage.set_item(KEY, theme);
    }
    apply(theme);
    CHANGED.say(&());
}

/// Shows the theme: `data-theme` on the root element, which the style sheet reads.
pub fn apply(theme: &str) {
    if let Some(root) = root() {
        let _ = root.set_attribute("data-theme", theme);
    }
}

/// Whether dark colours are shown now.
pub fn is_dark() -> bool {
    // What is shown rather than what was chosen: a link can ask for a theme too.
    let root = root();
    let shown = root.and_then(|root| root.get_attribute("data-theme"));
    match shown.as_deref() {
        Some("dark") => true,
        Some("light") => false,
        _ => system().is_some_and(|query| query.matches()),
    }
}

/// Keeps `dark` true to the reader's choice, and to the system's wish while it is left to the
/// system.
pub fn follow(dark: RwSignal<bool>) {
    mark();
    let change = move || {
        mark();
        dark.set(is_dark());
    };
    CHANGED.hear(move |()| change());
    let changed = Closure::<dyn Fn()>::new(change);
    let listener = changed.as_ref().unchecked_ref();
    if let Some(query) = system() {
        query.set_onchange(Some(listener));
        // The query and its listener live as long as the page.
        std::mem::forget(query);
    }
    changed.forget();
}

/// Says what the pictures are drawn for: `data-drawn` on the root element. Paper is light, and the style
/// sheet turns the pictures of a dark page for it.
fn mark() {
    let drawn = if is_dark() { "dark" } else { "light" };
    if let Some(root) = root() {
        let _ = root.set_attribute("data-drawn", drawn);
    }
}

fn system() -> Option<web_sys::MediaQueryList> {
    window()?
        .match_media("(prefers-color-scheme: dark)")
        .ok()
        .flatten()
}
