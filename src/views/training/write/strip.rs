//! The chances side by side from 0 to 1, and where the random number falls.

use crate::language::shown;
use leptos::prelude::*;
use lesson::lessons::training::writing::Written;
use lesson::lessons::training::writing::choices::stretches;

use super::super::state::{Training, training};
use super::super::token::word;
use crate::reactive::derived;
use crate::text::{say, tr};
use crate::widgets::markup;

/// Places after the point: where stretches meet, two would leave it open on which side a number is.
const DIGITS: u8 = 3;
/// What is narrower has no room for its word.
const ROOM: f32 = 0.06;

/// The picture, and the same in words.
#[component]
pub fn Strip() -> impl IntoView {
    let training = training();
    let with = move |make: fn(Training, &Written) -> String| {
        derived(move || {
            training.written.with(|written| {
                written
                    .as_ref()
                    .map(|written| make(training, written))
                    .unwrap_or_default()
            })
        })
    };
    view! {
        <div class="strip" aria-hidden="true" inner_html=with(stretch_markup)></div>
        <div class="ends" aria-hidden="true"><span>"0"</span><span>{say!(write.cumulative)}</span><span>"1"</span></div>
        <p class="falls" data-draw="">{with(falls)}</p>
    }
}

fn stretch_markup(training: Training, written: &Written) -> String {
    let task = training.task();
    let stretch = |one: &lesson::lessons::training::writing::Candidate| {
        let class = if Some(one.token) == written.drawn {
            " class=\"drawn\""
        } else {
            ""
        };
        let word = if one.chance < ROOM {
            ""
        } else {
            word(task, one.token)
        };
        let attributes = format!("style=\"flex-grow:{}\"{class}", one.chance);
        markup::element("span", &attributes, word)
    };
    let left = written.candidates.iter().filter(|one| one.chance > 0.0);
    let stretches: String = left.map(stretch).collect();
    let mark = format!(
        "<i style=\"left:{}%\"><b>{}</b></i>",
        written.number * 100.0,
        shown(written.number, DIGITS)
    );
    format!("{stretches}{mark}")
}

/// Between which sums the number lies, and so which token it means.
fn falls(training: Training, written: &Written) -> String {
    let place = written
        .candidates
        .iter()
        .position(|one| Some(one.token) == written.drawn);
    let Some(rank) = place else {
        return String::new();
    };
    let (from, to) = stretches(&written.candidates)[rank];
    tr!(
        write.falls,
        number = shown(written.number, DIGITS),
        from = shown(from, DIGITS),
        to = shown(to, DIGITS),
        token = word(training.task(), written.candidates[rank].token)
    )
}
