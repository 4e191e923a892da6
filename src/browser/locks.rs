//! What a link locks and hides, in the page: one mechanism for every control of every lesson, by the
//! names that controls have in the page anyway. It marks what is locked, takes away what is hidden,
//! now and whenever the page changes, and stops what is done to a locked control before anyone hears
//! of it. The document's own locks (`lesson::core::player`) hold without it.

use lesson::core::control::{Control, Kind};
use lesson::core::lesson::Meta;
use lesson::registry;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{
    AddEventListenerOptions, Element, Event, HtmlElement, KeyboardEvent, MutationObserver,
    MutationObserverInit,
};

use super::page::{document, window};

/// What marks a locked control; the style sheet draws the lock.
const LOCKED: &str = "data-locked";
/// What marks the label or the table around it. The style sheet could ask for `:has([data-locked])`: then every edit
/// of a number would have the browser look through the page's labels and tables.
const LOCKS: &str = "data-locks";
/// Labels and tables whose mark is missing, and such as have one without reason.
const UNSAID: &str =
    ":is(label:has(> [data-locked]), .matrix:has(input[data-locked])):not([data-locks])";
const SAID_NO_LONGER: &str = "[data-locks]:not(:has([data-locked]))";

/// All that a control can be used by.
const USES: [&str; 9] = [
    "pointerdown",
    "mousedown",
    "touchstart",
    "click",
    "dblclick",
    "keydown",
    "input",
    "change",
    "drop",
];

/// Keeps the locks of the page for as long as it lives. `words` say at a locked control that it is
/// one; `touched` is called with the place under a locked control (CSS pixels of the page) when it
/// was tried, and with nothing when something else is done.
pub fn keep(words: String, touched: impl Fn(Option<(f64, f64)>) + 'static) {
    let framed = registry::LESSONS.iter().map(|lesson| {
        let options = super::page::embed_options(lesson.slug);
        (
            selector(lesson, &options.lock, locking),
            selector(lesson, &options.hide, hiding),
        )
    });
    let framed: Vec<(String, String)> = framed
        .filter(|(lock, hide)| !lock.is_empty() || !hide.is_empty())
        .collect();
    if framed.is_empty() {
        return;
    }
    mark(&framed, &words);
    observe(move || mark(&framed, &words));
    listen(move |event| {
        let control = locked_around(event);
        if control.as_ref().is_none_or(|control| uses(event, control)) {
            touched(control.as_ref().map(place_under));
        }
        if let Some(control) = control.filter(|control| uses(event, control)) {
            refuse(event, &control);
        }
    });
}

/// Finds these controls and their parts inside a lesson; nothing when there are none.
fn selector(lesson: &Meta, named: &[Control], one: fn(&Control) -> String) -> String {
    let is_meant = |own: &&Control| {
        let meant =
            |control: &Control| control.name == own.name || control.parts.contains(&own.name);
        own.kind != Kind::Group && named.iter().any(meant)
    };
    let all: Vec<_> = lesson.controls.iter().filter(is_meant).map(one).collect();
    if all.is_empty() {
        return String::new();
    }
    format!("#{} :is({})", lesson.slug, all.join(","))
}

fn locking(control: &Control) -> String {
    let name = control.name;
    match control.kind {
        Kind::Matrix => format!("input[data-matrix=\"{name}\"]"),
        Kind::Several => format!("button[data-{name}],input[data-{name}],[data-{name}]>summary"),
        _ => format!(
            "[data-control=\"{name}\"]:not(details),[data-control=\"{name}\"]>summary,[data-action=\"{name}\"]"
        ),
    }
}

/// What is hidden of a control is all of it: with its label, with its menu, with its frame.
fn hiding(control: &Control) -> String {
    let name = control.name;
    match control.kind {
        Kind::Matrix => format!("[data-frame=\"{name}\"]"),
        Kind::Several => format!(":is(button,details)[data-{name}],label:has([data-{name}])"),
        _ => format!(
            "label:has([data-control=\"{name}\"]),[data-control=\"{name}\"],[data-action=\"{name}\"]"
        ),
    }
}

fn mark(framed: &[(String, String)], words: &str) {
    for (lock, hide) in framed {
        each(hide, |element| set(element, "hidden", ""));
        each(lock, |element| {
            set(element, LOCKED, "");
            set(element, "title", words);
            if is_text(element) {
                set(element, "readonly", "");
            } else {
                set(element, "aria-disabled", "true");
            }
        });
    }
    each(UNSAID, |around| set(around, LOCKS, ""));
    each(SAID_NO_LONGER, |around| {
        let _ = around.remove_attribute(LOCKS);
    });
}

fn each(selector: &str, run: impl Fn(&Element)) {
    let found = document().and_then(|document| document.query_selector_all(selector).ok());
    let Some(found) = found.filter(|_| !selector.is_empty()) else {
        return;
    };
    for index in 0..found.length() {
        let element = found.item(index).and_then(|node| node.dyn_into().ok());
        if let Some(element) = element {
            run(&element);
        }
    }
}

/// Only what is not so yet: every change is observed, ours too.
fn set(element: &Element, name: &str, value: &str) {
    if element.get_attribute(name).as_deref() != Some(value) {
        let _ = element.set_attribute(name, value);
    }
}

/// A field whose text can be read and not written; all others have to be held back by hand.
fn is_text(element: &Element) -> bool {
    let kind = element.get_attribute("type").unwrap_or_default();
    element.tag_name() == "INPUT" && ["text", "number"].contains(&kind.as_str())
}

/// Calls `changed` after every change of the page's elements, before they are painted.
fn observe(changed: impl Fn() + 'static) {
    let changed = Closure::<dyn Fn()>::new(changed);
    let observer = MutationObserver::new(changed.as_ref().unchecked_ref());
    let main = document().and_then(|document| document.body());
    if let (Ok(observer), Some(main)) = (observer, main) {
        let what = MutationObserverInit::new();
        what.set_child_list(true);
        what.set_subtree(true);
        // A lesson may say of a control for reasons of its own that it can or cannot be used now.
        what.set_attribute_filter(&js_sys::Array::of1(&"aria-disabled".into()));
        let _ = observer.observe_with_options(&main, &what);
    }
    changed.forget();
}

/// Hears of every use before any handler of the page does.
fn listen(heard: impl Fn(&Event) + 'static) {
    let heard = Closure::<dyn Fn(Event)>::new(move |event: Event| heard(&event));
    let options = AddEventListenerOptions::new();
    options.set_capture(true);
    options.set_passive(false);
    for kind in USES {
        let listener = heard.as_ref().unchecked_ref();
        let _ = window().map(|window| {
            window.add_event_listener_with_callback_and_add_event_listener_options(
                kind, listener, &options,
            )
        });
    }
    heard.forget();
}

fn locked_around(event: &Event) -> Option<Element> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    target.closest(&format!("[{LOCKED}]")).ok()?
}

/// Whether an event would do something to a locked control. One can still go there, read it, copy
/// from it and go on.
fn uses(event: &Event, control: &Element) -> bool {
    let Some(key) = event.dyn_ref::<KeyboardEvent>() else {
        return !is_text(control);
    };
    if key.ctrl_key() || key.meta_key() || key.alt_key() {
        return false;
    }
    let name = key.key();
    let writes = name.chars().count() == 1 || ["Backspace", "Delete"].contains(&name.as_str());
    let moves = name.starts_with("Arrow") || name.starts_with("Page");
    let operates = moves || ["Enter", "Home", "End"].contains(&name.as_str());
    writes || operates && !is_text(control)
}

fn refuse(event: &Event, control: &Element) {
    event.prevent_default();
    event.stop_immediate_propagation();
    if let Some(control) = control
        .dyn_ref::<HtmlElement>()
        .filter(|_| event.type_() != "keydown")
    {
        let _ = control.focus();
    }
    // A choice that was made all the same, by a screen reader say, is shown as it was.
    if event.type_() == "change" && control.tag_name() == "SELECT" {
        control.set_inner_html(&control.inner_html());
    }
}

/// Left and bottom of an element in the page.
fn place_under(control: &Element) -> (f64, f64) {
    let bounds = control.get_bounding_client_rect();
    let scrolled = window().map_or((0.0, 0.0), |window| {
        (
            window.scroll_x().unwrap_or(0.0),
            window.scroll_y().unwrap_or(0.0),
        )
    });
    (bounds.left() + scrolled.0, bounds.bottom() + scrolled.1)
}
