//! Train, pause, single step, reset; and how far the runs are.

use leptos::prelude::*;
use lesson::protocol::{Progress, Side};

use super::strip::Play;
use super::told::Told;
use super::{Training, training};
use crate::language::localised;
use crate::reactive::{derived, on, part};
use crate::text::{following, say, tr};
use crate::widgets::history::History;

/// The buttons.
#[component]
pub fn Controls() -> impl IntoView {
    let training = training();
    let words = following(move || match training.training.get() {
        true => tr!(training.pause),
        false if two(training) => tr!(training.train_both),
        false => tr!(training.train),
    });
    let toggle = move |_| training.train(!training.training.get_untracked());
    let reset = move |_| training.reset(training.draft.get_untracked());
    view! {
        <div class="train-buttons" data-onward="" tabindex="-1" role="group" aria-label=say!(training.controls)>
            <Play/>
            <button type="button" class:primary=derived(move || training.is_untrained()) data-action="train" on:click=on(toggle)
                data-on=derived(move || training.training.get().to_string())>
                {words}
            </button>
            <button type="button" data-action="step" on:click=on(move |_| training.step())>{say!(training.step)}</button>
            <button type="button" data-action="reset" on:click=on(reset)>{say!(training.reset)}</button>
            <History/>
            <Told/>
        </div>
    }
}

/// How far the runs are.
#[component]
pub fn Standings() -> impl IntoView {
    let training = training();
    view! {
        <div class="row standings">
            {part(move || if two(training) {
                Side::BOTH.map(|side| view! { <Standing side=side/> }).into_any()
            } else {
                view! { <Standing side=Side::A/> }.into_any()
            })}
        </div>
    }
}

/// Are two runs open?
pub fn two(training: Training) -> bool {
    training.runs[Side::B.index()]
        .settings
        .with(Option::is_some)
}

/// What a run is called.
pub fn side_name(side: Side) -> String {
    match side {
        Side::A => tr!(training.run_a),
        Side::B => tr!(training.run_b),
    }
}

/// How far one run is.
#[component]
fn Standing(side: Side) -> impl IntoView {
    let training = training();
    let run = training.runs[side.index()];
    let words = following(move || {
        run.progress
            .with(|progress| progress.as_ref().map_or_else(String::new, standing))
    });
    let name = following(move || {
        if two(training) {
            side_name(side)
        } else {
            String::new()
        }
    });
    let diverged = move || {
        run.progress
            .with(|progress| progress.as_ref().is_some_and(|p| p.diverged))
    };
    view! {
        <span class="standing" data-standing=side.index()>
            <b>{name}</b>" "{words}
            <span role="status">{part(move || if diverged() {
                view! { <span class="problem" data-diverged="">{say!(training.diverged)}</span> }.into_any()
            } else {
                ().into_any()
            })}</span>
        </span>
    }
}

/// Loss and accuracy on held-out sequences as they were measured last; dashes before that.
fn measured(progress: &Progress) -> (String, String) {
    let last = progress.points.last();
    let none = || "–".to_owned();
    let loss = last.map(|point| localised(format!("{:.3}", point.held_out)));
    let accuracy = last.map(|point| percent(point.accuracy));
    (loss.unwrap_or_else(none), accuracy.unwrap_or_else(none))
}

fn standing(progress: &Progress) -> String {
    let last = progress.points.last();
    let (loss, accuracy) = measured(progress);
    let speed = if progress.speed > 0.0 {
        tr!(training.speed, count = progress.speed.round() as u32)
    } else {
        String::new()
    };
    tr!(
        training.standing,
        step = progress.step,
        measured = last.map_or(progress.step, |point| point.step),
        tokens = tr!(counted.tokens, count = progress.tokens),
        speed = speed,
        loss = loss,
        accuracy = accuracy
    )
}

/// A share as per cent, never rounded up to all.
pub fn percent(share: f32) -> String {
    if share >= 1.0 {
        return "100 %".to_owned();
    }
    localised(format!("{:.1} %", (share * 1000.0).floor() / 10.0))
}
