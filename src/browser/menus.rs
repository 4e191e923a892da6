//! Menus made of `<details class="menu">`: a click elsewhere, a choice or Esc closes them.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement};

use super::page::document;

/// Closes every open menu that does not hold what was pressed.
pub fn close_others(event: &Event) {
    let pressed = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    close_all_but(pressed.as_ref());
}

/// Closes every open menu; true when there was one. A focus in it goes back to what opened it.
pub fn close_all() -> bool {
    let within = document().and_then(|document| document.active_element());
    let menu = within.and_then(|within| within.closest("details.menu[open]").ok()?);
    let closed = close_all_but(None);
    let summary = menu
        .filter(|menu| !menu.has_attribute("open"))
        .and_then(|menu| menu.query_selector("summary").ok()?);
    if let Some(summary) = summary.and_then(|own| own.dyn_into::<HtmlElement>().ok()) {
        let _ = summary.focus();
    }
    closed
}

/// Closes the menu in which a button was clicked.
pub fn close_after_choice(event: &Event) {
    let clicked = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    if clicked.is_some_and(|element| element.tag_name() == "BUTTON") {
        close_all();
    }
}

fn close_all_but(inside: Option<&Element>) -> bool {
    let open =
        document().and_then(|document| document.query_selector_all("details.menu[open]").ok());
    let Some(open) = open else { return false };
    let mut closed = false;
    for index in 0..open.length() {
        let Some(menu) = open
            .item(index)
            .and_then(|node| node.dyn_into::<Element>().ok())
        else {
            continue;
        };
        // A dialog opened from a menu lives inside it and stays usable.
        let holds = inside.is_some_and(|inside| menu.contains(Some(inside)));
        if !holds && !matches!(menu.query_selector("dialog[open]"), Ok(Some(_))) {
            let _ = menu.remove_attribute("open");
            closed = true;
        }
    }
    closed
}
