//! What an event happened in, by the attributes of the elements around it.

use leptos::prelude::request_animation_frame;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, MouseEvent, PointerEvent};

/// The attribute `name` of the innermost element around the event's target that has it.
pub fn attribute(event: &Event, name: &str) -> Option<String> {
    around(event, &format!("[{name}]"))?.get_attribute(name)
}

/// Several attributes of the innermost element that has the first of them.
pub fn attributes<const N: usize>(event: &Event, names: [&str; N]) -> Option<[Option<String>; N]> {
    let element = around(event, &format!("[{}]", names.first()?))?;
    Some(names.map(|name| element.get_attribute(name)))
}

/// The same of one, as a number.
pub fn number(event: &Event, name: &str) -> Option<usize> {
    attribute(event, name)?.parse().ok()
}

/// Is the `<details>` that was opened or closed open now?
pub fn is_open(event: &Event) -> bool {
    target(event).is_some_and(|element| element.has_attribute("open"))
}

/// Whether a finger does it: it may be about to scroll.
pub fn by_finger(event: &Event) -> bool {
    event
        .dyn_ref::<PointerEvent>()
        .is_some_and(super::keys::is_touch)
}

/// Where the pointer is in the largest square in the middle of the element that hears it: from −1 to 1, to the right
/// and upwards. Outside of the square it is more.
pub fn within(event: &Event) -> Option<(f32, f32)> {
    let element: Element = event.current_target()?.dyn_into().ok()?;
    let (rect, pointer) = (
        element.get_bounding_client_rect(),
        event.dyn_ref::<MouseEvent>()?,
    );
    let half = rect.width().min(rect.height()) / 2.0;
    let x = (f64::from(pointer.client_x()) - rect.left() - rect.width() / 2.0) / half;
    let y = (rect.top() + rect.height() / 2.0 - f64::from(pointer.client_y())) / half;
    (x.is_finite() && y.is_finite()).then_some((x as f32, y as f32))
}

/// Where the pointer is across the element that hears it: 0 at its left edge, 1 at its right; no further.
pub fn across(event: &Event) -> Option<f32> {
    let element: Element = event.current_target()?.dyn_into().ok()?;
    let (rect, pointer) = (
        element.get_bounding_client_rect(),
        event.dyn_ref::<MouseEvent>()?,
    );
    let x = (f64::from(pointer.client_x()) - rect.left()) / rect.width();
    x.is_finite().then(|| x.clamp(0.0, 1.0) as f32)
}

/// Whether a press may begin to drag. A finger has to be on what it drags, an element of `handle`: anywhere else it
/// scrolls the page.
pub fn may_drag(event: &Event, handle: &str) -> bool {
    let pointer = event.dyn_ref::<PointerEvent>();
    let finger = pointer.is_some_and(|pointer| pointer.pointer_type() == "touch");
    !finger || around(event, handle).is_some()
}

/// Has the element that hears it hear all of a drag, also outside.
pub fn hold(event: &Event) {
    let element = event
        .current_target()
        .and_then(|own| own.dyn_into::<Element>().ok());
    if let (Some(element), Some(pointer)) = (element, event.dyn_ref::<PointerEvent>()) {
        let _ = element.set_pointer_capture(pointer.pointer_id());
    }
}

/// In the next frame the focus goes to what the selector finds in the element that hears the event.
pub fn refocus(event: &Event, selector: String) {
    let place = event
        .current_target()
        .and_then(|own| own.dyn_into::<Element>().ok());
    request_animation_frame(move || {
        let found = place.and_then(|own| own.query_selector(&selector).ok().flatten());
        if let Some(found) = found.and_then(|own| own.dyn_into::<HtmlElement>().ok()) {
            let _ = found.focus();
        }
    });
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

fn around(event: &Event, selector: &str) -> Option<Element> {
    target(event)?.closest(selector).ok()?
}
