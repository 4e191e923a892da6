//! Predict-first, on or off.

use leptos::prelude::*;
use lesson::share::quiz::Predict;

use super::state::desk;
use crate::reactive::{derived, on};
use crate::shell::shell;
use crate::text::say;

/// The switch among the choosers.
#[component]
pub fn PredictSwitch() -> impl IntoView {
    let (shell, desk) = (shell(), desk());
    let chosen = derived(move || {
        shell
            .session
            .with(|session| session.setup.predict != Predict::Off)
    });
    view! {
        <label class="predict">
            <input
                type="checkbox" data-control="predict" prop:checked=chosen
                on:change=on(move |event| desk.predict(event_target_checked(&event)))
            />
            {say!(quiz.predict)}
        </label>
    }
}
