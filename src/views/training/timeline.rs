//! The time machine: one slider over the snapshots of the run. Gallery, curves, predictions and
//! labels all follow it, because all of them show the one moment it sets.

use leptos::prelude::*;
use lesson::lessons::training::look::At;

use super::{Training, training};
use crate::reactive::{derived, memo, on};
use crate::text::{following, say, tr};

/// The slider, and the way back to the present.
#[component]
pub fn Timeline() -> impl IntoView {
    let training = training();
    let steps = memo(move || snapshots(training));
    let place = derived(move || {
        let steps = steps.get();
        match training.at.get() {
            At::Now => steps.len(),
            At::Step(step) => steps
                .iter()
                .position(|own| *own == step)
                .unwrap_or(steps.len()),
        }
    });
    let move_to = move |text: String| {
        let place: usize = text.parse().unwrap_or(usize::MAX);
        let at = steps.with_untracked(|steps| steps.get(place).copied());
        training.at.set(at.map_or(At::Now, At::Step));
    };
    let still = derived(move || steps.with(|steps| steps.len() < 2));
    let words = following(move || match training.at.get() {
        At::Now if still.get() => tr!(timeline.none),
        At::Now => tr!(timeline.now),
        At::Step(step) => tr!(timeline.at, step = step),
    });
    view! {
        <div class="row timeline" role="group" aria-label=say!(timeline.title)>
            <label class="timeline-label">
                <span>{say!(timeline.title)}</span>
                <input type="range" min="0" data-control="time" max=derived(move || steps.with(Vec::len))
                    prop:value=place aria-valuetext=words
                    disabled=still
                    on:input=on(move |event| move_to(event_target_value(&event)))/>
            </label>
            <output data-at="">{words}</output>
            <button type="button" data-action="now" disabled=derived(move || training.at.get() == At::Now)
                on:click=on(move |_| training.at.set(At::Now))>
                {say!(timeline.back)}
            </button>
        </div>
    }
}

/// The steps that can be gone back to: those that all open runs have kept, so that two runs are
/// seen at the same moment.
fn snapshots(training: Training) -> Vec<u32> {
    let kept = |run: super::state::RunState| {
        run.progress
            .with(|progress| progress.as_ref().map(|progress| progress.snapshots.clone()))
    };
    let [first, second] = training.runs.map(kept);
    let mut steps = first.unwrap_or_default();
    if let Some(second) = second {
        steps.retain(|step| second.contains(step));
    }
    steps
}
