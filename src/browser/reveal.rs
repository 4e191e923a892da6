//! What the step or the question is about is in view: the page, and the frames in it that scroll sideways, move as
//! little as that takes. Nothing outside this document moves: a figure in somebody's page does not scroll that page.

use std::cell::Cell;

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, HtmlElement, ResizeObserver};

use super::page::{document, window};

/// The matrix that the step is about.
const ACTIVE: &str = "[data-active]";
/// The cell whose arithmetic is shown.
const EXPLAINED: &str = "[data-active] [data-explained]";
/// Where the window may begin above it, from the first line of the lesson to the words of the step.
const EDGES: [&str; 3] = [".levels", ".stage-bar", ".words"];
/// What may stand in front of the foot of the page.
const IN_FRONT: [&str; 4] = [".walk", ".inspector", ".g-actions", ".train-bar"];
/// What is asked, and the cells that it is about.
const QUESTION: &str = "[data-quiz]";
const ASKED: &str = ".is-asked, [data-asked]";
/// What is wrong with the link.
const MESSAGE: &str = ".notice [data-problem]";
/// The chip of the step, in a bar that scrolls.
const CHIP: &str = ".stage-bar [aria-pressed=\"true\"]";
/// The width of a window in which all stands below each other, CSS pixels (40rem in the style sheets).
const PHONE: f64 = 640.0;
/// Room left beside what is moved into view, CSS pixels.
const ROOM: f64 = 8.0;

/// What is held in view, until the reader does anything.
#[derive(Clone, Copy, PartialEq)]
enum Held {
    Nothing,
    Step,
    /// The step, with the window where it was moved for it.
    Edge,
    Question,
}

thread_local! {
    static HOLDING: Cell<Held> = const { Cell::new(Held::Nothing) };
    /// Whether somebody keeps it there already.
    static KEPT: Cell<bool> = const { Cell::new(false) };
    /// Whether the reader has done anything: before that a message can only be about the link.
    static ACTED: Cell<bool> = const { Cell::new(false) };
}
/// What a reader does who may want to look elsewhere. A step that follows from it holds again.
const ACTS: [&str; 4] = ["wheel", "touchstart", "pointerdown", "keydown"];

/// From now on the step stays in view, whatever comes later and moves the figure, until the reader does anything.
pub fn keep() {
    if KEPT.replace(true) {
        return;
    }
    let release = Closure::<dyn Fn()>::new(|| {
        HOLDING.set(Held::Nothing);
        ACTED.set(true);
    });
    let moved = Closure::<dyn Fn()>::new(|| match HOLDING.get() {
        Held::Nothing => (),
        Held::Step => show(false),
        Held::Edge => show(true),
        Held::Question => question(),
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

/// Brings the question and the cells that it is about into view; where there is no room for both, the question. A step
/// that is shown before the reader has done anything does not take it away.
pub fn question() {
    keep();
    HOLDING.set(Held::Question);
    let Some(panel) = first(QUESTION) else {
        return;
    };
    if let Some(cell) = first(ASKED) {
        along(&cell, ".field");
    }
    let own = Span::of(&panel);
    let both = all(ASKED).iter().map(Span::of).fold(own, Span::with);
    let (top, foot) = (ROOM, foot() - ROOM);
    scroll(match both.height() <= foot - top {
        true => both.way_into(top, foot),
        // As much as there is room for of what it is about.
        false if both.bottom > own.bottom => own.top - top,
        false => own.way_into(top, foot),
    });
}

/// Brings the step's matrix, its explained cell and its chip into view.
pub fn step() {
    if HOLDING.get() == Held::Question && first(QUESTION).is_some() {
        return question();
    }
    show(false);
}

/// Shows the step, with the window `kept` where it was moved for it. Who is told what is wrong with the link reads that
/// first: it is not scrolled away.
fn show(kept: bool) {
    let moved = match first(MESSAGE).filter(|_| !ACTED.get()) {
        Some(message) => {
            down_to(&message);
            false
        }
        None => down(kept),
    };
    if let Some(cell) = first(EXPLAINED) {
        along(&cell, ".field");
    }
    if let Some(chip) = first(CHIP) {
        along(&chip, ".stage-bar");
    }
    HOLDING.set(match moved {
        true => Held::Edge,
        false => Held::Step,
    });
}

/// Brings the step's matrix and its explained cell into view; true where the window moved for the matrix.
fn down(kept: bool) -> bool {
    let moved = first(ACTIVE).is_some_and(|active| from_edge(&active, kept));
    if let Some(cell) = first(EXPLAINED) {
        down_to(&cell);
    }
    moved
}

/// Brings all of it into view where it is not: on a phone the window then cuts through nothing above it, elsewhere it
/// stands as near to the page's head as it can. The same again where the window is to be `kept` so. True where it moved.
fn from_edge(active: &Element, kept: bool) -> bool {
    let own = Span::of(active);
    let (top, foot) = (ROOM, foot() - ROOM);
    if !kept && own.way_into(top, foot).abs() < 1.0 {
        return false;
    }
    scroll(match is_narrow() {
        true => to_edge(own, foot),
        false => no_further(own, top, foot),
    });
    true
}

/// How far to scroll until the window begins at the first edge that leaves room for it, else at its own head.
fn to_edge(own: Span, foot: f64) -> f64 {
    let edges = EDGES.into_iter().filter_map(first);
    let mut edges = edges.map(|edge| Span::of(&edge).top);
    let edge = edges.find(|edge| *edge <= own.top && own.bottom - *edge <= foot);
    edge.unwrap_or(own.top)
}

/// How far to scroll until the page stands where it would if one had come from its head and gone no further than shows
/// all of it.
fn no_further(own: Span, top: f64, foot: f64) -> f64 {
    let down = window().and_then(|window| window.scroll_y().ok());
    let down = down.unwrap_or_default();
    let from_head = Span {
        top: own.top + down,
        bottom: own.bottom + down,
    };
    from_head.way_into(top, foot).max(0.0) - down
}

/// Whether all stands below each other, as on a phone.
fn is_narrow() -> bool {
    let width = window().and_then(|window| window.inner_width().ok()?.as_f64());
    width.is_some_and(|width| width <= PHONE)
}

/// Brings what a step asks into view, and its matrix where there is room for both: who goes on reads first. The frame
/// around the explained cell scrolls sideways to it, too.
pub fn step_from(head: &str) {
    if HOLDING.get() == Held::Question && first(QUESTION).is_some() {
        return question();
    }
    HOLDING.set(Held::Nothing);
    let Some(head) = first(head) else {
        return;
    };
    let own = Span::of(&head);
    let both = first(ACTIVE).map_or(own, |active| own.with(Span::of(&active)));
    let (top, foot) = (ROOM, foot() - ROOM);
    scroll(match both.height() <= foot - top {
        true => both.way_into(top, foot),
        false => own.way_into(top, foot),
    });
    if let Some(cell) = first(EXPLAINED) {
        along(&cell, ".field");
    }
}

/// Brings the step's matrix into view in the frame that scrolls sideways with all that stands in a row with it.
pub fn step_along(frame: &str) {
    if let Some(active) = first(ACTIVE) {
        along(&active, frame);
    }
}

/// Brings what is said into view, where it stands below the page's foot.
pub fn said(selector: &str) {
    if let Some(own) = first(selector) {
        down_to(&own);
    }
}

/// Brings it into view from above. Who has gone past its head stays there.
pub fn ahead(selector: &str) {
    if let Some(own) = first(selector).filter(|own| Span::of(own).top >= 0.0) {
        down_to(&own);
    }
}

/// Those that have a size: of a lesson that is left nothing has one.
fn all(selector: &str) -> Vec<Element> {
    let found = document().and_then(|document| document.query_selector_all(selector).ok());
    let Some(found) = found else {
        return vec![];
    };
    let item = |index| found.item(index)?.dyn_into::<Element>().ok();
    let items = (0..found.length()).filter_map(item);
    items
        .filter(|own| own.get_bounding_client_rect().height() > 0.0)
        .collect()
}

/// The first that has a size.
fn first(selector: &str) -> Option<Element> {
    all(selector).into_iter().next()
}

/// From where to where something reaches down the window.
#[derive(Clone, Copy)]
struct Span {
    top: f64,
    bottom: f64,
}

impl Span {
    fn of(element: &Element) -> Self {
        let place = element.get_bounding_client_rect();
        let (top, bottom) = (place.top(), place.bottom());
        Self { top, bottom }
    }

    fn with(self, other: Self) -> Self {
        Self {
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
        }
    }

    fn height(self) -> f64 {
        self.bottom - self.top
    }

    /// How far the page has to scroll until all of it stands between `top` and `foot`; of what is too high, its head.
    fn way_into(self, top: f64, foot: f64) -> f64 {
        let (beyond, above) = (self.bottom - foot, self.top - top);
        match (beyond > 0.0, above < 0.0) {
            (true, _) => beyond.min(above),
            (_, true) => above,
            _ => 0.0,
        }
    }
}

/// Scrolls the page until all of it is in view; of what is too high, its head.
fn down_to(element: &Element) {
    scroll(Span::of(element).way_into(ROOM, foot() - ROOM));
}

fn scroll(by: f64) {
    if let Some(window) = window().filter(|_| by.abs() >= 1.0) {
        window.scroll_by_with_x_and_y(0.0, by);
    }
}

/// Where the page's foot is, above what sticks in front of it. Where the page is scrolled to its end that stands higher
/// and in front of nothing: it counts where it sticks, or each scroll would ask for another.
fn foot() -> f64 {
    let height = window().and_then(|window| window.inner_height().ok()?.as_f64());
    let height = height.unwrap_or(f64::MAX);
    let stuck = |selector: &&str| {
        let own = first(selector)?;
        let style = window()?.get_computed_style(&own).ok()??;
        let sticky = style.get_property_value("position").ok()? == "sticky";
        let place = own.get_bounding_client_rect();
        let below = style.get_property_value("bottom").ok()?;
        let below: f64 = below.trim_end_matches("px").parse().unwrap_or_default();
        let top = height - below - place.height();
        (sticky && place.top() < height && top > height / 2.0).then_some(top)
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
