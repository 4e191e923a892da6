//! The question: what is asked, and in whose words.

use leptos::prelude::*;
use lesson::Name;
use lesson::share::snippet::{Draft, DraftProblem, Kind, LONGEST_TEXT, askable};

use super::choice::Options;
use super::place::{CellPlace, QueryPlace};
use super::predict::PredictFirst;
use super::state::{Sharing, sharing};
use crate::reactive::{derived, on, part, shown_while};
use crate::text::{say, tr};
use crate::widgets::chooser::Chooser;

/// The question and predict-first.
#[component]
pub fn Asking() -> impl IntoView {
    let state = sharing();
    let kind = Memo::new(move |_| state.draft.with(|draft| draft.kind));
    let options = derived(|| {
        let option = |kind: Kind| (kind.slug().to_owned(), called(kind));
        Kind::ALL.into_iter().map(option).collect::<Vec<_>>()
    });
    let choose = move |slug: String| {
        if let Some(kind) = Kind::from_slug(&slug) {
            state.draft.update(|draft| draft.kind = kind);
        }
    };
    let of_kind = part(move || match kind.get() {
        Kind::Nothing => ().into_any(),
        Kind::Cell => view! { <CellPlace/> }.into_any(),
        Kind::Weights => view! { <QueryPlace/> }.into_any(),
        Kind::Choice => view! { <Options/> }.into_any(),
    });
    let is_asked = move || kind.get() != Kind::Nothing;
    view! {
        <fieldset class="card share-question">
            <legend>{say!(share.question)}</legend>
            <Chooser control="share-ask" label=say!(share.asked) options=options
                value=derived(move || kind.get().slug().to_owned()) choose=choose/>
            {of_kind}
            {shown_while(is_asked, || view! { <Words/> }.into_any())}
            <PredictFirst/>
        </fieldset>
    }
}

/// The teacher's words.
#[component]
fn Words() -> impl IntoView {
    let state = sharing();
    let count = move || state.draft.with(|draft| draft.text.trim().chars().count());
    let wrong = move || count() > LONGEST_TEXT;
    let words = derived(move || match wrong() {
        true => said(DraftProblem::TextTooLong(count())),
        false => tr!(
            share.text_count,
            count = count(),
            most = characters(LONGEST_TEXT)
        ),
    });
    let note = derived(move || match state.draft.with(|draft| draft.kind) {
        Kind::Choice => tr!(share.question_note_choice),
        _ => tr!(share.question_note),
    });
    let write = move |event| {
        let text = event_target_value(&event);
        state.draft.update(|draft| draft.text = text);
    };
    view! {
        <label class="chooser wide">
            <span>{say!(share.text)}</span>
            <textarea rows="2" data-control="share-words" aria-describedby="share-words-count"
                aria-invalid=derived(move || wrong().to_string())
                prop:value=derived(move || state.draft.with(|draft| draft.text.clone())) on:input=on(write)></textarea>
        </label>
        <p id="share-words-count" class="note" class:problem=derived(wrong)>{words}</p>
        <p class="note">{note}</p>
    }
}

/// The matrices whose numbers can be asked.
pub fn matrices(state: Sharing) -> Vec<Name> {
    state.scene.with(|scene| {
        scene
            .as_ref()
            .map(|(document, _)| askable(document))
            .unwrap_or_default()
    })
}

/// What is wrong with the draft, as far as `is_meant`; empty when nothing is.
pub fn wrong(state: Sharing, is_meant: impl Fn(&DraftProblem) -> bool) -> String {
    let of = |draft: &Draft| {
        let problems = state
            .scene
            .with(|scene| scene.as_ref().map(|(document, _)| draft.problems(document)));
        problems.unwrap_or_default().into_iter().find(&is_meant)
    };
    state.draft.with(of).map(said).unwrap_or_default()
}

/// So many characters.
pub fn characters(count: usize) -> String {
    tr!(counted.characters, count = count)
}

fn said(problem: DraftProblem) -> String {
    match problem {
        DraftProblem::TextTooLong(found) => {
            tr!(
                share.wrong_text,
                characters = characters(found),
                most = LONGEST_TEXT
            )
        }
        DraftProblem::NotThere => tr!(share.wrong_place),
        DraftProblem::OptionEmpty(index) => tr!(share.wrong_empty, number = index + 1),
        DraftProblem::OptionTooLong(index, most) => {
            tr!(
                share.wrong_long,
                number = index + 1,
                most = characters(most)
            )
        }
        DraftProblem::OptionTwice(index) => tr!(share.wrong_twice, number = index + 1),
    }
}

fn called(kind: Kind) -> String {
    match kind {
        Kind::Nothing => tr!(share.kind_nothing),
        Kind::Cell => tr!(share.kind_cell),
        Kind::Weights => tr!(share.kind_weights),
        Kind::Choice => tr!(share.kind_choice),
    }
}
