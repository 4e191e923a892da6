//! What is kept in this browser. Where it keeps nothing, it lasts as long as the page.

use web_sys::Storage;

use super::page::window;

/// What was stored under that name, if anything was and the browser gives it.
pub fn get(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Stores `text`.
pub fn set(name: &str, text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(name, text);
    }
}

/// Whether anything is kept at all: not where the browser denies it, or has no room for a word.
pub fn keeps() -> bool {
    const PROBE: &str = "attention-lab-probe";
    let kept = storage().is_some_and(|own| own.set_item(PROBE, "1").is_ok());
    remove(PROBE);
    kept
}

/// Removes what was stored.
pub fn remove(name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(name);
    }
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok().flatten()
}
