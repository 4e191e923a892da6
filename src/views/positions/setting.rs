//! What is set, at the step that it is about.

use std::str::FromStr;

use attention::model::RopeLayout;
use leptos::html;
use leptos::prelude::*;
use lesson::lessons::positions::{Change, Document, Range, Scheme};

use super::bench;
use crate::reactive::{derived, on, part};
use crate::text::{say, tr};
use crate::widgets::chooser::Chooser;

/// The choosers of the step.
#[component]
pub fn Choosers() -> impl IntoView {
    let bench = bench();
    part(move || match bench.step.get() {
        "order" => view! { <Schemes/> }.into_any(),
        "waves" | "distance" => view! { <Base/><MapSize/> }.into_any(),
        "rope" => view! { <Base/><Pairing/><Pair/> }.into_any(),
        "alibi" => view! { <Slopes/> }.into_any(),
        "beyond" => view! { <Far/><Base/><Pair/><Slopes/> }.into_any(),
        _ => ().into_any(),
    })
}

/// What changes rounding alone stands below the figure.
#[component]
pub fn More() -> impl IntoView {
    let bench = bench();
    part(move || match bench.step.get() {
        "shuffle" | "order" => view! { <Summing/> }.into_any(),
        _ => ().into_any(),
    })
}

#[component]
fn Schemes() -> impl IntoView {
    let bench = bench();
    let options = derived(|| {
        let option = |own: Scheme| (own.key().to_owned(), called(own));
        Scheme::ALL.map(option).to_vec()
    });
    let value = derived(move || bench.document.with(|d| d.scheme.key().to_owned()));
    let choose = move |key: String| {
        if let Some(scheme) = Scheme::of(&key) {
            bench.change(Change::Scheme(scheme));
        }
    };
    view! { <Chooser control="positions" label=say!(positions.scheme_label) options=options value=value choose=choose/> }
}

/// What a way to tell of order is called.
fn called(scheme: Scheme) -> String {
    match scheme {
        Scheme::None => String::new(),
        Scheme::Sinusoidal => tr!(positions.scheme.sinusoidal),
        Scheme::Learned => tr!(positions.scheme.learned),
        Scheme::Rope => tr!(positions.scheme.rope),
        Scheme::Alibi => tr!(positions.scheme.alibi),
    }
}

/// One of two, by their keys.
#[component]
fn Either(
    control: &'static str,
    label: Signal<String>,
    options: fn() -> Vec<(String, String)>,
    second: Signal<bool>,
    choose: Callback<bool>,
) -> impl IntoView {
    let value = derived(move || usize::from(second.get()).to_string());
    let pick = move |key: String| choose.run(key == "1");
    view! { <Chooser control=control label=label options=derived(options) value=value choose=pick/> }
}

fn two(first: String, second: String) -> Vec<(String, String)> {
    vec![("0".to_owned(), first), ("1".to_owned(), second)]
}

#[component]
fn Summing() -> impl IntoView {
    let bench = bench();
    let options = || two(tr!(positions.by_words), tr!(positions.by_places));
    let places = derived(move || bench.document.with(|d| !d.by_words));
    let choose = Callback::new(move |places: bool| bench.change(Change::ByWords(!places)));
    view! { <Either control="summing" label=say!(positions.summing) options=options second=places choose=choose/> }
}

#[component]
fn Pairing() -> impl IntoView {
    let bench = bench();
    let options = || two(tr!(positions.neighbours), tr!(positions.halves));
    let halves = derived(move || bench.document.with(|d| d.pairing == RopeLayout::HalfSplit));
    let choose = Callback::new(move |halves: bool| {
        bench.change(Change::Pairing(match halves {
            true => RopeLayout::HalfSplit,
            false => RopeLayout::Interleaved,
        }));
    });
    view! { <Either control="pairing" label=say!(positions.pairing) options=options second=halves choose=choose/> }
}

/// A number that is typed; what it cannot be is said in the page, and the last good one stays.
#[component]
fn Typed<T: FromStr + ToString + Copy + Send + Sync + 'static>(
    control: &'static str,
    label: Signal<String>,
    range: (T, T),
    value: fn(&Document) -> T,
    change: fn(T) -> Change,
) -> impl IntoView {
    let bench = bench();
    let shown = derived(move || bench.document.with(|d| value(d).to_string()));
    let field = NodeRef::<html::Input>::new();
    let set = move |typed: String| {
        match typed.parse() {
            Ok(number) => bench.change(change(number)),
            Err(_) => bench.refuse(&typed),
        }
        // What was refused does not go on standing there.
        if let Some(field) = field.get_untracked() {
            field.set_value(&shown.get_untracked());
        }
    };
    let (least, most) = (range.0.to_string(), range.1.to_string());
    view! {
        <label class="chooser pos-typed">
            <span>{label}</span>
            <input type="number" step="any" min=least max=most data-control=control prop:value=shown node_ref=field
                on:change=on(move |event| set(event_target_value(&event)))/>
        </label>
    }
}

#[component]
fn Base() -> impl IntoView {
    view! { <Typed control="base" label=say!(positions.base) range=(2.0f32, 1e6) value=|d| d.base change=Change::Base/> }
}

fn counts(Range(least, most): Range) -> (usize, usize) {
    (least, most)
}

#[component]
fn MapSize() -> impl IntoView {
    let (length, width) = (counts(Range::LENGTH), counts(Range::MAP_WIDTH));
    view! {
        <Typed control="map-length" label=say!(positions.map_length) range=length value=|d| d.map.length change=Change::Length/>
        <Typed control="map-width" label=say!(positions.map_width) range=width value=|d| d.map.width change=Change::Width/>
    }
}

#[component]
fn Far() -> impl IntoView {
    let range = counts(Range::FAR);
    view! {
        <Typed control="trained" label=say!(positions.trained) range=range value=|d| d.trained change=Change::Trained/>
        <Typed control="far" label=say!(positions.far) range=range value=|d| d.far change=Change::Far/>
    }
}

#[component]
fn Slopes() -> impl IntoView {
    let bench = bench();
    let heads = counts(Range::HEADS);
    let options = derived(move || {
        let count = bench.document.with(|d| d.slopes.heads);
        let option = |head: usize| (head.to_string(), (head + 1).to_string());
        (0..count).map(option).collect::<Vec<_>>()
    });
    let value = derived(move || bench.document.with(|d| d.slopes.head.to_string()));
    let choose = move |key: String| {
        if let Ok(head) = key.parse() {
            bench.change(Change::Head(head));
        }
    };
    view! {
        <Typed control="slopes" label=say!(positions.slope_heads) range=heads value=|d| d.slopes.heads change=Change::Heads/>
        <Chooser control="slope-head" label=say!(positions.slope_head) options=options value=value choose=choose/>
    }
}

/// Whose query, and whose key.
#[component]
fn Pair() -> impl IntoView {
    view! {
        <Token control="asks" label=say!(positions.asks) value=|d| d.pair.0 change=Change::Asks/>
        <Token control="asked" label=say!(positions.asked) value=|d| d.pair.1 change=Change::Asked/>
    }
}

#[component]
fn Token(
    control: &'static str,
    label: Signal<String>,
    value: fn(&Document) -> usize,
    change: fn(usize) -> Change,
) -> impl IntoView {
    let bench = bench();
    let options = derived(move || {
        let names = bench.document.with(|d| d.tokens.clone());
        let option = |(token, name): (usize, String)| (token.to_string(), name);
        names
            .into_iter()
            .enumerate()
            .map(option)
            .collect::<Vec<_>>()
    });
    let shown = derived(move || bench.document.with(|d| value(d).to_string()));
    let choose = move |key: String| {
        if let Ok(token) = key.parse() {
            bench.change(change(token));
        }
    };
    view! { <Chooser control=control label=label options=options value=shown choose=choose/> }
}
