//! What was answered in this browser, in a line, and how to forget it.

use leptos::prelude::*;

use super::state::desk;
use crate::browser::storage;
use crate::reactive::{derived, on, shown_while};
use crate::text::{say, tr};

/// The line below the question.
#[component]
pub fn Standing() -> impl IntoView {
    let desk = desk();
    let counted = move || {
        desk.met
            .with(|met| desk.progress.with(|all| all.counts(met)))
    };
    // Before there is anything to count, or to forget, it would only take room.
    let nothing = derived(move || counted().answered == 0 && !desk.damaged.get());
    let line = derived(move || {
        let counts = counted();
        tr!(
            quiz.progress,
            answered = counts.answered,
            questions = tr!(counted.of_questions, count = counts.seen),
            right = counts.right
        )
    });
    // Said before it happens.
    let lost = !storage::keeps();
    view! {
        <div class="row standing" hidden=nothing>
            {shown_while(move || desk.damaged.get(), move || view! { <p class="problem" data-quiz-damaged="">{say!(quiz.damaged)}</p> }.into_any())}
            <span data-quiz-progress="">{line}</span>
            {lost.then(|| view! { <span class="note" data-quiz-lost="">{say!(path.not_kept)}</span> })}
            <button type="button" class="quiet" data-action="forget" on:click=on(move |_| desk.forget())>{say!(quiz.forget)}</button>
        </div>
    }
}
