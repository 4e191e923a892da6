//! What an event happened in, by the attributes of the elements around it.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

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

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

fn around(event: &Event, selector: &str) -> Option<Element> {
    target(event)?.closest(selector).ok()?
}
