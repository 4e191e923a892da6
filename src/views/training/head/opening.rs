//! From the head into the stepper.

use leptos::prelude::*;
use lesson::protocol::{HeadNumbers, Question};
use lesson::training::open;
use lesson::url;

use super::super::asking::Topic;
use super::super::sequence::words_of;
use super::super::{Training, training};
use super::Shown;
use crate::browser::page;
use crate::reactive::{effect, on};
use crate::text::{following, say, tr};

/// The button. The numbers come from the worker; when they are here, the stepper opens with them.
#[component]
pub fn Open(shown: Shown) -> impl IntoView {
    let training = training();
    // An answer to what was asked before this panel was left opens nothing now.
    training.head_numbers.set(None);
    let ask = move |_| {
        if let Ok(ids) = training.ids.get_untracked() {
            let (layer, head) = shown.at.get_untracked();
            let question = Question::Head(training.at.get_untracked(), ids, layer, head);
            training.ask(Topic::Head, training.side.get_untracked(), question);
        }
    };
    effect(move || {
        let Some(numbers) = training.head_numbers.get() else {
            return;
        };
        match document(training, shown, &numbers) {
            Ok(state) => {
                training.pause();
                page::go_to(&url::encode(&state.0, &state.1));
            }
            Err(problem) => training.problem.set(Some(problem)),
        }
    });
    let note = following(move || {
        if training.without.with(Vec::is_empty) {
            tr!(head.open_note)
        } else {
            tr!(head.open_whole)
        }
    });
    view! {
        <div class="row">
            <button type="button" class="primary" data-action="open-head" on:click=on(ask)>{say!(head.open)}</button>
            <span class="caption-line">{note}</span>
        </div>
    }
}

type Opened = Result<(lesson::Document, lesson::View), lesson::training::problem::TrainingProblem>;

/// The stepper's state, at the row of the token that is kept.
fn document(training: Training, shown: Shown, numbers: &HeadNumbers) -> Opened {
    untrack(|| {
        let tokens = words_of(training.task(), &numbers.ids);
        let (document, view) = open::document(numbers, tokens)?;
        let row = shown.pinned.get().unwrap_or(view.row);
        Ok((document, lesson::View { row, ..view }))
    })
}
