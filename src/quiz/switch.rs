//! Predict-first, on or off.

use leptos::prelude::*;
use lesson::share::quiz::{Predict, Session};

use crate::browser::{focus, page, said};
use crate::reactive::{derived, on};
use crate::shell::{Shell, shell};
use crate::text::{say, tr};

/// The title of the panel, which what is asked describes.
const QUESTION: &str = "[data-quiz] h2";

/// The switch among the choosers.
#[component]
pub fn PredictSwitch() -> impl IntoView {
    let shell = shell();
    let chosen = derived(move || {
        shell
            .session
            .with(|session| session.setup.predict != Predict::Off)
    });
    view! {
        <label class="predict">
            <input
                type="checkbox" data-control="predict" prop:checked=chosen
                on:change=on(move |event| predict(shell, event_target_checked(&event)))
            />
            {say!(quiz.predict)}
        </label>
    }
}

/// Switches predict-first on, from the current step, or off; the address says which.
fn predict(shell: Shell, on: bool) {
    let mut setup = shell
        .session
        .with_untracked(|session| session.setup.clone());
    setup.predict = if on { Predict::On } else { Predict::Off };
    // The question of a link is still asked when no others are.
    let asks = setup.question.is_some();
    page::set_question(&setup);
    let session = shell
        .lesson
        .with_untracked(|own| Session::open(setup, &**own));
    shell.session.set(session);
    tell(on, asks);
}

/// Says what has become of the numbers. The page goes to the question, so the focus goes along.
fn tell(on: bool, asks: bool) {
    match (on, asks) {
        (true, _) => {
            said::say(tr!(quiz.hidden_now));
            focus::lead_once_there(QUESTION);
        }
        (false, false) => said::say(tr!(quiz.shown_again)),
        (false, true) => {}
    }
}
