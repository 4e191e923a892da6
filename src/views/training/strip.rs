//! The time machine: the way of the run as a strip, and a slider over it whose place is the step. Gallery, curves,
//! predictions and labels all follow it, because all of them show the one moment it sets.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use lesson::lessons::training::curve::Point;
use lesson::lessons::training::look::{At, Quality, Seen};
use lesson::protocol::{Again, Side};

use super::controls::{percent, side_name, two};
use super::curves::points;
use super::{Training, token, training};
use crate::browser::{page, reveal};
use crate::language::localised;
use crate::plot::{Curve, Line, Scene, Strip};
use crate::reactive::{derived, on, part};
use crate::screen::screen;
use crate::text::{following, say, tr};
use crate::widgets::picture::Picture;

/// The colour of the accuracy where it stands beside the loss: that of the token at that place.
const ACCURACY: usize = 1;

/// What moves while the run plays.
const HEADS: &str = ".training .heads-grid";

/// The button that plays the run.
#[component]
pub fn Play() -> impl IntoView {
    let training = training();
    let words = following(move || match training.playing.get() {
        true => tr!(walk.pause),
        false => tr!(timeline.play),
    });
    let press = move |_| {
        training.play();
        if training.playing.get_untracked() {
            // On a phone the last layers stand below the foot of the window.
            page::after_frame(|| reveal::ahead(HEADS));
        }
    };
    view! {
        <button type="button" class:primary=derived(move || !training.is_untrained()) data-action="play" disabled=derived(move || !training.has_moments())
            data-on=derived(move || training.playing.get().to_string()) on:click=on(press)>
            {words}
        </button>
    }
}

/// The strip, the slider, and what stands at the moment on show.
#[component]
pub fn Timeline() -> impl IntoView {
    let training = training();
    let scene = derived(move || Scene::Strip(strip(training)));
    let words = following(move || match training.at.get() {
        At::Now if !training.has_moments() => tr!(timeline.none),
        At::Now => tr!(timeline.now),
        At::Step(step) => tr!(timeline.at, step = step),
    });
    // Where one goes is said at once, though it may have to be trained again before it is shown.
    let here = derived(move || training.heads_for());
    let place = following(move || match training.has_moments() {
        true => tr!(timeline.of, step = here.get(), last = training.last_step()),
        false => tr!(timeline.none),
    });
    let go_to = move |step: u32| {
        training.playing.set(false);
        training.go_to(step);
    };
    let keys = move |event: KeyboardEvent| {
        if let Some(step) = beside(training, &event.key()) {
            event.prevent_default();
            go_to(step);
        }
    };
    let moved = move |text: String| go_to(text.parse::<f32>().unwrap_or(f32::MAX) as u32);
    view! {
        <div class="timeline" role="group" aria-label=say!(timeline.title)>
            <p class="timeline-words">
                <span class="line-names"><Legend/></span>
                <span class="spring"></span>
                // It counts: read it who wants to, said is how it ends.
                <span class="note">{following(move || coming(training))}</span>
                <span class="note" role="status">{following(move || again(training))}</span>
                <output data-at="" aria-live="off">{words}</output>
                <button type="button" class="quiet" data-action="now" disabled=derived(move || training.at.get() == At::Now)
                    on:click=on(move |_| training.show_now())>
                    {say!(timeline.back)}
                </button>
            </p>
            <div class="run-strip" dir="ltr">
                <Picture scene=scene label="" height=0 class="strip-picture"/>
                <input type="range" min="0" step="1" data-control="time" max=derived(move || training.last_step().max(1).to_string())
                    prop:value=derived(move || here.get().to_string()) aria-label=say!(timeline.title) aria-valuetext=place
                    disabled=derived(move || !training.has_moments())
                    on:keydown=on(keys) on:input=on(move |event| moved(event_target_value(&event)))/>
            </div>
        </div>
    }
}

/// What the lines are, with their values at the moment on show.
#[component]
fn Legend() -> impl IntoView {
    let (training, dark) = (training(), screen().dark);
    part(move || {
        let one = |(colour, words): (usize, String)| {
            view! { <span class="line-name" style=derived(move || token::style(colour, dark.get()))>{words}</span> }
        };
        let lines = match two(training) {
            true => Side::BOTH
                .map(|side| {
                    (
                        side.index(),
                        format!("{} · {}", side_name(side), value(training, side, false)),
                    )
                })
                .to_vec(),
            false => vec![
                (0, value(training, Side::A, false)),
                (ACCURACY, value(training, Side::A, true)),
            ],
        };
        lines.into_iter().map(one).collect_view().into_any()
    })
}

/// The loss or the accuracy on held-out sequences, as it was measured last before the moment on show.
fn value(training: Training, side: Side, accuracy: bool) -> String {
    let here = training.runs[side.index()].step_at(training.at.get());
    let point = points(training, side)
        .into_iter()
        .rfind(|point| here.is_some_and(|here| point.step <= here));
    let written = |loss: f32, share: f32| match accuracy {
        true => percent(share),
        false => localised(format!("{loss:.3}")),
    };
    let trained = point.map(|point| written(point.held_out, point.accuracy));
    let trained = trained.unwrap_or_else(|| "–".to_owned());
    let said = |value: String| match accuracy {
        true => tr!(timeline.accuracy, value = value),
        false => tr!(timeline.loss, value = value),
    };
    // The lines were measured while the model trained: what it does without a head stands before that.
    match without_heads(training, side) {
        Some(Quality { loss, accuracy }) => {
            let now = said(written(loss, accuracy));
            tr!(timeline.without, now = now, all = trained)
        }
        None => said(trained),
    }
}

/// How well the run does while heads are out, once that is known.
fn without_heads(training: Training, side: Side) -> Option<Quality> {
    let out = training.without.with(|without| !without.is_empty());
    let seen = training.runs[side.index()].seen;
    let known = |seen: &Arc<Seen>| seen.quality_whole.is_some().then_some(seen.quality);
    seen.with(|seen| seen.as_ref().and_then(known).filter(|_| out))
}

/// One run: its loss and its accuracy; two runs: the loss of both.
fn strip(training: Training) -> Strip {
    let line = |side: Side, colour: usize, value: fn(&Point) -> f32| Curve {
        label: String::new(),
        points: points(training, side)
            .iter()
            .map(|point| (point.step, value(point)))
            .collect(),
        colour,
        faint: false,
    };
    let highest = Side::BOTH
        .into_iter()
        .flat_map(|side| points(training, side))
        .map(|point| point.held_out)
        .fold(0.0, f32::max);
    let loss = |side: Side, written: String| Line {
        curve: line(side, side.index(), |point| point.held_out),
        top: highest,
        written,
    };
    let second = match two(training) {
        true => loss(Side::B, String::new()),
        false => Line {
            curve: line(Side::A, ACCURACY, |point| point.accuracy),
            top: 1.0,
            written: percent(1.0),
        },
    };
    let top = match highest > 0.0 {
        true => localised(format!("{highest:.2}")),
        false => String::new(),
    };
    Strip {
        lines: vec![loss(Side::A, top), second],
        last: training.last_step(),
        cursor: training.here(),
    }
}

/// Where a key leads: arrows to the moment before or after, Page to the tenth, Home and End to the first and to now.
fn beside(training: Training, key: &str) -> Option<u32> {
    // Keys that come one after the other count, whether or not the moment between has been shown.
    let (moments, here, now) = untrack(|| {
        let moments = training.moments_to_come();
        (moments, training.heads_for(), training.last_step())
    });
    let before = |count: usize| {
        let earlier = moments.iter().rev().filter(|own| **own < here);
        earlier.take(count).last().copied().unwrap_or(0)
    };
    let after = |count: usize| {
        let later = moments.iter().filter(|own| **own > here);
        later.take(count).last().copied().unwrap_or(now)
    };
    Some(match key {
        "ArrowLeft" | "ArrowDown" => before(1),
        "ArrowRight" | "ArrowUp" => after(1),
        "PageDown" => before(10),
        "PageUp" => after(10),
        "Home" => 0,
        "End" => now,
        _ => return None,
    })
}

/// How far the run is that is trained again.
fn coming(training: Training) -> String {
    let last = training.last_step();
    match training.again() {
        Again::At(step) => tr!(timeline.again, share = step * 100 / last.max(1)),
        _ => String::new(),
    }
}

/// How the run that was trained again has ended.
fn again(training: Training) -> String {
    match training.again() {
        Again::No | Again::At(_) => String::new(),
        Again::Same => tr!(timeline.same),
        Again::Other => tr!(timeline.other),
    }
}
