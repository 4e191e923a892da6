//! A canvas at the resolution of the screen, handed to plotters.

use std::cell::RefCell;

use leptos::html;
use leptos::prelude::*;
use plotters_canvas::CanvasBackend;
use wasm_bindgen::{Clamped, JsCast};
use web_sys::{CanvasRenderingContext2d, ImageData};

use super::page::{self, window};

/// A canvas ready to draw on.
pub struct Surface {
    /// What plotters draws on.
    pub backend: CanvasBackend,
    /// Device pixels per CSS pixel.
    pub ratio: f64,
    /// What was drawn before stands there still.
    pub kept: bool,
}

/// What draws a picture, once all sizes are known.
type Draw = Box<dyn FnOnce()>;
/// What finds out its size, and hands over what draws it.
type Measure = Box<dyn FnOnce() -> Option<Draw>>;

/// Milliseconds of a frame, after which pictures wait for the next.
const AT_ONCE: f64 = 10.0;

thread_local! {
    /// What is drawn in the next frame.
    static NEXT: RefCell<Vec<Measure>> = const { RefCell::new(Vec::new()) };
}

/// Has a picture measured and drawn in the next frame. All are measured before the first is drawn: a canvas that is given
/// a size has the page laid out anew for who asks for the size of the next.
pub fn in_next_frame(measure: Measure) {
    let first = NEXT.with_borrow_mut(|next| {
        next.push(measure);
        next.len() == 1
    });
    if first {
        request_animation_frame(|| {
            let begun = page::now();
            let draws: Vec<Draw> = NEXT.take().into_iter().filter_map(|own| own()).collect();
            for draw in draws {
                match page::now() - begun < AT_ONCE {
                    true => draw(),
                    false => in_next_frame(Box::new(|| Some(draw))),
                }
            }
        });
    }
}

/// The size of a canvas in the pixels of the screen, and how many of those a CSS pixel has.
#[derive(Clone, Copy)]
pub struct Size {
    width: u32,
    height: u32,
    ratio: f64,
}

/// The size of a canvas; `None` while it is not laid out.
pub fn size(canvas: NodeRef<html::Canvas>) -> Option<Size> {
    let canvas: web_sys::HtmlCanvasElement = canvas.get_untracked()?;
    let ratio = window()?.device_pixel_ratio().clamp(1.0, 4.0);
    let pixels = |css: i32| (f64::from(css) * ratio).round() as u32;
    let (width, height) = (
        pixels(canvas.client_width()),
        pixels(canvas.client_height()),
    );
    (width > 0 && height > 0).then_some(Size {
        width,
        height,
        ratio,
    })
}

/// Makes the canvas as large as it was measured, clears it, unless what is drawn on it is to be kept and can be, and opens
/// it.
pub fn open(canvas: NodeRef<html::Canvas>, size: Size, keep: bool) -> Option<Surface> {
    let Size {
        width,
        height,
        ratio,
    } = size;
    let canvas: web_sys::HtmlCanvasElement = canvas.get_untracked()?;
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
