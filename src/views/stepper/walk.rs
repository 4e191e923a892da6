//! The walk's controls: back, next, play, speed, the scrub bar, start over.

use leptos::prelude::*;
use lesson::{Command, Stepper, number};

use crate::browser::page;
use crate::reactive::{derived, effect, memo, on};
use crate::state::{Lab, lab};
use crate::text::{self, say, tr};

/// The bar under the figure.
#[component]
pub fn Walk() -> impl IntoView {
    let lab = lab();
    let action = move |name: &'static str, command: fn() -> Command, words: Signal<String>| {
        view! {
            <button type="button" data-action=name on:click=on(move |_| lab.run(command()))>{derived(move || words.get())}</button>
        }
    };
    view! {
        <div class="walk" role="group" aria-label=say!(walk.label)>
            {action("reset", || Command::Reset, say!(walk.reset))}
            {action("back", || Command::Back, say!(walk.back))}
            <Play/>
            <button type="button" class="primary" data-action="next" on:click=on(move |_| lab.run(Command::Next))>
                {say!(walk.next)}
            </button>
            <Scrub/>
            <Speed/>
            <span class="only-read" role="status">{derived(move || position(lab))}</span>
        </div>
    }
}

/// What a screen reader hears when a step was taken.
fn position(lab: Lab) -> String {
    let stage = lab.stage.get();
    let walk = lab.stepper.with(Stepper::walk);
    let here = walk
        .iter()
        .position(|own| *own == stage)
        .map_or(0, |i| i + 1);
    tr!(
        walk.position,
        title = text::stage(stage).0,
        here = here,
        count = walk.len()
    )
}

#[component]
fn Play() -> impl IntoView {
    let lab = lab();
    let playing = memo(move || lab.stepper.with(|s| s.playing));
    effect(move || {
        if playing.get() {
            page::every_frame(move |seconds| tick(lab, seconds));
        }
    });
    let words = derived(move || {
        if playing.get() {
            tr!(walk.pause)
        } else {
            tr!(walk.play)
        }
    });
    view! {
        <button type="button" data-action="play" aria-pressed=derived(move || playing.get().to_string())
            on:click=on(move |_| lab.run(Command::Play))>
            {words}
        </button>
    }
}

/// Time passes without a signal unless something moved; false when playing has ended.
fn tick(lab: Lab, seconds: f32) -> bool {
    let mut moved = false;
    let still_there = lab.stepper.try_maybe_update(|stepper| {
        moved = stepper.tick(seconds);
        (moved, stepper.playing)
    });
    still_there == Some(true)
}

#[component]
fn Scrub() -> impl IntoView {
    let lab = lab();
    let place = memo(move || lab.stepper.with(|s| (s.place(), s.places().len() - 1)));
    let scrub = move |text: String| lab.run(Command::Scrub(text.parse().unwrap_or(0)));
    view! {
        <input
            type="range" min="0" max=derived(move || place.get().1) data-control="scrub" aria-label=say!(walk.scrub)
            prop:value=derived(move || place.get().0) aria-valuetext=derived(move || position(lab))
            on:input=on(move |event| scrub(event_target_value(&event)))
        />
    }
}

#[component]
fn Speed() -> impl IntoView {
    let lab = lab();
    let speed = move || lab.view.with(|view| view.speed);
    let set = move |text: String| lab.run(Command::Speed(number::parse(&text).unwrap_or(1.0)));
    view! {
        <label class="speed">
            {say!(walk.speed)}
            <input
                type="range" min="0.25" max="4" step="0.25" data-control="speed" prop:value=speed
                on:input=on(move |event| set(event_target_value(&event)))
            />
            <span>{derived(move || format!("{}×", speed()))}</span>
        </label>
    }
}
