//! Keyboard and pointer events, as far as the views need to know them.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent, MouseEvent, PointerEvent};

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
pub fn in_text_field(event: &Event) -> bool {
    target(event).is_some_and(|element| {
        let tag = element.tag_name();
        let kind = element.get_attribute("type").unwrap_or_default();
        let text = tag == "INPUT" && ["text", "number", "search"].contains(&&*kind);
        tag == "TEXTAREA" || text && !element.has_attribute("data-matrix")
    })
}

/// Whether a finger moved it, for which sideways means scrolling unless the field is chosen.
pub fn is_touch(event: &PointerEvent) -> bool {
    event.pointer_type() == "touch"
}

/// Lets a finger reach the cells it is drawn over; a touch is captured by where it began.
pub fn release_capture(event: &PointerEvent) {
    if let Some(element) = target(event) {
        let _ = element.release_pointer_capture(event.pointer_id());
    }
}

/// Where in the element under it the pointer is, and how large that is, in CSS pixels.
pub fn inside(event: &MouseEvent) -> Option<((f64, f64), (f64, f64))> {
    let element = target(event)?;
    let (width, height) = (element.client_width(), element.client_height());
    let (x, y) = (event.offset_x(), event.offset_y());
    Some((
        (f64::from(x), f64::from(y)),
        (f64::from(width), f64::from(height)),
    ))
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}
