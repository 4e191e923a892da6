//! Frames in the page that hold the page itself.

use web_sys::HtmlIFrameElement;

/// How high the document in the frame is, CSS pixels; `None` where it cannot be looked into.
pub fn height(frame: &HtmlIFrameElement) -> Option<u32> {
    let inside = frame.content_document()?.body()?;
    u32::try_from(inside.scroll_height()).ok()
}
