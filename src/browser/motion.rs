//! Movement that explains: elements of the page travel, grow and settle, by the browser's own animations. What moves
//! ends where the page stands anyway, so a film can be ended at any moment, and is never shown to who asked for less
//! movement.

use js_sys::{Array, Function, JSON, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::Element;

use super::page::{document, window};

/// How an element comes to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// From where another element stands.
    Travels,
    /// It grows from its left edge, or its right one where that is its origin.
    Widens,
    /// It grows from its lower edge.
    Rises,
    /// It is uncovered from left to right, as a line is drawn.
    Unrolls,
    /// It appears a little larger and settles.
    Settles,
    /// It appears.
    Appears,
}

/// One movement of a film. Elements are named by what finds them in the film's root.
#[derive(Clone, Debug, PartialEq)]
pub struct Move {
    /// What moves: all that are found.
    pub what: String,
    /// Where it comes from, for [`How::Travels`].
    pub from: Option<String>,
    /// How.
    pub how: How,
    /// Milliseconds after the film begins.
    pub at: u32,
    /// Milliseconds that it takes.
    pub lasts: u32,
}

impl Move {
    /// Something that moves where it stands.
    pub fn of(what: impl Into<String>, how: How, at: u32, lasts: u32) -> Move {
        Move {
            what: what.into(),
            from: None,
            how,
            at,
            lasts,
        }
    }

    /// Something that comes from where another element stands.
    pub fn travelling(what: impl Into<String>, from: &str, at: u32, lasts: u32) -> Move {
        Move {
            from: Some(from.into()),
            ..Move::of(what, How::Travels, at, lasts)
        }
    }
}

/// Shows the film in the element of that id; what is not found there does not move.
pub fn show(root: &str, film: &[Move]) {
    let root = document().and_then(|document| document.get_element_by_id(root));
    let Some(root) = root.filter(|_| !less_is_wanted()) else {
        return;
    };
    for movement in film {
        let origin = movement.from.as_deref();
        let origin = origin.and_then(|from| root.query_selector(from).ok().flatten());
        let Ok(found) = root.query_selector_all(&movement.what) else {
            continue;
        };
        for index in 0..found.length() {
            let element = found.item(index).and_then(|node| node.dyn_into().ok());
            if let Some(element) = element {
                animate(
                    &element,
                    &keyframes(movement.how, &element, origin.as_ref()),
                    movement,
                );
            }
        }
    }
}

/// Everything that moves in the element of that id is at once where it was going.
pub fn end(root: &str) {
    let Some(root) = document().and_then(|document| document.get_element_by_id(root)) else {
        return;
    };
    let options = JSON::parse(r#"{"subtree":true}"#).unwrap_or(JsValue::UNDEFINED);
    let running: Option<Array> =
        call(&root, "getAnimations", &[options]).and_then(|all| all.dyn_into().ok());
    for animation in running.unwrap_or_default().iter() {
        call(&animation, "finish", &[]);
    }
}

/// Who asked the system for less movement gets none.
pub fn less_is_wanted() -> bool {
    let query = window().and_then(|w| w.match_media("(prefers-reduced-motion: reduce)").ok()?);
    query.is_some_and(|query| query.matches())
}

fn keyframes(how: How, element: &Element, origin: Option<&Element>) -> String {
    match how {
        How::Travels => {
            let (dx, dy) = origin.map_or((0.0, 0.0), |origin| way(origin, element));
            format!(r#"[{{"transform":"translate({dx}px,{dy}px)","opacity":0.1}},{{"transform":"none","opacity":1}}]"#)
        }
        How::Widens => r#"[{"transform":"scaleX(0)"},{"transform":"none"}]"#.into(),
        How::Rises => r#"[{"transform":"scaleY(0)"},{"transform":"none"}]"#.into(),
        How::Unrolls => r#"[{"clipPath":"inset(0 100% 0 0)"},{"clipPath":"inset(0)"}]"#.into(),
        How::Settles => r#"[{"transform":"scale(.85)","opacity":0.1},{"transform":"scale(1.18)","opacity":1,"offset":0.6},{"transform":"none","opacity":1}]"#.into(),
        How::Appears => r#"[{"opacity":0.1},{"opacity":1}]"#.into(),
    }
}

/// From the middle of one element to the middle of another.
fn way(from: &Element, to: &Element) -> (f64, f64) {
    let (from, to) = (
        from.get_bounding_client_rect(),
        to.get_bounding_client_rect(),
    );
    let middle = |rect: &web_sys::DomRect| {
        (
            rect.left() + rect.width() / 2.0,
            rect.top() + rect.height() / 2.0,
        )
    };
    let ((x0, y0), (x1, y1)) = (middle(&from), middle(&to));
    (x0 - x1, y0 - y1)
}

fn animate(element: &Element, keyframes: &str, movement: &Move) {
    let Move { at, lasts, .. } = movement;
    let options = format!(
        r#"{{"duration":{lasts},"delay":{at},"fill":"backwards","easing":"cubic-bezier(.35,0,.15,1)"}}"#
    );
    if let (Ok(keyframes), Ok(options)) = (JSON::parse(keyframes), JSON::parse(&options)) {
        call(element, "animate", &[keyframes, options]);
    }
}

/// Calls a method that web-sys has no stable name for.
fn call(object: &JsValue, method: &str, arguments: &[JsValue]) -> Option<JsValue> {
    let function: Function = Reflect::get(object, &method.into()).ok()?.dyn_into().ok()?;
    let arguments: Array = arguments.iter().collect();
    Reflect::apply(&function, object, &arguments).ok()
}
