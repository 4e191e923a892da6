//! Frames in the page that hold the page itself.

use lesson::share::host::Value;
use web_sys::HtmlIFrameElement;

use super::host;
use super::page::{document, window};

/// What stands in the place of the page, and of a lesson, while it is being fetched.
const LOADING: &str = "#loading, .lesson-place:not([hidden]) > .lesson-body > .loading";

/// Whether the dialog that this finds is open.
pub fn is_open(dialog: &str) -> bool {
    let found = document().and_then(|own| own.query_selector(dialog).ok()?);
    found.is_some_and(|own| own.has_attribute("open"))
}

/// How high the document in the frame is, CSS pixels; `None` where it cannot be looked into, and where its lesson is
/// not there yet.
pub fn height(frame: &HtmlIFrameElement) -> Option<u32> {
    let inside = frame.content_document()?.body()?;
    if inside.query_selector(LOADING).ok()?.is_some() {
        return None;
    }
    u32::try_from(inside.scroll_height()).ok()
}

/// Has the lesson in the frame go to that place of its scrub bar, as any page around it may.
pub fn step_to(frame: &HtmlIFrameElement, place: usize) {
    let origin = window().and_then(|own| own.location().origin().ok());
    if let (Some(inside), Some(origin)) = (frame.content_window(), origin) {
        let message = host::message("step", vec![("to", Value::Count(place))]);
        let _ = inside.post_message(&message, &origin);
    }
}
