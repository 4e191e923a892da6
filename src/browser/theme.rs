//! Light and dark: the system's wish, and the reader's own.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;

use super::page::{document, window};

const KEY: &str = "attention-lab-theme";

/// What the reader chose: `"auto"`, `"light"` or `"dark"`.
pub fn chosen() -> String {
    let storage = window().and_then(|window| window.local_storage().ok().flatten());
    let stored = storage.and_then(|storage| storage.get_item(KEY).ok().flatten());
    stored
        .filter(|theme| ["light", "dark"].contains(&theme.as_str()))
        .unwrap_or("auto".into())
}

/// Keeps the choice and shows it.
pub fn choose(theme: &str) {
    if let Some(storage) = window().and_then(|window| window.local_storage().ok().flatten()) {
        let _ = storage.set_item(KEY, theme);
    }
    apply(theme);
}

/// Shows the theme: `data-theme` on the root element, which the style sheet reads.
pub fn apply(theme: &str) {
    if let Some(root) = document().and_then(|document| document.document_element()) {
        let _ = root.set_attribute("data-theme", theme);
    }
}

/// Whether dark colours are shown now.
pub fn is_dark() -> bool {
    match chosen().as_str() {
        "dark" => true,
        "light" => false,
        _ => system().is_some_and(|query| query.matches()),
    }
}

/// Keeps `dark` true to the system's wish while the reader leaves it to the system.
pub fn follow_system(dark: RwSignal<bool>) {
    let Some(query) = system() else { return };
    let changed = Closure::<dyn Fn()>::new(move || dark.set(is_dark()));
    query.set_onchange(Some(changed.as_ref().unchecked_ref()));
    // The query and its listener live as long as the page.
    changed.forget();
    std::mem::forget(query);
}

fn system() -> Option<web_sys::MediaQueryList> {
    window()?
        .match_media("(prefers-color-scheme: dark)")
        .ok()
        .flatten()
}
