//! Draw, pause, draw again; how far it is, and how fast.

use leptos::prelude::*;
use lesson::core::number::grouped;
use lesson::lessons::scale::messages::State;

use super::setting::Scores;
use super::state::{Draws, draws};
use crate::reactive::{derived, memo, on};
use crate::text::{following, say, tr};

/// The bar of buttons, the progress, and the state in words.
#[component]
pub fn Bar() -> impl IntoView {
    let draws = draws();
    let state = draws.state();
    let act = move |_| match state.get_untracked() {
        Some(State::Drawing) => draws.pause(true),
        Some(State::Paused) => draws.pause(false),
        _ => draws.begin(),
    };
    let done = derived(move || {
        draws
            .report
            .with(|own| own.as_ref().map_or(0, |own| own.summary.draws))
    });
    let all = derived(move || draws.document.with(|d| d.draws()));
    // Said when it changes; progress is not part of it, or a screen reader would never come to rest.
    let status = memo(move || status(draws));
    let now = derived(move || slug(state.get()));
    view! {
        <div class="scale-bar" data-now=now role="group" aria-label=say!(scale.controls)>
            <button type="button" class="primary" data-action="measure" on:click=on(act)>{following(move || action(draws))}</button>
            <Scores/>
            <progress value=derived(move || done.get().to_string()) max=derived(move || all.get().to_string()) aria-label=say!(scale.progress)></progress>
            <p class="note">
                <span role="status" data-state=now>{status}</span>
                " "<span data-speed="">{following(move || speed(draws))}</span>
            </p>
        </div>
    }
}

/// The state's name in attributes.
const fn slug(state: Option<State>) -> &'static str {
    match state {
        None => "idle",
        Some(State::Drawing) => "drawing",
        Some(State::Paused) => "paused",
        Some(State::Done) => "done",
    }
}

fn action(draws: Draws) -> String {
    match draws.state().get() {
        Some(State::Drawing) => tr!(scale.pause),
        Some(State::Paused) => tr!(scale.resume),
        Some(State::Done) => tr!(scale.again),
        None => tr!(scale.draw),
    }
}

fn status(draws: Draws) -> String {
    match (draws.lost.get(), draws.state().get()) {
        (Some(true), _) => tr!(scale.lost),
        (Some(false), _) => tr!(scale.no_worker),
        (None, None) => tr!(scale.idle),
        (None, Some(State::Drawing)) => tr!(scale.drawing),
        (None, Some(State::Paused)) => tr!(scale.paused),
        (None, Some(State::Done)) => {
            let scores = draws
                .report
                .with_untracked(|own| own.as_ref().map_or(0, |own| own.summary.scores));
            tr!(scale.done, scores = grouped(scores))
        }
    }
}

fn speed(draws: Draws) -> String {
    let speed = draws
        .report
        .with(|own| own.as_ref().map_or(0.0, |own| own.speed));
    match speed > 0.0 {
        true => tr!(
            scale.speed,
            speed = grouped((speed / 1000.0).round() as u64 * 1000)
        ),
        false => String::new(),
    }
}
