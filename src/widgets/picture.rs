//! A canvas that shows a scene and redraws it, once a frame at most, when the scene changes.

use std::time::Duration;

use leptos::html;
use leptos::prelude::*;
use plotters::prelude::IntoDrawingArea;

use crate::browser;
use crate::plot::Scene;
use crate::reactive::{derived, effect};
use crate::screen::screen;
use crate::text::say;

/// The picture of `scene`. The table twin is the caller's; the canvas is named by `label`, or is
/// decoration where the label is empty.
#[component]
pub fn Picture(
    /// What to draw.
    #[prop(into)]
    scene: Signal<Scene>,
    /// What a screen reader calls it.
    #[prop(into)]
    label: Signal<String>,
    /// Height in CSS pixels; from the layout when 0.
    #[prop(into)]
    height: Signal<u32>,
    /// CSS class.
    #[prop(optional)]
    class: &'static str,
    /// Redraw so many milliseconds after a change, not at once: for small pictures that are many.
    #[prop(optional)]
    delay: u64,
) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let (screen, pending) = (screen(), StoredValue::new(false));
    effect(move || {
        canvas.track();
        scene.track();
        screen.dark.track();
        // A figure that was hidden had no size to draw at.
        screen.resized.track();
        if !pending.get_value() {
            pending.set_value(true);
            let redraw = move || {
                request_animation_frame(move || {
                    if pending.try_set_value(false).is_none() {
                        draw(canvas, scene, screen.dark);
                    }
                });
            };
            match delay {
                0 => redraw(),
                delay => set_timeout(redraw, Duration::from_millis(delay)),
            }
        }
    });
    let style = derived(move || match height.get() {
        0 => String::new(),
        css => format!("height:{css}px"),
    });
    let hidden = derived(move || label.with(String::is_empty).then_some("true"));
    view! {
        <canvas node_ref=canvas class=class style=style role="img" aria-hidden=hidden aria-label=label>
            {say!(site.no_canvas)}
        </canvas>
    }
}

/// A drawing that fails leaves an empty canvas; the table beside it holds the numbers.
fn draw(canvas: NodeRef<html::Canvas>, scene: Signal<Scene>, dark: RwSignal<bool>) {
    let (Some(scene), Some(dark)) = (scene.try_get_untracked(), dark.try_get_untracked()) else {
        return;
    };
    let Some(surface) = browser::canvas::open(canvas) else {
        return;
    };
    let area = surface.backend.into_drawing_area();
    if let Err(error) = scene.draw(&area, surface.ratio, dark) {
        leptos::logging::warn!("drawing failed: {error}");
    }
}
