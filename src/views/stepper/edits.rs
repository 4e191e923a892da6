//! Undo and redo, and what there is to do about overridden cells.

use leptos::prelude::*;
use lesson::Command;

use crate::reactive::{derived, memo, on, shown_while};
use crate::state::lab;
use crate::text::say;

#[component]
pub fn History() -> impl IntoView {
    let lab = lab();
    let cannot_undo = derived(move || !lab.stepper.with(|s| s.history.can_undo()));
    let cannot_redo = derived(move || !lab.stepper.with(|s| s.history.can_redo()));
    view! {
        <span class="pair">
            <button type="button" data-action="undo" aria-label=say!(control.undo) title=say!(control.undo)
                disabled=cannot_undo on:click=on(move |_| lab.run(Command::Undo))>
                "↶"
            </button>
            <button type="button" data-action="redo" aria-label=say!(control.redo) title=say!(control.redo)
                disabled=cannot_redo on:click=on(move |_| lab.run(Command::Redo))>
                "↷"
            </button>
        </span>
    }
}

/// Only there while something is overridden.
#[component]
pub fn Overrides() -> impl IntoView {
    let lab = lab();
    let count = memo(move || lab.document.with(|d| d.overrides.len()));
    let difference = derived(move || lab.look.get().1);
    view! {
        {shown_while(move || count.get() != 0, move || view! { <span class="overrides">
                <span class="count">{say!(control.overrides, count = count.get())}</span>
                <label>
                    <input
                        type="checkbox" data-control="difference" prop:checked=difference
                        on:change=on(move |event| lab.run(Command::Difference(event_target_checked(&event))))
                    />
                    {say!(control.difference)}
                </label>
                <button type="button" data-action="clear-all" on:click=on(move |_| lab.run(Command::ClearAll))>
                    {say!(control.clear_all)}
                </button>
            </span> }.into_any())}
    }
}
