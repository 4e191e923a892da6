//! One token's way through the whole model: every number, and how it comes about.

mod explained;
mod export;
mod fold;
mod layers;
mod numbers;
mod plan;
mod station;
mod stream;
mod way;
mod words;

use leptos::ev;
use leptos::prelude::*;

use super::gallery::ablate::AllInUse;
use super::state::{Training, training};
use super::token;
use crate::browser::{cells, keys, numbers as cells_of_rows};
use crate::plot::Range;
use crate::plot::colours::css;
use crate::reactive::{derived, memo, on, part, shown_while};
use crate::screen::screen;
use crate::text::say;
use way::Way;

/// The panel.
#[component]
pub fn BlockPanel() -> impl IntoView {
    let (training, way) = (training(), Way::new());
    provide_context(way);
    way.let_go(training);
    way.follow(training);
    let there = memo(move || way.plan.with(|plan| plan.layers() > 0));
    view! {
        <div class="block-way" data-view="block" style=derived(colours)>
            <h3>{say!(block.title)}</h3>
            <p class="lead">{say!(block.note)}</p>
            <AllInUse/>
            <Tokens/>
            {shown_while(move || there.get(), move || view! { <Everything way=way/> }.into_any())}
        </div>
    }
}

/// The picture, the explained number, and the stations; events of all cells are handled once.
#[component]
fn Everything(way: Way) -> impl IntoView {
    let training = training();
    let over = move |event: ev::PointerEvent| {
        if !keys::is_touch(&event) {
            way.point(training, &event);
        }
    };
    let focused = move |event: ev::FocusEvent| {
        cells::make_tab_stop(&event);
        way.point(training, &event);
    };
    let stale = derived(move || {
        training.block.with(|view| {
            let ids = view
                .as_ref()
                .map(|view| view.ids.clone())
                .unwrap_or_default();
            training.ids.with(|wanted| wanted.as_ref() != Ok(&ids))
        })
    });
    view! {
        <div class="stations" class:waiting=stale
            on:pointerover=on(over) on:pointerleave=on(move |_: ev::PointerEvent| way.leave(training))
            on:focusin=on(focused) on:click=on(move |event: ev::MouseEvent| way.pin(training, &event))
            on:keydown=on(move |event: ev::KeyboardEvent| pressed(way, training, &event))>
            <stream::Stream/>
            <Legend/>
            <layers::Layers/>
            <explained::Explained/>
        </div>
    }
}

/// Arrows walk, Enter and Space pin, Esc lets go.
fn pressed(way: Way, training: Training, event: &ev::KeyboardEvent) {
    match event.key().as_str() {
        "Escape" => way.pinned.set(None),
        "Enter" | " " if way::is_cell(event) => {
            way.pin(training, event);
            event.prevent_default();
        }
        _ if cells_of_rows::walk(event, ".station tr[data-way]") => event.prevent_default(),
        _ => {}
    }
}

/// The tokens, of which one is followed.
#[component]
fn Tokens() -> impl IntoView {
    let (training, dark) = (training(), screen().dark);
    let ids = memo(move || training.ids.get().unwrap_or_default());
    let place = memo(move || {
        training
            .place
            .get()
            .min(ids.with(Vec::len).saturating_sub(1))
    });
    let button = move |(index, id): (usize, u32)| {
        view! {
            <button type="button" class="token" data-place=index style=derived(move || token::style(index, dark.get()))
                aria-pressed=derived(move || (place.get() == index).to_string())
                on:click=on(move |_| training.place.set(index))>
                {derived(move || token::word(training.task(), id))}
            </button>
        }
    };
    view! {
        <div class="queries" role="group" aria-label=say!(block.token_choice)>
            {part(move || ids.get().into_iter().enumerate().map(button).collect_view().into_any())}
        </div>
    }
}

/// The ends of both colour maps, from which the style sheet mixes.
fn colours() -> String {
    let dark = screen().dark.get();
    let (signed, shares) = (Range::Diverging(1.0), Range::Sequential(1.0));
    let (below, above, most) = (
        signed.colour(-1.0, dark),
        signed.colour(1.0, dark),
        shares.colour(1.0, dark),
    );
    format!(
        "--below:{};--above:{};--most:{}",
        css(below),
        css(above),
        css(most)
    )
}

/// What the colours mean.
#[component]
fn Legend() -> impl IntoView {
    let key = |class: &'static str, words: Signal<String>| {
        view! { <span class="key-of"><span class=class></span>{words}</span> }
    };
    view! {
        <p class="legends">
            {key("ramp signed", say!(block.signed))}
            {key("ramp shares", say!(block.shares))}
            {key("swatch", say!(map.hatched))}
        </p>
    }
}
