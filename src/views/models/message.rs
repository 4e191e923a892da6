//! What went wrong, where it can be seen and dismissed.

use leptos::prelude::*;
use lesson::lessons::models::messages::Trouble;
use lesson::share::host::Event;

use super::{inspector, words};
use crate::host;
use crate::parts;
use crate::reactive::{derived, on, part};
use crate::text::say;

/// The message; the live region is always there, so that screen readers speak when it fills.
#[component]
pub fn Message() -> impl IntoView {
    let inspector = inspector();
    let words = move || {
        inspector.problem.get().map(|trouble| {
            host::tell(Event::Error(words::trouble(&trouble)));
            let dismiss = move |_| inspector.problem.set(None);
            let comes_again = matches!(
                trouble,
                Trouble::Unfetched(_) | Trouble::Stopped | Trouble::Ended
            );
            let again = comes_again
                .then(|| parts::again(move || inspector.fetch_again()));
            view! {
                <span class="problem" data-problem="">{derived(move || words::trouble(&trouble))}</span>
                {again}
                {part(move || inspector.denied.with(Option::is_some).then(|| view! {
                    <button type="button" data-action="open-int8" on:click=on(move |_| inspector.open_denied())>{say!(models.int8.open)}</button>
                }).into_any())}
                <button type="button" class="quiet" aria-label=say!(site.dismiss) on:click=on(dismiss)>"×"</button>
            }
        })
    };
    view! { <div class="notice" role="alert">{part(move || words().into_any())}</div> }
}
