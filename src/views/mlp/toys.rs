//! The toys: trained here, a few steps a frame, each task with its curves and what they end in. How many steps stands in
//! the link; whoever opens it sees the same numbers.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::lessons::mlp::toy::{EVERY, Kind, Run, Runs, Task};
use lesson::lessons::mlp::{Change, MOST_TRAINED};

use super::{Bench, bench, curves};
use crate::browser::{motion, page};
use crate::language::shown;
use crate::reactive::{derived, effect, memo, on};
use crate::text::{say, tr};
use crate::widgets::markup::{element, row, td, th};

/// The steps that a press of the button takes.
const STRETCH: u32 = 100;

/// The tasks side by side, and the buttons.
#[component]
pub fn Toys() -> impl IntoView {
    let bench = bench();
    follow(bench);
    let trained = memo(move || bench.document.with(|d| d.trained));
    let full = derived(move || (trained.get() >= MOST_TRAINED).then_some("true"));
    let none = derived(move || (trained.get() == 0).then_some("true"));
    let said = derived(move || {
        let step = bench
            .runs
            .with(|runs| runs.as_ref().map_or(0, |runs| runs.step()));
        tr!(mlp.toys.steps, count = step as usize)
    });
    let another = move |_| {
        let seed = bench.document.with_untracked(|d| d.seed);
        bench.change(Change::Seed(seed.wrapping_add(1) % 1000));
    };
    let seed = memo(move || bench.document.with(|d| d.seed));
    let train = move |steps| on(move |_| bench.change(Change::Train(steps)));
    view! {
        <div class="m-toys">
            <div class="choosers">
                <button type="button" data-action="train-on" aria-disabled=full on:click=train(STRETCH)>{derived(|| tr!(mlp.toys.train, steps = tr!(mlp.toys.steps, count = STRETCH as usize)))}</button>
                <button type="button" data-action="train-all" aria-disabled=full on:click=train(MOST_TRAINED)>{say!(mlp.toys.train_all)}</button>
                <button type="button" data-action="untrain" aria-disabled=none on:click=on(move |_| bench.change(Change::Untrain))>{say!(mlp.toys.untrain)}</button>
                <button type="button" data-action="seed" on:click=on(another)>{derived(move || tr!(mlp.toys.seed, seed = seed.get()))}</button>
                <p class="m-steps" role="status" data-trained=derived(move || bench.runs.with(|runs| runs.as_ref().map_or(0, |runs| runs.step())))>{said}</p>
            </div>
            <div class="m-tasks">{Task::ALL.map(|task| view! { <OneTask task=task/> }).into_view()}</div>
        </div>
    }
}

/// One task: what is to be said, the losses, and what they end in.
#[component]
fn OneTask(task: Task) -> impl IntoView {
    let bench = bench();
    let picture = derived(move || bench.runs.with(|runs| curves::draw(runs.as_deref(), task)));
    let rows = derived(move || bench.runs.with(|runs| rows(runs.as_deref(), task)));
    let (title, what) = (
        derived(move || words(task).0),
        derived(move || words(task).1),
    );
    view! {
        <section class="m-task" data-task=task.key()>
            <h3>{title}</h3>
            <p class="note">{what}</p>
            <div class="m-curves" inner_html=picture></div>
            <table class="plain-counts m-ends" aria-label=title>
                <thead><tr><td></td><th scope="col">{say!(mlp.toys.loss)}</th><th scope="col">{say!(mlp.toys.explained)}</th></tr></thead>
                <tbody inner_html=rows></tbody>
            </table>
        </section>
    }
}

fn words(task: Task) -> (String, String) {
    match task {
        Task::Before => (tr!(mlp.toys.before.title), tr!(mlp.toys.before.what)),
        Task::Bend => (tr!(mlp.toys.bend.title), tr!(mlp.toys.bend.what)),
        Task::Both => (tr!(mlp.toys.both.title), tr!(mlp.toys.both.what)),
    }
}

/// What a toy is called.
pub fn called(kind: Kind) -> String {
    match kind {
        Kind::Mlp => tr!(mlp.name_mlp),
        Kind::Head => tr!(mlp.name_head),
        Kind::Block => tr!(mlp.toys.block),
    }
}

fn rows(runs: Option<&Runs>, task: Task) -> String {
    let line = |kind: Kind| {
        let run = runs.and_then(|runs| runs.of(task, kind));
        let loss = run.map_or_else(String::new, |run| shown(run.held_out(), 3));
        let percent = run.map_or_else(String::new, percent);
        let name = format!(
            "<th scope=\"row\" class=\"m-key {}\"><i></i>{}</th>",
            kind.key(),
            called(kind)
        );
        row(
            &format!("data-toy=\"{}\"", kind.key()),
            name,
            [td(&loss), td(&percent)].into_iter(),
        )
    };
    let all: String = Kind::ALL.map(line).concat();
    let guess = td(&shown(curves::guessing(runs, task), 3));
    all + &row(
        "class=\"m-guess\"",
        th(&tr!(mlp.toys.guessing)),
        [guess, element("td", "", "0 %")].into_iter(),
    )
}

/// How much of what is to be learned a model explains; below 0 the size says nothing, only that a guess would be better.
fn percent(run: &Run) -> String {
    match run.explained() {
        share if share < -0.005 => tr!(mlp.toys.worse),
        share => format!("{} %", shown(100.0 * share, 0)),
    }
}

/// Trains what the document says is trained, a few steps a frame; who wants no movement sees the end.
fn follow(bench: Bench) {
    let wanted = memo(move || bench.document.with(|d| (d.seed, d.trained)));
    let going = StoredValue::new(false);
    let working = StoredValue::new(None::<Arc<Runs>>);
    effect(move || {
        wanted.track();
        if going.try_get_value() == Some(false) {
            going.set_value(true);
            working.set_value(None);
            page::every_frame(move |_| {
                let goes_on = slice(bench, wanted, working);
                if !goes_on {
                    let _ = going.try_set_value(false);
                }
                goes_on
            });
        }
    });
}

/// A few steps; whether there are more to take. Nothing once the view is gone.
fn slice(bench: Bench, wanted: Memo<(u64, u32)>, working: StoredValue<Option<Arc<Runs>>>) -> bool {
    let Some((seed, to)) = wanted.try_get_untracked() else {
        return false;
    };
    let before = working
        .try_get_value()
        .flatten()
        .or_else(|| bench.runs.get_untracked());
    let fits = before.filter(|runs| runs.seed == seed && runs.step() <= to);
    let mut runs = fits.map_or_else(|| Runs::new(seed), |runs| (*runs).clone());
    runs.advance(to.min(runs.step() + EVERY));
    let (runs, done) = (Arc::new(runs), to);
    let ends = runs.step() >= done;
    let _ = working.try_set_value(Some(Arc::clone(&runs)));
    if ends || !motion::less_is_wanted() {
        bench.runs.set(Some(runs));
    }
    !ends
}
