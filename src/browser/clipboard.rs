//! Copy and paste.

use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{ClipboardEvent, HtmlInputElement, HtmlTextAreaElement};

use super::page::{document, window};

/// The text being pasted; none when the clipboard holds no text.
pub fn pasted(event: &web_sys::Event) -> Option<String> {
    let event: &ClipboardEvent = event.dyn_ref()?;
    event
        .clipboard_data()?
        .get_data("text/plain")
        .ok()
        .filter(|text| !text.is_empty())
}

/// Puts `text` on the clipboard in answer to a copy event.
pub fn answer_copy(event: &web_sys::Event, text: &str) {
    let data = event
        .dyn_ref::<ClipboardEvent>()
        .and_then(ClipboardEvent::clipboard_data);
    if data.is_some_and(|data| data.set_data("text/plain", text).is_ok()) {
        event.prevent_default();
    }
}

/// Whether the user has marked part of a field's text, which a copy should take as it is.
pub fn part_of_text_is_marked() -> bool {
    let active = document().and_then(|document| document.active_element());
    let Some(input) = active.and_then(|element| element.dyn_into::<HtmlInputElement>().ok()) else {
        return false;
    };
    let start = input.selection_start().ok().flatten().unwrap_or(0);
    let end = input.selection_end().ok().flatten().unwrap_or(0);
    start != end && (start, end as usize) != (0, input.value().encode_utf16().count())
}

/// Copies `text`, then says whether the browser allowed it.
pub fn copy(text: String, done: impl Fn(bool) + 'static) {
    let Some(clipboard) = window().map(|window| window.navigator().clipboard()) else {
        return done(false);
    };
    // Undefined on pages that are not served from a secure place.
    if clipboard.is_undefined() {
        return done(false);
    }
    let promise = clipboard.write_text(&text);
    leptos::task::spawn_local(async move { done(JsFuture::from(promise).await.is_ok()) });
}

/// Marks all of the text area of that id and goes there, so that the reader can copy it by hand.
pub fn mark_all(id: &str) {
    let element = document().and_then(|document| document.get_element_by_id(id));
    if let Some(area) = element.and_then(|element| element.dyn_into::<HtmlTextAreaElement>().ok()) {
        let _ = area.focus();
        area.select();
    }
}
