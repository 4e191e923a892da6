//! Measure, pause, cancel; how far it is, and what it has come to.

use leptos::prelude::*;
use lesson::lessons::cost::messages::{Report, State};
use lesson::lessons::cost::settings::Setup;

use super::state::{Cost, cost};
use super::words;
use crate::reactive::{derived, memo, on, shown_while};
use crate::text::{following, say, tr};
use crate::widgets::history::History;

/// The bar of buttons, the progress, and the state in words.
#[component]
pub fn Bar() -> impl IntoView {
    let cost = cost();
    let state = cost.state();
    let running = move || matches!(state.get(), Some(State::Measuring | State::Paused));
    let act = move |_| match state.get_untracked() {
        Some(State::Measuring) => cost.pause(true),
        Some(State::Paused) => cost.pause(false),
        _ => cost.measure(),
    };
    let idle = derived(move || !running());
    let status = memo(move || status(cost));
    view! {
        <div class="row cost-bar" role="group" aria-label=say!(cost.controls)>
            <button type="button" class="primary" data-action="measure" on:click=on(act)>
                {following(move || action(cost))}
            </button>
            <button type="button" data-action="cancel" disabled=idle on:click=on(move |_| cost.cancel())>
                {say!(cost.cancel)}
            </button>
            <History/>
            <span class="status" role="status" data-state=derived(move || slug(state.get()))>{status}</span>
            {shown_while(running, || view! { <Progress/> }.into_any())}
        </div>
        {shown_while(move || is_other_series(cost), || view! { <OtherSeries/> }.into_any())}
    }
}

/// The state's name in attributes.
const fn slug(state: Option<State>) -> &'static str {
    match state {
        None => "idle",
        Some(State::Measuring) => "measuring",
        Some(State::Paused) => "paused",
        Some(State::Cancelled) => "cancelled",
        Some(State::Done) => "done",
    }
}

/// What the first button does.
fn action(cost: Cost) -> String {
    match cost.state().get() {
        Some(State::Measuring) => tr!(cost.pause),
        Some(State::Paused) => tr!(cost.resume),
        Some(_) if cost.is_same_series() && cost.to_do() > 0 => tr!(cost.rest),
        Some(_) if cost.is_same_series() => tr!(cost.again),
        _ => tr!(cost.measure),
    }
}

/// Said when it changes; progress is not part of it, or a screen reader would never come to rest.
fn status(cost: Cost) -> String {
    let count = |of: fn(&Report) -> usize| cost.report.with(|r| r.as_ref().map_or(0, of));
    let measured = |report: &Report| report.points.iter().filter(|p| p.outcome.is_ok()).count();
    match cost.state().get() {
        None => tr!(cost.idle),
        Some(State::Measuring) if cost.pausing.get() => tr!(cost.pausing),
        Some(State::Measuring) => tr!(cost.measuring),
        Some(State::Paused) if cost.away.get() => tr!(cost.away),
        Some(State::Paused) => tr!(cost.paused),
        Some(State::Cancelled) => tr!(cost.cancelled, count = count(measured)),
        Some(State::Done) if cost.unasked.get() => tr!(cost.unasked),
        Some(State::Done) => {
            let (measured, all) = (count(measured), count(|report| report.points.len()));
            tr!(cost.done, count = measured, refused = all - measured)
        }
    }
}

#[component]
fn Progress() -> impl IntoView {
    let cost = cost();
    // Points of a run: those that are known and those to come.
    let done = derived(move || cost.report.with(|r| r.as_ref().map_or(0.0, done)));
    let total = derived(move || cost.report.with(|r| r.as_ref().map_or(1, total)));
    view! {
        <span class="progress">
            <progress value=derived(move || done.get().to_string()) max=derived(move || total.get().to_string()) aria-label=say!(cost.bar)></progress>
            <span data-progress="">{following(move || progress(cost))}</span>
        </span>
    }
}

fn total(report: &Report) -> usize {
    report.points.len() + report.to_come
}

fn done(report: &Report) -> f64 {
    report.points.len() as f64 + report.now.map_or(0.0, |(_, share)| share)
}

fn progress(cost: Cost) -> String {
    cost.report.with(|report| {
        let Some(report) = report else {
            return String::new();
        };
        let Some(((method, n), _)) = report.now else {
            return String::new();
        };
        let left = report.left.map(|ms| tr!(cost.left, time = words::left(ms)));
        tr!(
            cost.progress,
            method = words::name(method, cost.window()),
            n = n,
            at = report.points.len() + 1,
            total = total(report),
            left = left.unwrap_or_default()
        )
    })
}

fn is_other_series(cost: Cost) -> bool {
    cost.series.get().is_some() && !cost.is_same_series()
}

/// Says of what the numbers are, when the controls say something else.
#[component]
fn OtherSeries() -> impl IntoView {
    let cost = cost();
    let words = following(move || {
        let Some(Setup {
            d,
            causal,
            window,
            seed,
        }) = cost.series.get()
        else {
            return String::new();
        };
        let mask = if causal {
            tr!(cost.mask_causal)
        } else {
            tr!(cost.mask_none)
        };
        tr!(
            cost.series,
            d = d,
            mask = mask,
            window = window,
            seed = seed
        )
    });
    view! { <p class="note" data-other-series="">{words}</p> }
}
