//! Questions with hidden answers, and predict-first: what is asked, the student's answer, and what it
//! amounts to. The panel is a part of the page; what it covers is the session's, which is here from the start.

mod acting;
mod bars;
mod choice;
mod outcome;
mod panel;
mod standing;
mod state;
mod switch;
mod words;

use leptos::prelude::*;
use lesson::share::quiz::Predict;

use crate::page_part;
use crate::parts::Fetched;
use crate::reactive::{effect, memo, shown_while};
use crate::shell::shell;
pub use switch::PredictSwitch;

/// Where what was answered is kept.
const KEEPS: &str = "attention-lab-quiz";

page_part!(PANEL in questions: fn() -> AnyView = panel::panel);

/// There while something is asked, or predict-first is on.
#[component]
pub fn Quiz() -> impl IntoView {
    let shell = shell();
    let there = memo(move || {
        shell.session.with(|session| {
            let setup = &session.setup;
            setup.predict != Predict::Off || setup.question.is_some() || session.outcome.is_some()
        })
    });
    let panel = Fetched::of(PANEL);
    effect(move || {
        if there.get() {
            panel.want();
        }
    });
    shown_while(
        move || there.get(),
        move || panel.view(|panel| panel()).into_any(),
    )
}
