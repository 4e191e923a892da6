//! Where models may be fetched: as the page's own markup says, so that a build or a host can close it.

use lesson::lessons::models::hub::Hub;

/// The element that names the hub. `cargo xtask seal` reads it too: its hosts stand in the page's policy.
const ELEMENT: &str = "meta[name=attention-lab-hub]";

/// The hub of this page; `None` where it has none.
pub fn hub() -> Option<Hub> {
    let element = super::page::document()?.query_selector(ELEMENT).ok()??;
    Hub::read(&element.get_attribute("content")?)
}

/// Asks the browser not to throw away what is kept when it runs out of room.
pub fn keep() {
    let Some(window) = super::page::window() else {
        return;
    };
    let storage = window.navigator().storage();
    // Where it cannot be asked, nothing is lost but the promise.
    if storage.is_object() {
        let _ = storage.persist();
    }
}
