//! The gradient checked against the loss itself: one number nudged up and down.

use leptos::prelude::*;
use lesson::lessons::backward::{self, Check};

use super::{Back, back};
use crate::language::{exact, shown};
use crate::reactive::{derived, effect, memo, on, shown_while};
use crate::text::{say, tr};

/// The button, and what nudging the explained cell and all others gives.
#[component]
pub fn Nudge() -> impl IntoView {
    let back = back();
    let asked = RwSignal::new(false);
    // What was checked is checked no more when a number changes.
    let all = RwSignal::new(None::<(usize, usize, Option<Check>)>);
    effect(move || {
        back.document.track();
        all.set(None);
    });
    let gradient = memo(move || one(back).is_some());
    let check = move |_| {
        asked.set(true);
        all.set(
            back.way
                .with_untracked(|way| way.as_ref().map(|way| backward::check_all(way))),
        );
    };
    let here = derived(move || {
        let words = |check: Check| {
            tr!(
                backward.nudged,
                nudged = exact(check.nudged as f32),
                gradient = exact(check.gradient)
            )
        };
        one(back)
            .filter(|_| asked.get())
            .map(words)
            .unwrap_or_default()
    });
    let rest = derived(move || all.get().map(of_all).unwrap_or_default());
    let button = move || {
        view! {
            <button type="button" data-action="check-gradient" on:click=on(check)>{say!(backward.check)}</button>
            <p role="status">{here} " " {rest}</p>
        }
        .into_any()
    };
    // Its room stays: nothing moves when the mouse goes from a gradient to another number.
    view! { <div class="b-nudge">{shown_while(move || gradient.get(), button)}</div> }
}

/// The explained cell, if it is of a gradient that is not to be predicted.
fn one(back: Back) -> Option<Check> {
    let cell = back.lab.explained.get()?;
    if back.lab.covers(cell) {
        return None;
    }
    back.way
        .with(|way| way.as_ref().and_then(|way| backward::check_cell(way, cell)))
}

fn of_all((there, checked, worst): (usize, usize, Option<Check>)) -> String {
    let Some(worst) = worst else {
        return String::new();
    };
    let error = shown((worst.error * 1e6) as f32, 1);
    match there == checked {
        true => tr!(
            backward.checked_all,
            cells = tr!(backward.cells, count = there),
            error = error
        ),
        false => tr!(
            backward.checked_some,
            cells = tr!(backward.cells, count = there),
            checked = checked,
            error = error
        ),
    }
}
