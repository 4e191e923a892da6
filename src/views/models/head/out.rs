//! Taking a head out: nothing in its place, or the mean of what it puts out.

use leptos::prelude::*;
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::link::Instead;

use super::super::inspector;
use crate::reactive::{derived, memo, on};
use crate::text::say;

/// Three buttons, of which one is pressed.
#[component]
pub fn Out() -> impl IntoView {
    let inspector = inspector();
    let at = inspector.at;
    let now = memo(move || inspector.document.with(|own| own.instead(at.get())));
    let choice = move |name: &'static str, own: Option<Instead>, words: Signal<String>| {
        let choose = move |_| {
            inspector.own(Change::Head(at.get_untracked(), own));
        };
        view! {
            <button type="button" data-ablate=name aria-pressed=derived(move || (now.get() == own).to_string()) on:click=on(choose)>
                {words}
            </button>
        }
    };
    view! {
        <div class="tabs" role="group" aria-label=say!(models.this_head)>
            {choice("none", None, say!(models.head_in))}
            {choice("zero", Some(Instead::Zero), say!(models.head_out))}
            {choice("mean", Some(Instead::Mean), say!(models.head_mean))}
        </div>
    }
}
