//! Keyboard and pointer events, as far as the views need to know them.

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, KeyboardEvent, MouseEvent, PointerEvent};

/// A step that an arrow key asks for: rows down, columns right.
pub fn arrow(event: &KeyboardEvent) -> Option<(isize, isize)> {
    match event.key().as_str() {
        "ArrowUp" => Some((-1, 0)),
        "ArrowDown" => Some((1, 0)),
        "ArrowLeft" => Some((0, -1)),
        "ArrowRight" => Some((0, 1)),
        _ => None,
    }
}

/// Ctrl on most machines, Cmd on a Mac.
pub fn command(event: &KeyboardEvent) -> bool {
    event.ctrl_key() || event.meta_key()
}

/// A character that begins a number, typed without a modifier.
pub fn begins_number(event: &KeyboardEvent) -> bool {
    let key = event.key();
    !command(event)
        && !event.alt_key()
        && key.chars().count() == 1
        && "-−.0123456789".contains(&*key)
}

/// Whether the event comes from a field that people type text into.
pub fn in_text_field(event: &web_sys::Event) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|element| {
        let tag = element.tag_name();
        let kind = element.get_attribute("type").unwrap_or_default();
        let text = tag == "INPUT" && (kind == "text" || kind == "number");
        tag == "TEXTAREA" || text && !element.has_attribute("data-matrix")
    })
}

/// Whether a sideways arrow would leave the text: at its end, or all of it is marked.
pub fn at_edge(input: &HtmlInputElement, to_the_right: bool) -> bool {
    let start = input.selection_start().ok().flatten().unwrap_or(0);
    let end = input.selection_end().ok().flatten().unwrap_or(0);
    let length = input.value().encode_utf16().count() as u32;
    let all = start == 0 && end == length;
    all || start == end
        && if to_the_right {
            end == length
        } else {
            start == 0
        }
}

/// The field an event of the pointer belongs to.
pub fn pointed_input(event: &PointerEvent) -> Option<HtmlInputElement> {
    event.target()?.dyn_into().ok()
}

/// Whether a finger moved it, for which sideways means scrolling unless the field is chosen.
pub fn is_touch(event: &PointerEvent) -> bool {
    event.pointer_type() == "touch"
}

/// Whether the field is the one people type into now.
pub fn has_focus(input: &HtmlInputElement) -> bool {
    let active = super::page::document().and_then(|document| document.active_element());
    active.is_some_and(|active| active.is_same_node(Some(input)))
}

/// Sends all that the pointer does to the element it was pressed on.
pub fn capture(event: &PointerEvent) {
    if let Some(input) = pointed_input(event) {
        let _ = input.set_pointer_capture(event.pointer_id());
    }
}

/// Lets a finger reach the cells it is drawn over; a touch is captured by where it began.
pub fn release_capture(event: &PointerEvent) {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    if let Some(element) = target {
        let _ = element.release_pointer_capture(event.pointer_id());
    }
}

/// Where in the element under it the pointer is, and how large that is, in CSS pixels.
pub fn inside(event: &MouseEvent) -> Option<((f64, f64), (f64, f64))> {
    let element: web_sys::Element = event.target()?.dyn_into().ok()?;
    let (width, height) = (element.client_width(), element.client_height());
    let (x, y) = (event.offset_x(), event.offset_y());
    Some((
        (f64::from(x), f64::from(y)),
        (f64::from(width), f64::from(height)),
    ))
}
