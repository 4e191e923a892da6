//! A labelled choice out of a few.

use crate::reactive::{derived, on, part};
use leptos::prelude::*;

/// A `<select>` with its label. `control` is its name for scripts and tests.
#[component]
pub fn Chooser(
    /// `data-control`.
    control: &'static str,
    /// What is chosen.
    #[prop(into)]
    label: Signal<String>,
    /// (value, text) of each choice.
    #[prop(into)]
    options: Signal<Vec<(String, String)>>,
    /// The chosen value.
    #[prop(into)]
    value: Signal<String>,
    /// Called with the value chosen.
    #[prop(into)]
    choose: Callback<String>,
) -> impl IntoView {
    let entry = move |(key, text): (String, String)| {
        let own = key.clone();
        view! { <option value=key selected=derived(move || value.get() == own)>{text}</option> }
    };
    view! {
        <label class="chooser">
            <span>{label}</span>
            <select
                data-control=control
                prop:value=value
                on:change=on(move |event| choose.run(event_target_value(&event)))
            >
                {part(move || options.get().into_iter().map(entry).collect_view().into_any())}
            </select>
        </label>
    }
}
