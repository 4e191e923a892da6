//! The way back to the numbers that the walk began with, once a reader has changed them: the story is told with those.

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::lessons::stepper::guided::Beat;

use super::Guide;
use crate::reactive::{on, shown_while};
use crate::text::say;

/// Only while there is something to put back; the question at the end is about those numbers anyway.
#[component]
pub fn Restore() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let shell = guide.lab.shell;
    let changed = move || {
        let other = shell.preset.get().is_none() && shell.example.get().is_some();
        other && guide.beat.get() != Beat::Ask && !guide.asked.get()
    };
    let restore = move |_| {
        let slug = shell.example.get_untracked().unwrap_or_default();
        let beat = guide.beat.get_untracked();
        shell.run(Command::Preset(slug.to_owned()));
        shell.run(Command::Goto(beat.stage().key()));
    };
    shown_while(changed, move || {
        view! { <button type="button" class="g-restore" data-action="put-back" on:click=on(restore)>{say!(guided.put_back)}</button> }
            .into_any()
    })
}
