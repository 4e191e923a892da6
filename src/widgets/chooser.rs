//! A labelled choice out of a few.

use std::time::Duration;

use leptos::html;
use leptos::prelude::*;

use crate::reactive::{derived, on};
use crate::widgets::markup;

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
    let select = NodeRef::<html::Select>::new();
    // What was refused is not chosen. It is known only when all that follows from the choice has been done.
    let settle = move || {
        let shown = value.try_get_untracked();
        let select = select.try_get_untracked().flatten();
        if let (Some(select), Some(shown)) = (select, shown) {
            select.set_value(&shown);
        }
    };
    let change = move |event| {
        choose.run(event_target_value(&event));
        set_timeout(settle, Duration::ZERO);
    };
    view! {
        <label class="chooser">
            <span>{label}</span>
            <select data-control=control node_ref=select inner_html=entries on:change=on(change)></select>
        </label>
    }
}
