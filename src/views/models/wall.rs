//! All heads of all layers: a small picture each, drawn as pixels, with a mark for what it was measured to do.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lesson::lessons::models::META;
use lesson::lessons::models::changed::Instead;
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::measures::Pattern;
use lesson::lessons::models::messages::Reading;

use super::{inspector, words};
use crate::browser::{canvas, focus, keys, page};
use crate::plot::Range;
use crate::reactive::{derived, effect, memo, on, part, shown_while};
use crate::screen::screen;
use crate::text::{following, say, tr};
use crate::views::models::words::pattern;
use crate::widgets::plain::task;
use plotters::style::RGBColor;

/// The wall, in its card.
#[component]
pub fn Wall() -> impl IntoView {
    let inspector = inspector();
    let shape = memo(move || {
        let shape = inspector
            .card
            .with(|card| card.as_ref().map(|card| (card.layers, card.heads)));
        shape.unwrap_or((0, 0))
    });
    let out = move || inspector.document.with(|own| !own.changed.is_none());
    let back = move |_| {
        inspector.own(Change::Whole);
    };
    // What is locked or hidden is not asked for.
    let can = page::embed_options(META.slug).leaves("head");
    let caption = following(move || task::for_who(can, &tr!(models.wall_caption)));
    view! {
        <section class="card re-wall">
            <div class="row">
                <h3>{say!(models.wall)}</h3>
                <span class="spring"></span>
                {shown_while(out, move || view! {
                    <button type="button" data-action="all-heads" on:click=on(back)>{say!(models.all_back)}</button>
                }.into_any())}
            </div>
            <p class="caption-line">{caption}</p>
            {part(move || view! { <Grid shape=shape.get()/> }.into_any())}
            <ul class="re-legend">{Pattern::ALL.map(|own| view! { <li data-does=own.slug()>{following(move || pattern(own).0)}</li> })}</ul>
        </section>
    }
}

#[component]
fn Grid(shape: (usize, usize)) -> impl IntoView {
    let (layers, heads) = shape;
    // The head that Tab leads to: the one that had the focus last.
    let stop = RwSignal::new((0, 0));
    let row = move |layer: usize| {
        let all =
            (0..heads).map(move |head| view! { <Thumb at=(layer, head) shape=shape stop=stop/> });
        view! {
            <div class="re-layer" role="group" aria-label=say!(gallery.row, layer = layer + 1)>
                <span aria-hidden="true">{layer + 1}</span>{all.collect_view()}
            </div>
        }
    };
    let column = |head: usize| view! { <b>{head + 1}</b> };
    let columns = view! { <div class="re-layer re-columns" aria-hidden="true"><span></span>{(0..heads).map(column).collect_view()}</div> };
    view! { <div class="re-grid" style=format!("--heads:{heads};--layers:{layers}")>{columns}{(0..layers).map(row).collect_view()}</div> }
}

/// One head.
#[component]
fn Thumb(
    at: (usize, usize),
    shape: (usize, usize),
    stop: RwSignal<(usize, usize)>,
) -> impl IntoView {
    let inspector = inspector();
    let index = at.0 * shape.1 + at.1;
    let place = NodeRef::<html::Canvas>::new();
    let dark = screen().dark;
    effect(move || {
        place.track();
        let (reading, dark) = (inspector.reading.get(), dark.get());
        let causal = inspector
            .card
            .with(|card| card.as_ref().is_some_and(|card| card.causal));
        let asked = inspector.guessing.covers(at);
        if let Some(reading) = reading {
            let mut pixels = picture(&reading, index, causal, dark);
            if asked {
                pixels.fill(0);
            }
            let _ = canvas::pixels(place, reading.side, &pixels);
        }
    });
    let chosen = inspector.at;
    let pressed = derived(move || (chosen.get() == at).to_string());
    let out = derived(move || {
        inspector
            .document
            .with(|own| own.changed.instead(at).is_some())
    });
    let mean = derived(move || {
        let now = inspector.document.with(|own| own.changed.instead(at));
        now == Some(Instead::Mean)
    });
    let does = memo(move || words::measured(inspector, at).map(|(own, ..)| own));
    let named = following(move || {
        let name = words::head(at);
        let does = does.get().map(|own| pattern(own).0);
        let off = out.get().then(|| crate::text::tr!(models.is_out));
        let parts: Vec<String> = [Some(name), does, off].into_iter().flatten().collect();
        parts.join(" · ")
    });
    let look = move |_| {
        inspector.own(Change::Look(at));
    };
    view! {
        <button type="button" class="re-thumb" id=id(at) data-head=format!("{}.{}", at.0, at.1) aria-pressed=pressed class:out=out class:mean=mean
            data-does=derived(move || does.get().map(Pattern::slug)) aria-label=named
            tabindex=derived(move || focus::stop(stop.get() == at)) on:focus=on(move |_| stop.set(at))
            on:click=on(look) on:keydown=on(move |event| walk(&event, at, shape))>
            <canvas node_ref=place aria-hidden="true" title=named></canvas>
        </button>
    }
}

/// The colour of a weight in a picture of pixels: by its root, for among many tokens most weights are small.
pub fn shade(weight: f32, dark: bool) -> RGBColor {
    Range::Sequential(1.0).colour(weight.max(0.0).sqrt(), dark)
}

/// The small picture as pixels; what a causal mask hides is left clear.
fn picture(reading: &Reading, index: usize, causal: bool, dark: bool) -> Vec<u8> {
    let side = reading.side;
    let cells = side * side;
    let own = reading
        .maps
        .get(index * cells..(index + 1) * cells)
        .unwrap_or_default();
    let mut pixels = Vec::with_capacity(own.len() * 4);
    for (place, weight) in own.iter().enumerate() {
        let hidden = causal && place % side.max(1) > place / side.max(1);
        let colour = shade(f32::from(*weight) / 255.0, dark);
        let opaque = if hidden { 0 } else { 255 };
        pixels.extend([colour.0, colour.1, colour.2, opaque]);
    }
    pixels
}

fn id((layer, head): (usize, usize)) -> String {
    format!("model-head-{layer}-{head}")
}

/// Arrows go from head to head.
fn walk(event: &KeyboardEvent, (layer, head): (usize, usize), (layers, heads): (usize, usize)) {
    let Some((down, right)) = keys::arrow(event) else {
        return;
    };
    event.prevent_default();
    let layer = layer.saturating_add_signed(down).min(layers - 1);
    let head = head.saturating_add_signed(right).min(heads - 1);
    page::focus(&id((layer, head)));
}
