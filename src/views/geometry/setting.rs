//! What is set: direction and length of the query, the keys.

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::head::change;
use lesson::head::tokens::Side;
use lesson::lessons::geometry::{Change, MOST_KEYS, plane};

use super::{Field, field};
use crate::reactive::{derived, memo, on};
use crate::shell::Place;
use crate::text::{say, tr};

/// The longest query that the slider gives.
const LONGEST: f32 = 8.0;

/// The query by its direction and its length.
#[component]
pub fn Query() -> impl IntoView {
    let field = field();
    let q = memo(move || {
        field
            .arrows
            .with(|own| own.as_ref().map_or((0.0, 0.0), |own| own.q()))
    });
    let degrees = derived(move || plane::direction(q.get()).to_degrees().round() + 0.0);
    let length = derived(move || (plane::length(q.get()) * 10.0).round() / 10.0);
    let turn = move |degrees: f32| {
        field.change(Change::Turn(degrees.to_radians()));
    };
    // Without length it has no direction: the one that it had comes back with its length.
    let direction = StoredValue::new(None::<f32>);
    let lengthen = move |length: f32| {
        let own = q.get_untracked();
        let is_long = plane::length(own) > 0.0;
        if is_long {
            direction.set_value(Some(plane::direction(own)));
        }
        field.change(Change::Lengthen(length));
        if let Some(own) = direction.get_value().filter(|_| !is_long) {
            field.change(Change::Turn(own));
        }
    };
    let said = derived(move || format!("{}°", crate::language::exact(degrees.get())));
    let long = derived(move || crate::language::exact(length.get()));
    view! {
        <Slider control="turn" label=say!(geometry.turn) range=("-180", "180", "1") value=degrees said=said set=turn/>
        <Slider control="lengthen" label=say!(geometry.lengthen_by) range=("0", "8", "0.1") value=length said=long set=lengthen/>
    }
}

#[component]
fn Slider(
    control: &'static str,
    label: Signal<String>,
    range: (&'static str, &'static str, &'static str),
    value: Signal<f32>,
    said: Signal<String>,
    set: impl Fn(f32) + Copy + 'static,
) -> impl IntoView {
    let field = field();
    let (min, max, step) = range;
    view! {
        <label class="plain-slider">
            <span>{label}" "<b>{said}</b></span>
            <input type="range" min=min max=max step=step data-control=control aria-valuetext=said
                prop:value=move || value.get().min(max.parse().unwrap_or(LONGEST)).to_string()
                on:input=on(move |event| if let Ok(value) = event_target_value(&event).parse() { set(value) })
                on:change=on(move |_| field.lab.shell.run(Command::Settle))/>
        </label>
    }
}

/// More keys, fewer, and keys that keep away from each other.
#[component]
pub fn KeyButtons() -> impl IntoView {
    let field = field();
    let count = memo(move || field.lab.document.with(|d| d.m()));
    let full = derived(move || (count.get() >= MOST_KEYS).then_some("true"));
    let last = derived(move || (count.get() <= 1).then_some("true"));
    let apart = derived(move || {
        let keys = field.arrows.with(|own| own.as_ref().map(|own| own.keys()));
        let angle = keys.and_then(|keys| plane::smallest_angle(&keys));
        angle.map(|angle| tr!(geometry.apart, angle = crate::language::shown(angle, 0)))
    });
    // Why there are no more stands below the buttons, which stay under the finger.
    let most = derived(move || match full.get() {
        Some(_) => format!(" · {}", tr!(geometry.most_keys, most = MOST_KEYS)),
        None => String::new(),
    });
    let add = move |_| {
        if full.get_untracked().is_some() {
            return;
        }
        let name = tr!(geometry.new_key, index = count.get_untracked() + 1);
        field.change(Change::AddKey(name));
    };
    let remove = move |_| {
        if last.get_untracked().is_none() {
            remove_last(field, count.get_untracked());
        }
    };
    view! {
        <div class="geo-buttons">
            <button type="button" data-action="add-key" aria-disabled=full on:click=on(add)>{say!(geometry.add_key)}</button>
            <button type="button" data-action="remove-key" aria-disabled=last on:click=on(remove)>{say!(geometry.remove_key)}</button>
            <button type="button" data-action="repel" on:click=on(move |_| { field.change(Change::Repel(1)); })>{say!(geometry.push)}</button>
            <p class="note">{apart}{most}</p>
        </div>
    }
}

fn remove_last(field: Field, count: usize) {
    let last = change::Change::RemoveToken(Side::Keys, count.saturating_sub(1));
    field.lab.change(last, Place::Page);
}
