//! How the page and the bundle that makes exported files meet: a function in the window, given bytes
//! and promising bytes, and an event that says it is there.

use js_sys::{Function, Promise, Reflect, Uint8Array};
use leptos::prelude::*;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};
use web_sys::{Blob, CustomEvent, HtmlCanvasElement};

use super::page::{document, window};

const FUNCTION: &str = "attentionLabExport";
const READY: &str = "attention-lab-export";

/// Draws over an area.
pub type Draw = Box<dyn FnOnce(&DrawingArea<CanvasBackend, Shift>)>;

/// What the bundle makes of a request.
pub enum Made {
    /// A file's bytes.
    Bytes(Vec<u8>),
    /// A picture of (width, height) pixels, to be drawn and then packed as PNG.
    Picture((u32, u32), Draw),
}

/// Answers requests with `make` for as long as the page lives; `None` breaks the promise.
pub fn offer(make: impl Fn(Vec<u8>) -> Option<Made> + 'static) {
    let answer = Closure::<dyn Fn(Uint8Array) -> Promise>::new(move |request: Uint8Array| {
        let made = make(request.to_vec());
        future_to_promise(async move {
            let bytes = match made.ok_or(JsValue::NULL)? {
                Made::Bytes(bytes) => bytes,
                Made::Picture(size, draw) => png(size, draw).await?,
            };
            Ok(Uint8Array::from(bytes.as_slice()).into())
        })
    });
    if let Some(window) = window() {
        let _ = Reflect::set(&window, &FUNCTION.into(), answer.as_ref());
        if let Ok(event) = CustomEvent::new(READY) {
            let _ = window.dispatch_event(&event);
        }
    }
    answer.forget();
}

/// Whether the bundle is there.
pub fn is_ready() -> bool {
    function().is_some()
}

/// Sets `ready` when the bundle is there.
pub fn follow(ready: RwSignal<bool>) {
    let there = Closure::<dyn Fn()>::new(move || {
        let _ = ready.try_set(true);
    });
    if let Some(window) = window() {
        let listener = there.as_ref().unchecked_ref();
        let _ = window.add_event_listener_with_callback(READY, listener);
    }
    there.forget();
}

/// Asks for a file; `take` gets its bytes, or nothing when it cannot be made.
pub fn ask(request: &[u8], take: impl FnOnce(Option<Vec<u8>>) + 'static) {
    let request = Uint8Array::from(request);
    let promise = function().and_then(|make| make.call1(&JsValue::NULL, &request).ok());
    let promise = promise.and_then(|promise| promise.dyn_into::<Promise>().ok());
    let Some(promise) = promise else {
        return take(None);
    };
    spawn_local(async move {
        let bytes = JsFuture::from(promise).await.ok();
        take(bytes.map(|bytes| Uint8Array::new(&bytes).to_vec()));
    });
}

fn function() -> Option<Function> {
    let window = window()?;
    let function = Reflect::get(&window, &FUNCTION.into()).ok()?;
    function.dyn_into().ok()
}

/// Draws on a canvas that nobody sees, and packs it.
async fn png((width, height): (u32, u32), draw: Draw) -> Result<Vec<u8>, JsValue> {
    let document = document().ok_or(JsValue::NULL)?;
    let canvas: HtmlCanvasElement = document.create_element("canvas")?.dyn_into()?;
    canvas.set_width(width);
    canvas.set_height(height);
    let backend = CanvasBackend::with_canvas_object(canvas.clone()).ok_or(JsValue::NULL)?;
    draw(&backend.into_drawing_area());
    let packed = Promise::new(&mut |done, refuse| {
        if let Err(error) = canvas.to_blob(&done) {
            let _ = refuse.call1(&JsValue::NULL, &error);
        }
    });
    // Null where the browser has no room for a picture of that size.
    let blob: Blob = JsFuture::from(packed).await?.dyn_into()?;
    let buffer = JsFuture::from(blob.array_buffer()).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
