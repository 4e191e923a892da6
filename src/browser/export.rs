//! A picture as the bytes of a file.

use js_sys::{Promise, Uint8Array};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, IntoDrawingArea};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, HtmlCanvasElement};

use super::page::document;

/// Draws over an area.
pub type Draw = Box<dyn FnOnce(&DrawingArea<CanvasBackend, Shift>)>;

/// Draws on a canvas of (width, height) pixels that nobody sees, and packs it as PNG.
///
/// # Errors
/// Whatever the browser says, and null where it has no room for a picture of that size.
pub async fn png((width, height): (u32, u32), draw: Draw) -> Result<Vec<u8>, JsValue> {
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
    let blob: Blob = JsFuture::from(packed).await?.dyn_into()?;
    let buffer = JsFuture::from(blob.array_buffer()).await?;
    Ok(Uint8Array::new(&buffer).to_vec())
}
