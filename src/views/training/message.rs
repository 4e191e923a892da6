//! What went wrong, where it can be seen and dismissed.

use leptos::prelude::*;
use lesson::lessons::training::problem::TrainingProblem;
use lesson::share::host::Event;

use super::{training, words};
use crate::host;
use crate::parts;
use crate::reactive::{derived, on, part};
use crate::text::say;

/// The message of the lesson; the live region is always there, so that screen readers speak when
/// it fills.
#[component]
pub fn Message() -> impl IntoView {
    let training = training();
    let words = move || {
        training.problem.get().map(|problem| {
            host::tell(Event::Error(words::problem(&problem)));
            let dismiss = move |_| training.problem.set(None);
            let again = matches!(problem, TrainingProblem::Unfetched(_))
                .then(|| parts::again(move || training.stand_by_document()));
            view! {
                <span class="problem" data-problem="">{derived(move || words::problem(&problem))}</span>
                {again}
                <button type="button" class="quiet" aria-label=say!(site.dismiss) on:click=on(dismiss)>"×"</button>
            }
        })
    };
    view! { <div class="notice" role="alert">{part(move || words().into_any())}</div> }
}
