//! Taking heads out, and putting them back.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use lesson::lessons::training::lesson::Change;
use lesson::lessons::training::look::Instead;

use super::super::{Training, training};
use super::head_name;
use crate::browser::focus;
use crate::reactive::{derived, memo, on, shown_while};
use crate::text::{following, list, say, tr};

/// What stands in for the head, if it is taken out.
pub fn instead(training: Training, at: (usize, usize)) -> Option<Instead> {
    training.without.with(|without| {
        let own = without.iter().find(|one| (one.layer, one.head) == at);
        own.map(|one| one.instead)
    })
}

/// In, out for zeros, out for its mean, and in again.
const fn next(now: Option<Instead>) -> Option<Instead> {
    match now {
        None => Some(Instead::Zero),
        Some(Instead::Zero) => Some(Instead::Mean),
        Some(Instead::Mean) => None,
    }
}

const fn slug(now: Option<Instead>) -> &'static str {
    match now {
        None => "none",
        Some(Instead::Zero) => "zero",
        Some(Instead::Mean) => "mean",
    }
}

/// What the switch shows, what it says to who cannot see the picture, and what a click would do.
fn words(now: Option<Instead>) -> [String; 3] {
    match now {
        None => [
            tr!(gallery.ablate.in_use),
            String::new(),
            tr!(gallery.ablate.to_zero),
        ],
        Some(Instead::Zero) => [
            tr!(gallery.ablate.zero),
            tr!(gallery.ablate.is_zero),
            tr!(gallery.ablate.to_mean),
        ],
        Some(Instead::Mean) => [
            tr!(gallery.ablate.mean),
            tr!(gallery.ablate.is_mean),
            tr!(gallery.ablate.to_in),
        ],
    }
}

fn turn(training: Training, at: (usize, usize)) {
    let then = next(untrack(|| instead(training, at)));
    training.own(Change::Without(at, then));
}

/// The switch under a head. All of a table are one stop for Tab, `stop`; arrows `walk` from one to the next.
#[component]
pub fn Ablate(
    at: (usize, usize),
    id: String,
    stop: RwSignal<(usize, usize)>,
    walk: impl Fn(KeyboardEvent) + 'static,
) -> impl IntoView {
    let training = training();
    let now = memo(move || instead(training, at));
    let hint = following(move || {
        let [_, _, then] = words(now.get());
        then
    });
    let read = following(move || {
        let [shown, is, _] = words(now.get());
        list(&[shown, format!("{}{is}", head_name(at))])
    });
    let shown = following(move || {
        let [shown, ..] = words(now.get());
        shown
    });
    view! {
        <button type="button" class="ablate" id=id data-ablate=format!("{}.{}", at.0, at.1) title=hint aria-label=read
            tabindex=derived(move || focus::stop(stop.get() == at)) on:focus=on(move |_| stop.set(at)) on:keydown=on(walk)
            data-state=derived(move || slug(now.get())) on:click=on(move |_| turn(training, at))>
            {shown}
        </button>
    }
}

/// Is a head out?
pub fn is_one_out(training: Training) -> bool {
    training.without.with(|without| !without.is_empty())
}

/// Says that what stands here is computed with all heads; there only while one is out.
#[component]
pub fn AllInUse() -> impl IntoView {
    let training = training();
    shown_while(
        move || is_one_out(training),
        || view! { <p class="aside" data-note="whole">{say!(gallery.in_use_here)}</p> }.into_any(),
    )
}

/// Puts every head back; there only while one is out.
#[component]
pub fn AllHeads() -> impl IntoView {
    let training = training();
    shown_while(
        move || is_one_out(training),
        move || {
            view! {
                <button type="button" data-action="all-heads" on:click=on(move |_| {
                    training.own(Change::AllHeads);
                })>
                    {say!(gallery.all_heads)}
                </button>
            }
            .into_any()
        },
    )
}
