//! The question: what is asked, and in whose words.

use leptos::prelude::*;
use lesson::core::opened::Opened;
use lesson::core::table::TableId;
use lesson::share::snippet::{Draft, DraftProblem, Kind, LONGEST_TEXT, askable};

use super::choice::Options;
use super::place::{CellPlace, QueryPlace};
use super::predict::PredictFirst;
use super::state::{Sharing, sharing};
use super::words::words_of;
use crate::reactive::{derived, memo, on, part, shown_while};
use crate::text::{say, tr};
use crate::widgets::chooser::Chooser;

/// The question and predict-first.
#[component]
pub fn Asking() -> impl IntoView {
    let state = sharing();
    let kind = Memo::new(move |_| state.draft.with(|draft| draft.kind));
    let options = derived(move || {
        let has_rows = !whole_rows(state).is_empty() || kind.get() == Kind::Weights;
        let all = Kind::ALL.into_iter();
        let all = all.filter(|kind| *kind != Kind::Weights || has_rows);
        let option = |kind: Kind| (kind.slug().to_owned(), called(kind));
        all.map(option).collect::<Vec<_>>()
    });
    let choose = move |slug: String| {
        if let Some(kind) = Kind::from_slug(&slug) {
            state.ask(kind);
        }
    };
    let of_kind = part(move || match kind.get() {
        Kind::Nothing => ().into_any(),
        Kind::Cell => view! { <CellPlace/> }.into_any(),
        Kind::Weights => view! { <QueryPlace/> }.into_any(),
        Kind::Choice => view! { <Options/> }.into_any(),
    });
    let is_asked = move || kind.get() != Kind::Nothing;
    let guided = memo(move || state.whole().leaves_the_guide());
    view! {
        <fieldset class="card share-question">
            <legend>{say!(share.question)}</legend>
            <Chooser control="share-ask" label=say!(share.asked) options=options
                value=derived(move || kind.get().slug().to_owned()) choose=choose/>
            {of_kind}
            {shown_while(is_asked, || view! { <Words/> }.into_any())}
            {shown_while(move || guided.get(), || view! { <p class="note" data-share="whole">{say!(share.question_whole)}</p> }.into_any())}
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

/// The tables whose numbers can be asked.
pub fn matrices(state: Sharing) -> Vec<TableId> {
    state.about(askable)
}

/// Those of them whose rows can be asked as a whole.
pub fn whole_rows(state: Sharing) -> Vec<TableId> {
    let of = |lesson: &dyn Opened| {
        let known = |table: &TableId| lesson.meta().of(*table);
        let mut all = askable(lesson);
        all.retain(|table| known(table).is_some_and(|own| own.distribution));
        all
    };
    state.about(of)
}

/// The key of a table.
pub fn key(state: Sharing, table: TableId) -> &'static str {
    state.lesson().of(table).map_or("", |own| own.key)
}

/// The key of a table, and what it is called.
pub fn named(state: Sharing, table: TableId) -> (String, String) {
    let key = key(state, table);
    let words = words_of(state.slug.get());
    (key.to_owned(), (words.table)(key))
}

/// What is wrong with the draft, as far as `is_meant`; empty when nothing is.
pub fn wrong(state: Sharing, is_meant: impl Fn(&DraftProblem) -> bool) -> String {
    let of = |draft: &Draft| {
        let problems = state.about(|lesson| draft.problems(lesson));
        problems.into_iter().find(&is_meant)
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
