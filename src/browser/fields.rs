//! A field that people type into, as far as the tables need to know it.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlInputElement, PointerEvent};

use super::page::document;

/// An `<input>` of the page.
pub struct Field(HtmlInputElement);

impl Field {
    /// The field an event happened in.
    pub fn of(event: &Event) -> Option<Self> {
        event.target()?.dyn_into().ok().map(Self)
    }

    /// What stands in it.
    pub fn text(&self) -> String {
        self.0.value()
    }

    /// Writes `text` into it.
    pub fn write(&self, text: &str) {
        self.0.set_value(text);
    }

    /// Marks all of it, so that typing replaces it.
    pub fn select(&self) {
        self.0.select();
    }

    /// Sends all that the pointer does to this field, wherever it moves.
    pub fn capture(&self, event: &PointerEvent) {
        let _ = self.0.set_pointer_capture(event.pointer_id());
    }

    /// Says that what stands in it is refused, or is not any more.
    pub fn set_refused(&self, refused: bool) {
        let _ = if refused {
            self.0.set_attribute("aria-invalid", "true")
        } else {
            self.0.remove_attribute("aria-invalid")
        };
    }

    /// Whether what stands in it is refused.
    pub fn is_refused(&self) -> bool {
        self.0.has_attribute("aria-invalid")
    }

    /// Whether it is the one people type into now.
    pub fn has_focus(&self) -> bool {
        has_focus(&self.0)
    }

    /// Whether a sideways arrow would leave the text: at its end, or all of it is marked.
    pub fn at_edge(&self, to_the_right: bool) -> bool {
        let start = self.0.selection_start().ok().flatten().unwrap_or(0);
        let end = self.0.selection_end().ok().flatten().unwrap_or(0);
        let length = self.text().encode_utf16().count() as u32;
        let all = start == 0 && end == length;
        let edge = if to_the_right { length } else { 0 };
        all || start == end && start == edge
    }
}

/// Whether `input` has the focus.
pub(super) fn has_focus(input: &HtmlInputElement) -> bool {
    let active = document().and_then(|document| document.active_element());
    active.is_some_and(|active| active.is_same_node(Some(input)))
}

/// Begins to type into the field that stands in a place, with its text selected.
pub fn begin(place: &Element, text: &str) {
    let field = place.query_selector("input").ok().flatten();
    if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) {
        field.set_value(text);
        let _ = field.focus();
        field.select();
    }
}
