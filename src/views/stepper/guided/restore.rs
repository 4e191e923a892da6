//! The way back to the numbers that the walk began with, once a reader has changed them: the story is told with those.
//! And that some numbers do not follow from those before them, where they were typed over.

use leptos::prelude::*;
use lesson::Document;
use lesson::core::command::Command;
use lesson::lessons::stepper::Change;
use lesson::lessons::stepper::guided::Beat;

use super::super::change;
use super::Guide;
use crate::reactive::{on, shown_while};
use crate::text::say;

/// Only while there is something to put back; the question at the end is about those numbers anyway.
#[component]
pub fn Restore() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let shell = guide.lab.shell;
    let at_numbers = move || guide.beat.get() != Beat::Ask && !guide.asked.get();
    let changed = move || at_numbers() && example(guide).is_some();
    let restore = move |_| {
        let slug = untrack(|| example(guide)).unwrap_or_default();
        let (beat, row) = (guide.beat.get_untracked(), guide.row.get_untracked());
        let digits = shell.look.get_untracked().0;
        shell.run(Command::Preset(slug.to_owned()));
        // The word that is followed, and how it is written, stay.
        change(guide.lab, Change::Row(row));
        shell.run(Command::Digits(digits));
        shell.run(Command::Goto(beat.stage().key()));
    };
    let over = move || at_numbers() && guide.lab.document.with(|d| !d.overrides.is_empty());
    view! {
        {shown_while(over, || view! { <span class="g-over">" "{say!(guided.overridden)}</span> }.into_any())}
        {shown_while(changed, move || {
            view! { <button type="button" class="g-restore" data-action="put-back" on:click=on(restore)>{say!(guided.put_back)}</button> }
                .into_any()
        })}
    }
}

/// The example whose numbers were changed.
fn example(guide: Guide) -> Option<&'static str> {
    let shell = guide.lab.shell;
    match shell.preset.get() {
        None => shell.example.get(),
        Some(_) => None,
    }
}

/// The numbers that can be put back, where they were changed.
pub fn first_numbers(guide: Guide) -> Option<Document> {
    guide.lab.head_of(example(guide)?)
}
