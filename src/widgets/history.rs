//! Undo and redo, in every lesson.

use leptos::prelude::*;
use lesson::core::command::Command;

use crate::reactive::{derived, memo, on};
use crate::shell::shell;
use crate::text::say;

/// The two buttons.
#[component]
pub fn History() -> impl IntoView {
    let shell = shell();
    let can = memo(move || shell.lesson.with(|own| own.can_undo_redo()));
    let cannot_undo = derived(move || !can.get().0);
    let cannot_redo = derived(move || !can.get().1);
    view! {
        <span class="pair">
            <button type="button" data-action="undo" aria-label=say!(control.undo) title=say!(control.undo)
                disabled=cannot_undo on:click=on(move |_| shell.run(Command::Undo))>
                "↶"
            </button>
            <button type="button" data-action="redo" aria-label=say!(control.redo) title=say!(control.redo)
                disabled=cannot_redo on:click=on(move |_| shell.run(Command::Redo))>
                "↷"
            </button>
        </span>
    }
}
