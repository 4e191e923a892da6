//! A canvas at the resolution of the screen, handed to plotters.

use leptos::html;
use leptos::prelude::*;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, ImageData};

use super::page::window;

/// A canvas ready to draw on.
pub struct Surface {
    /// What plotters draws on.
    pub backend: CanvasBackend,
    /// Device pixels per CSS pixel.
    pub ratio: f64,
    /// What was drawn before stands there still.
    pub kept: bool,
}

/// Sizes the canvas to its layout times the screen's pixel ratio, clears it, unless what is drawn on it is to be kept and
/// can be, and opens it. `None` while it is not laid out.
pub fn open(canvas: NodeRef<html::Canvas>, keep: bool) -> Option<Surface> {
    let canvas: web_sys::HtmlCanvasElement = canvas.get_untracked()?;
    let ratio = window()?.device_pixel_ratio().clamp(1.0, 4.0);
    let pixels = |css: i32| (f64::from(css) * ratio).round() as u32;
    let (width, height) = (
        pixels(canvas.client_width()),
        pixels(canvas.client_height()),
    );
    if width == 0 || height == 0 {
        return None;
    }
    let same = (canvas.width(), canvas.height()) == (width, height);
    if same && !keep {
        // Setting the size would clear too, and make the browser compose the whole page anew.
        let context = canvas.get_context("2d").ok()??;
        let context: CanvasRenderingContext2d = context.dyn_into().ok()?;
        context.clear_rect(0.0, 0.0, f64::from(width), f64::from(height));
    } else if !same {
        canvas.set_width(width);
        canvas.set_height(height);
    }
    Some(Surface {
        backend: CanvasBackend::with_canvas_object(canvas)?,
        ratio,
        kept: same && keep,
    })
}

/// Shows `side`×`side` pixels, four bytes each (red, green, blue, how opaque), at the size of the canvas: for pictures
/// that have too many cells, or are too many, to be drawn cell by cell. Nothing where they are not as many.
pub fn pixels(canvas: NodeRef<html::Canvas>, side: usize, bytes: &[u8]) -> Option<()> {
    let canvas: web_sys::HtmlCanvasElement = canvas.get_untracked()?;
    let side = u32::try_from(side).ok().filter(|side| *side > 0)?;
    if (canvas.width(), canvas.height()) != (side, side) {
        canvas.set_width(side);
        canvas.set_height(side);
    }
    let image = ImageData::new_with_u8_clamped_array(Clamped(bytes), side).ok()?;
    let context = canvas.get_context("2d").ok()??;
    let context: CanvasRenderingContext2d = context.dyn_into().ok()?;
    context.put_image_data(&image, 0.0, 0.0).ok()
}
