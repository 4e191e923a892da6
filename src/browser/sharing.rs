//! How the page and the bundle of the “Share” dialog meet: the page opens the dialog and says so in the
//! window, the bundle fills it.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::CustomEvent;

use super::page::window;

const OPENED: &str = "attention-lab-share";

/// Says to the bundle that the dialog is open, and that the address holds what is to be shared.
pub fn opened() {
    if let (Some(window), Ok(event)) = (window(), CustomEvent::new(OPENED)) {
        let _ = window.dispatch_event(&event);
    }
}

/// Calls `opened` whenever the dialog is opened, for as long as the page lives.
pub fn follow(opened: impl Fn() + 'static) {
    let opened = Closure::<dyn Fn()>::new(opened);
    if let Some(window) = window() {
        let listener = opened.as_ref().unchecked_ref();
        let _ = window.add_event_listener_with_callback(OPENED, listener);
    }
    opened.forget();
}
