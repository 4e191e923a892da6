//! A part that is built when it is opened, and only while it is open.

use leptos::ev::Event;
use leptos::prelude::*;

use super::way::way;
use crate::browser::targets;
use crate::reactive::{on, shown_while};

/// Makes what is inside.
pub type Body = Box<dyn Fn() -> AnyView + Send + Sync>;

/// A `<details>` of that name.
#[component]
pub fn Fold(
    /// `data-fold`.
    name: String,
    /// Its summary.
    #[prop(into)]
    title: Signal<String>,
    /// Is it open at first?
    #[prop(optional)]
    open: bool,
    /// What is inside.
    body: Body,
) -> impl IntoView {
    let (is_open, opened) = (RwSignal::new(open), way().opened);
    let toggle = move |event: Event| {
        // A fold inside bubbles nothing, `toggle` does not; but it comes late.
        if is_open.try_set(targets::is_open(&event)).is_none() {
            opened.update(|count| *count += 1);
        }
    };
    view! {
        <details class="fold-part" data-fold=name open=open on:toggle=on(toggle)>
            <summary>{title}</summary>
            {shown_while(move || is_open.get(), body)}
        </details>
    }
}
