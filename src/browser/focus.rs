//! Where the focus goes by itself, and what it makes of the element that has it.

use std::time::Duration;

use leptos::html::ElementType;
use leptos::prelude::{NodeRef, set_timeout};
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, FocusEvent, FocusOptions, HtmlElement, KeyboardEvent};

use super::page::{document, window};
use super::{keys, listening};

/// A button of a row that is one stop for Tab.
const STOP: &str = "button[tabindex]";

/// The element in which the arithmetic of the explained cell stands.
const ARITHMETIC: &str = "arithmetic";

/// The focused cell is described by the arithmetic, and no other is: it is that of this one.
pub fn describe(event: &Event) {
    describe_none();
    let Some(document) = document() else { return };
    // The guided walk has no such place.
    let there = document.get_element_by_id(ARITHMETIC).is_some();
    // A refused field is described by what is wrong with it.
    let refused = |cell: &Element| cell.has_attribute("aria-invalid");
    if let Some(cell) = target(event).filter(|cell| there && !refused(cell)) {
        let _ = cell.set_attribute("aria-describedby", ARITHMETIC);
    }
}

/// No cell is described by the arithmetic: it is not that of the focused one.
pub fn describe_none() {
    let Some(document) = document() else { return };
    let described = format!("[aria-describedby={ARITHMETIC}]");
    while let Ok(Some(before)) = document.query_selector(&described) {
        let _ = before.remove_attribute("aria-describedby");
    }
}

/// The `tabindex` of a button in a group that is one stop for Tab ([`rove`]).
pub const fn stop(first: bool) -> &'static str {
    if first { "0" } else { "-1" }
}

/// Makes the buttons of `place` that have a `tabindex` one stop for Tab: arrows, Home and End go on from there, and Tab
/// comes back to where one was.
pub fn rove<E>(place: NodeRef<E>)
where
    E: ElementType,
    E::Output: JsCast + Clone + 'static,
{
    listening::hear(place, &["keydown", "focusin"], |kind, event| match kind {
        "keydown" if event.dyn_ref().is_some_and(along_row) => event.prevent_default(),
        "keydown" => {}
        _ => keep_stop(event),
    });
}

/// The focused button is the one that Tab comes back to.
fn keep_stop(event: &Event) {
    let button = target(event).and_then(|own| own.closest(STOP).ok().flatten());
    let Some(button) = button else { return };
    let row = row_of(event, &button);
    let before = row.and_then(|row| row.query_selector("button[tabindex='0']").ok().flatten());
    if let Some(before) = before {
        let _ = before.set_attribute("tabindex", stop(false));
    }
    let _ = button.set_attribute("tabindex", stop(true));
}

/// Arrow keys, Home and End in a row of buttons that is one stop for Tab. True when there was a button to go to.
pub fn along_row(event: &KeyboardEvent) -> bool {
    next_in_row(event).is_some_and(|next| focus(&next))
}

fn next_in_row(event: &KeyboardEvent) -> Option<Element> {
    let button = target(event)?.closest(STOP).ok()??;
    let row = row_of(event, &button)?;
    let all = row.query_selector_all(STOP).ok()?;
    let is_here = |at: &u32| {
        all.item(*at)
            .is_some_and(|own| own.is_same_node(Some(&button)))
    };
    let here = (0..all.length()).find(is_here)?;
    let to = match event.key().as_str() {
        _ if event.alt_key() || keys::command(event) => return None,
        "Home" => 0,
        "End" => all.length() - 1,
        _ => {
            let (down, right) = keys::arrow(event)?;
            let right = if is_right_to_left(&row) {
                -right
            } else {
                right
            };
            here.checked_add_signed(if down + right > 0 { 1 } else { -1 })?
        }
    };
    all.item(to)?.dyn_into().ok()
}

/// The row that a button is in: where the event is heard, or what the button stands in.
fn row_of(event: &Event, button: &Element) -> Option<Element> {
    let heard = event.current_target().and_then(|own| own.dyn_into().ok());
    heard.or_else(|| button.parent_element())
}

/// Whether the focus goes from where it was into what the selector names.
pub fn goes_into(event: &Event, selector: &str) -> bool {
    let event = event.dyn_ref::<FocusEvent>();
    let to = event.and_then(FocusEvent::related_target);
    let to = to.and_then(|to| to.dyn_into::<Element>().ok());
    to.is_some_and(|to| to.closest(selector).is_ok_and(|found| found.is_some()))
}

/// Puts the focus on what the selector finds. False when there is nothing.
pub fn to(selector: &str) -> bool {
    let found = document().and_then(|document| document.query_selector(selector).ok()?);
    found.is_some_and(|found| focus(&found))
}

/// Scrolls to the first element that the selector finds and that is to be seen, and puts the focus on it. False when
/// there is none.
pub fn lead_to(selector: &str) -> bool {
    let found = document().and_then(|document| document.query_selector_all(selector).ok());
    let Some(found) = found else { return false };
    let mut all =
        (0..found.length()).filter_map(|index| found.item(index)?.dyn_into::<HtmlElement>().ok());
    let Some(own) = all.find(|own| own.offset_height() > 0) else {
        return false;
    };
    own.scroll_into_view();
    own.focus().is_ok()
}

/// The same once it is there: what has to be fetched may take a while. Not for ever.
pub fn lead_once_there(selector: &'static str) {
    try_to_lead(selector, 40);
}

fn try_to_lead(selector: &'static str, times: u32) {
    if !lead_to(selector) && times > 0 {
        set_timeout(
            move || try_to_lead(selector, times - 1),
            Duration::from_millis(50),
        );
    }
}

/// Who has gone to a lesson hears what it is called, and reads on from there.
pub fn arrive(place: &str, called: &str) {
    let place = document().and_then(|document| document.get_element_by_id(place));
    let Some(place) = place.and_then(|place| place.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    let _ = place.set_attribute("role", "group");
    let _ = place.set_attribute("aria-label", called);
    let stay = FocusOptions::new();
    stay.set_prevent_scroll(true);
    let _ = place.focus_with_options(&stay);
}

/// Whether what stands in it is read from the right: in a page that is, tokens and numbers are not.
fn is_right_to_left(row: &Element) -> bool {
    let style = window().and_then(|window| window.get_computed_style(row).ok()?);
    let direction = style.and_then(|style| style.get_property_value("direction").ok());
    direction.as_deref() == Some("rtl")
}

fn focus(element: &Element) -> bool {
    let element = element.dyn_ref::<HtmlElement>();
    element.is_some_and(|element| element.focus().is_ok())
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}
