//! Writing on from the text, and how tokens are drawn.

use leptos::ev::Event;
use leptos::prelude::*;
use lesson::core::number;
use lesson::lessons::models::messages::Drawing;

use super::inspector;
use crate::reactive::{derived, on};
use crate::text::{following, say, tr};

/// One button that writes and stops, and its settings. It is never `disabled`: that would take the focus with it.
#[component]
pub fn Write() -> impl IntoView {
    let inspector = inspector();
    let drawing = inspector.drawing;
    let press = move |_| match inspector.writes.get_untracked() {
        true => inspector.writes.set(false),
        // What is being read is not yet what it would write on from, and what could not be read is not either.
        false if inspector.reads.get_untracked() || untrack(|| inspector.is_stale()) => {}
        false => inspector.write_on(),
    };
    let label = following(move || match inspector.writes.get() {
        true => tr!(models.stop),
        false => tr!(models.write),
    });
    let waits = derived(move || {
        let waits = (inspector.reads.get() || inspector.is_stale()) && !inspector.writes.get();
        waits.then_some("true")
    });
    let state = derived(move || inspector.writes.get().then_some("writing"));
    view! {
        <div class="row re-write">
            <button type="button" class="primary" data-action="write-on" data-state=state aria-disabled=waits on:click=on(press)>{label}</button>
            <Setting name="temperature" label=say!(models.temperature) limits=("0", "5", "0.1")
                value=derived(move || number::shortest(drawing.get().temperature))
                set=|own, text| own.temperature = number::parse(text).unwrap_or(1.0).clamp(0.0, 5.0)/>
            <Setting name="top-k" label=say!(models.top_k) limits=("1", "1000", "1")
                value=derived(move || drawing.get().top_k.map(|own| own.to_string()).unwrap_or_default())
                set=|own, text| own.top_k = text.parse().ok().filter(|own| *own > 0)/>
            <Setting name="top-p" label=say!(models.top_p) limits=("0.01", "1", "0.01")
                value=derived(move || drawing.get().top_p.map(number::shortest).unwrap_or_default())
                set=|own, text| own.top_p = number::parse(text).ok().filter(|own| (0.01..=1.0).contains(own))/>
            <Setting name="seed" label=say!(models.seed) limits=("0", "999999", "1")
                value=derived(move || drawing.get().seed.to_string())
                set=|own, text| own.seed = text.parse().unwrap_or(1)/>
        </div>
    }
}

/// A number; what cannot be gives way to what can.
#[component]
fn Setting(
    name: &'static str,
    label: Signal<String>,
    /// The least, the most, and the step between.
    limits: (&'static str, &'static str, &'static str),
    value: Signal<String>,
    set: fn(&mut Drawing, &str),
) -> impl IntoView {
    let drawing = inspector().drawing;
    let change = move |event: Event| {
        let text = event_target_value(&event);
        drawing.update(|own| set(own, text.trim()));
    };
    view! {
        <label class="re-setting">
            <span>{label}</span>
            <input type="number" data-control=name min=limits.0 max=limits.1 step=limits.2 prop:value=value on:change=on(change)/>
        </label>
    }
}
