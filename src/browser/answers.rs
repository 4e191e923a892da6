//! What a student answered: kept in this browser, and told to the page around as an event.

use lesson::quiz::{Grade, Mistake};
use wasm_bindgen::JsValue;
use web_sys::{CustomEvent, Storage};

use super::page::window;

const KEY: &str = "attention-lab-quiz";

/// The event on the window: `detail` is `{score, right, mistake}`, a number from 0 to 1, a boolean, and
/// the key of the likely mistake or null.
const ANSWERED: &str = "attention-lab-answer";

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

/// Tells whoever listens on the window.
pub fn tell(grade: &Grade) {
    let detail = js_sys::Object::new();
    let mistake = grade
        .mistake
        .map_or(JsValue::NULL, |mistake: Mistake| mistake.key().into());
    let entries = [
        ("score", JsValue::from_f64(f64::from(grade.score))),
        ("right", JsValue::from_bool(grade.right())),
        ("mistake", mistake),
    ];
    for (key, value) in entries {
        let _ = js_sys::Reflect::set(&detail, &key.into(), &value);
    }
    let (Some(window), Ok(event)) = (window(), CustomEvent::new(ANSWERED)) else {
        return;
    };
    event.init_custom_event_with_can_bubble_and_cancelable_and_detail(
        ANSWERED, false, false, &detail,
    );
    let _ = window.dispatch_event(&event);
}

fn storage() -> Option<Storage> {
    window()?.local_storage().ok().flatten()
}
