//! What there is to do about overridden cells.

use leptos::prelude::*;
use lesson::core::command::{Command, Edit};
use lesson::lessons::stepper::Change as Own;

use crate::reactive::{derived, memo, on, shown_while};
use crate::state::lab;
use crate::text::say;

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
                        on:change=on(move |event| super::change(lab, Own::Difference(event_target_checked(&event))))
                    />
                    {say!(control.difference)}
                </label>
                <button type="button" data-action="clear-all" on:click=on(move |_| lab.run(Command::Edit(Edit::ClearAll)))>
                    {say!(control.clear_all)}
                </button>
            </span> }.into_any())}
    }
}
