//! A labelled choice out of a few.

use crate::reactive::{derived, on};
use crate::widgets::markup;
use leptos::prelude::*;

/// The choice of a language that leaves it to the reader's browser.
const AUTO: &str = "auto";

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
    /// The values are languages, and each choice is written in its own.
    #[prop(optional)]
    languages: bool,
) -> impl IntoView {
    let entries = derived(move || {
        let chosen = value.get();
        let entry = |(key, text): &(String, String)| {
            let lang = match languages && key != AUTO {
                true => format!("lang=\"{}\"", markup::attribute(key)),
                false => String::new(),
            };
            markup::option(key, text, *key == chosen, &lang)
        };
        options.with(|options| options.iter().map(entry).collect::<String>())
    });
    view! {
        <label class="chooser">
            <span>{label}</span>
            <select
                data-control=control inner_html=entries
                on:change=on(move |event| choose.run(event_target_value(&event)))
            ></select>
        </label>
    }
}
