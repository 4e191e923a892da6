//! What the step is about is in view: the page, and the frames in it that scroll sideways, move as little as that
//! takes. Nothing outside this document moves: a figure in somebody's page does not scroll that page.

use std::cell::Cell;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlElement, ResizeObserver};

use super::page::{document, window};

/// The matrix that the step is about.
const ACTIVE: &str = "[data-active]";
/// The cell whose arithmetic is shown.
const EXPLAINED: &str = "[data-active] [data-explained]";
/// What may stand in front of the foot of the page.
const IN_FRONT: [&str; 3] = [".walk", ".inspector", ".g-actions"];
/// The chip of the step, in a bar that scrolls.
const CHIP: &str = ".stage-bar [aria-pressed=\"true\"]";
/// Room left beside what is moved into view, CSS pixels.
const ROOM: f64 = 8.0;

thread_local! {
    /// Whether the step is held in view: until the reader does anything.
    static HOLDING: Cell<bool> = const { Cell::new(false) };
    /// Whether somebody keeps it there already.
    static KEPT: Cell<bool> = const { Cell::new(false) };
}
/// What a reader does who may want to look elsewhere. A step that follows from it holds again.
const ACTS: [&str; 4] = ["wheel", "touchstart", "pointerdown", "keydown"];

/// From now on the step stays in view, whatever comes later and moves the figure, until the reader does anything.
pub fn keep() {
    if KEPT.replace(true) {
        return;
    }
    let release = Closure::<dyn Fn()>::new(|| HOLDING.set(false));
    let moved = Closure::<dyn Fn()>::new(|| {
        if HOLDING.get() {
            step();
        }
    });
    let (Some(document), Ok(observer)) = (
        document(),
        ResizeObserver::new(moved.as_ref().unchecked_ref()),
    ) else {
        return;
    };
    for act in ACTS {
        let released = release.as_ref().unchecked_ref();
        let _ = document.add_event_listener_with_callback(act, released);
    }
    if let Some(body) = document.body() {
        observer.observe(&body);
    }
    // They live as long as the page.
    std::mem::forget(observer);
    release.forget();
    moved.forget();
}

/// Brings the step's matrix, its explained cell and its chip into view.
pub fn step() {
    if let Some(active) = first(ACTIVE) {
        down_to(&active);
    }
    if let Some(cell) = first(EXPLAINED) {
        along(&cell, ".field");
    }
    if let Some(chip) = first(CHIP) {
        along(&chip, ".stage-bar");
    }
    HOLDING.set(true);
}

/// The first that has a size: of a lesson that is left nothing has one.
fn first(selector: &str) -> Option<Element> {
    let found = document()?.query_selector_all(selector).ok()?;
    let mut all =
        (0..found.length()).filter_map(|index| found.item(index)?.dyn_into::<Element>().ok());
    all.find(|own| own.get_bounding_client_rect().height() > 0.0)
}

/// Scrolls the page until all of it is in view; of what is too high, its head.
fn down_to(element: &Element) {
    let (Some(window), place) = (window(), element.get_bounding_client_rect()) else {
        return;
    };
    let beyond = place.bottom() + ROOM - foot();
    let above = place.top() - ROOM;
    let by = match (beyond > 0.0, above < 0.0) {
        (true, _) => beyond.min(above),
        (_, true) => above,
        _ => 0.0,
    };
    if by.abs() >= 1.0 {
        window.scroll_by_with_x_and_y(0.0, by);
    }
}

/// Where the page's foot is, above what is stuck in front of it.
fn foot() -> f64 {
    let height = window().and_then(|window| window.inner_height().ok()?.as_f64());
    let height = height.unwrap_or(f64::MAX);
    let stuck = |selector: &&str| {
        let own = first(selector)?;
        let style = window()?.get_computed_style(&own).ok()??;
        let sticky = style.get_property_value("position").ok()? == "sticky";
        let top = own.get_bounding_client_rect().top();
        (sticky && top < height && top > height / 2.0).then_some(top)
    };
    IN_FRONT.iter().filter_map(stuck).fold(height, f64::min)
}

/// Scrolls the frame around it sideways until it is in view, past labels that stay in front of the frame's edge.
fn along(element: &Element, frame: &str) {
    let found = element.closest(frame).ok().flatten();
    let Some(frame) = found.and_then(|frame| frame.dyn_into::<HtmlElement>().ok()) else {
        return;
    };
    let own = element.get_bounding_client_rect();
    let around = frame.get_bounding_client_rect();
    let row = element.closest("tr").ok().flatten();
    let label = row.and_then(|row| row.query_selector("th").ok().flatten());
    let in_front = label.map_or(0.0, |label| label.get_bounding_client_rect().width());
    let beyond = own.right() + ROOM - around.right();
    let before = own.left() - ROOM - around.left() - in_front;
    let by = match (beyond > 0.0, before < 0.0) {
        (true, _) => beyond,
        (_, true) => before,
        _ => return,
    };
    frame.set_scroll_left(frame.scroll_left() + by.round() as i32);
}
