//! What a student answered, kept in this browser.

use web_sys::Storage;

use super::page::window;

const KEY: &str = "attention-lab-quiz";

/// What was stored, if anything was and the browser gives it.
pub fn stored() -> Option<String> {
    storage()?.get_item(KEY).ok().flatten()
}

/// Stores `text`; without storage it lasts as long as the page.
pub fn store(text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(KEY, text);
    }
}

/// Removes what was stored.
pub fn forget() {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(KEY);
    }
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok().flatten()
}
