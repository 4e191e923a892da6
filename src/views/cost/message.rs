//! What went wrong, where it can be seen and dismissed.

use leptos::prelude::*;
use lesson::share::host::Event;

use super::state::cost;
use super::words;
use crate::host;
use crate::reactive::{on, part};
use crate::text::say;

/// The message of the lesson; the live region is always there, so that screen readers speak when
/// it fills.
#[component]
pub fn Message() -> impl IntoView {
    let cost = cost();
    let words = move || {
        cost.problem.get().map(|problem| {
            host::tell(Event::Error(words::problem(&problem)));
            let dismiss = move |_| cost.problem.set(None);
            view! {
                <span class="problem" data-problem="">{words::problem(&problem)}</span>
                <button type="button" class="quiet" aria-label=say!(site.dismiss) on:click=on(dismiss)>"×"</button>
            }
        })
    };
    view! { <div class="notice" role="alert">{part(move || words().into_any())}</div> }
}
