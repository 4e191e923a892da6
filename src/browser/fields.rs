//! A field that people type into, as far as the tables need to know it.

use wasm_bindgen::JsCast;
use web_sys::{Document, Element, Event, HtmlInputElement, PointerEvent};

use super::page::document;

/// The id of the sentence at the field whose text is refused; there is one message at a time.
const PROBLEM: &str = "cell-problem";

/// The id of the form that holds the field which is typed into, and no other.
const ALONE: &str = "typed-into";

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

    /// Gives it a form of its own. For whoever fills in forms a browser reads, at every key, all fields of the form that
    /// is typed into, and fields without one count as one form: with 124 of them that took 2 ms a digit.
    pub fn set_apart(&self) {
        if let Some(document) = document() {
            let before = document.query_selector(&format!("[form={ALONE}]"));
            if let Some(before) = before.ok().flatten() {
                let _ = before.remove_attribute("form");
            }
            if document.get_element_by_id(ALONE).is_none() {
                add_form(&document);
            }
            let _ = self.0.set_attribute("form", ALONE);
        }
    }

    /// Sends all that the pointer does to this field, wherever it moves.
    pub fn capture(&self, event: &PointerEvent) {
        let _ = self.0.set_pointer_capture(event.pointer_id());
    }

    /// Says that what stands in it is refused, or is not any more.
    pub fn set_refused(&self, refused: bool) {
        match refused {
            true => refuse(&self.0),
            false => mend(&self.0),
        }
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
        let (start, end, length) = self.marked();
        let edge = if to_the_right { length } else { 0 };
        self.is_marked() || start == end && start == edge
    }

    /// Whether all of it is marked, as it is until somebody types or places the cursor.
    pub fn is_marked(&self) -> bool {
        let (start, end, length) = self.marked();
        start == 0 && end == length
    }

    /// From where to where text is marked, and how long it is, in UTF-16 units.
    fn marked(&self) -> (u32, u32, u32) {
        let start = self.0.selection_start().ok().flatten().unwrap_or(0);
        let end = self.0.selection_end().ok().flatten().unwrap_or(0);
        (start, end, self.text().encode_utf16().count() as u32)
    }
}

/// A form that nobody sees and nothing is sent with: its method is that of a dialog, and it stands in none.
fn add_form(document: &Document) {
    let Ok(form) = document.create_element("form") else {
        return;
    };
    form.set_id(ALONE);
    for (name, value) in [("method", "dialog"), ("hidden", "")] {
        let _ = form.set_attribute(name, value);
    }
    let _ = document.body().map(|body| body.append_child(&form));
}

/// The field is wrong, and described by what is said of it.
fn refuse(input: &HtmlInputElement) {
    for (name, value) in [
        ("aria-invalid", "true"),
        ("aria-describedby", PROBLEM),
        ("aria-errormessage", PROBLEM),
    ] {
        let _ = input.set_attribute(name, value);
    }
}

/// This sentence is what is wrong with the refused field, and no other is.
pub fn describe_refused(sentence: &Element) {
    let before = document().and_then(|own| own.get_element_by_id(PROBLEM));
    if let Some(before) = before {
        let _ = before.remove_attribute("id");
    }
    sentence.set_id(PROBLEM);
}

/// Nothing is wrong with the field any more.
pub(super) fn mend(input: &HtmlInputElement) {
    if !input.has_attribute("aria-invalid") {
        return;
    }
    let _ = input.remove_attribute("aria-invalid");
    let _ = input.remove_attribute("aria-errormessage");
    if input.get_attribute("aria-describedby").as_deref() == Some(PROBLEM) {
        let _ = input.remove_attribute("aria-describedby");
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
