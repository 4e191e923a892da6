//! A canvas that shows a scene and redraws it, once a frame at most, when the scene changes.

use std::time::Duration;

use leptos::html;
use leptos::prelude::*;
use plotters::prelude::IntoDrawingArea;

use crate::browser;
use crate::browser::canvas::{Size, Surface};
use crate::page_part;
use crate::parts::Fetched;
use crate::plot::Scene;
use crate::reactive::{derived, effect, memo};
use crate::screen::screen;

page_part!(PLOTS in plots: fn(&Scene, Surface, bool) = paint);

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
    let drawn = StoredValue::new(None::<Drawn>);
    let plots = Fetched::of(PLOTS);
    let plain = memo(move || scene.with(Scene::is_plain));
    effect(move || {
        if !plain.get() {
            plots.want();
        }
    });
    effect(move || {
        canvas.track();
        plots.entry();
        scene.track();
        screen.dark.track();
        // A figure that was hidden had no size to draw at.
        screen.resized.track();
        if !pending.get_value() {
            pending.set_value(true);
            let redraw = move || {
                browser::canvas::in_next_frame(Box::new(move || {
                    if pending.try_set_value(false).is_some() {
                        return None;
                    }
                    let size = browser::canvas::size(canvas)?;
                    Some(Box::new(move || {
                        draw((canvas, size), (scene, screen.dark), plots, drawn)
                    }))
                }));
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
    view! { <canvas node_ref=canvas class=class style=style role="img" aria-hidden=hidden aria-label=label></canvas> }
}

type Plots = Fetched<fn(&Scene, Surface, bool)>;

/// A plain scene that stands drawn, and whether in dark colours.
type Drawn = (Scene, bool);

/// Without what draws a scene the canvas stays empty, and so where a drawing fails; the table beside it holds the
/// numbers. Of a plain scene only cells are drawn that are other than those which stand there.
fn draw(
    (canvas, size): (NodeRef<html::Canvas>, Size),
    (scene, dark): (Signal<Scene>, RwSignal<bool>),
    plots: Plots,
    drawn: StoredValue<Option<Drawn>>,
) {
    let (Some(scene), Some(dark)) = (scene.try_get_untracked(), dark.try_get_untracked()) else {
        return;
    };
    let before = drawn.try_update_value(Option::take).flatten();
    let before = before.filter(|(before, was_dark)| *was_dark == dark && scene.goes_over(before));
    let plain = scene.is_plain();
    let paint = match plain {
        true => None,
        false => untrack(|| plots.entry()),
    };
    if !plain && paint.is_none() {
        return;
    }
    let Some(surface) = browser::canvas::open(canvas, size, before.is_some()) else {
        return;
    };
    match paint {
        Some(paint) => paint(&scene, surface, dark),
        None => {
            let before = before.filter(|_| surface.kept);
            paint_plain(&scene, surface, dark, before.map(|(before, _)| before));
            drawn.try_set_value(Some((scene, dark)));
        }
    }
}

fn paint_plain(scene: &Scene, surface: Surface, dark: bool, before: Option<Scene>) {
    let area = surface.backend.into_drawing_area();
    told(scene.draw_plain(&area, surface.ratio, dark, before.as_ref()));
}

fn paint(scene: &Scene, surface: Surface, dark: bool) {
    told(scene.draw(&surface.backend.into_drawing_area(), surface.ratio, dark));
}

fn told<E: std::fmt::Debug>(drawn: Result<(), E>) {
    if let Err(error) = drawn {
        leptos::logging::warn!("drawing failed: {error:?}");
    }
}
