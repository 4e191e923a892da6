//! The arithmetic of the chosen point, in words.

use leptos::prelude::*;
use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::need;
use lesson::lessons::cost::plan::Place;
use lesson::lessons::cost::point::{self, Measured, Point};
use lesson::lessons::cost::settings::Setup;

use super::state::{Cost, cost};
use super::words;
use crate::language::localised;
use crate::reactive::{memo, part};
use crate::text::{following, tr};

/// The card.
#[component]
pub fn Chosen() -> impl IntoView {
    let cost = cost();
    let chosen = cost.chosen();
    let title = following(move || match chosen.get() {
        Some((method, n)) => {
            tr!(
                cost.chosen_title,
                method = words::name(method, cost.window()),
                n = n
            )
        }
        None => tr!(cost.chosen),
    });
    let lines = memo(move || lines(cost, chosen.get()));
    let line = |words: String| view! { <p>{words}</p> };
    view! {
        <section class="card chosen" data-chosen="" data-control="beside">
            <h3>{title}</h3>
            {part(move || lines.get().into_iter().map(line).collect_view().into_any())}
            <Clock/>
        </section>
    }
}

fn lines(cost: Cost, chosen: Option<Place>) -> Vec<String> {
    let (Some((method, n)), Some(setup)) = (chosen, cost.series.get()) else {
        return vec![tr!(cost.chosen_none)];
    };
    let points = cost.points();
    let Some(point) = point::at(&points, method, n) else {
        return vec![work(method, &setup, n), tr!(cost.cell_not_yet)];
    };
    let mut lines = vec![work(method, &setup, n)];
    match &point.outcome {
        Err(refusal) => lines.push(words::why(refusal)),
        Ok(measured) => {
            lines.push(rate(measured));
            lines.push(memory(method, &setup, n));
            lines.extend(doubled(&points, (method, n), measured));
            lines.push(batches(measured));
            lines.extend(error(measured, setup.window));
        }
    }
    lines
}

/// The multiply-adds, from the shapes.
fn work(method: Method, setup: &Setup, n: usize) -> String {
    let (d, count) = (setup.d, words::count(need::multiply_adds(method, setup, n)));
    match method {
        Method::Linear => tr!(cost.work_linear, n = n, d = d, count = count),
        Method::Window => {
            let pairs = words::count(need::pairs(method, setup, n));
            tr!(
                cost.work_window,
                pairs = pairs,
                d = d,
                count = count,
                keys = tr!(counted.of_keys, count = setup.window)
            )
        }
        Method::Staged if setup.causal => {
            tr!(cost.work_staged_causal, n = n, d = d, count = count)
        }
        _ if setup.causal => tr!(cost.work_causal, n = n, next = n + 1, d = d, count = count),
        _ => tr!(cost.work_full, n = n, d = d, count = count),
    }
}

fn rate(measured: &Measured) -> String {
    tr!(
        cost.rate,
        count = words::count(measured.multiply_adds),
        time = words::time(measured.ms()),
        rate = words::three(measured.rate()),
        flops = words::three(2.0 * measured.rate())
    )
}

/// The bytes, from the shapes.
fn memory(method: Method, setup: &Setup, n: usize) -> String {
    let scratch = words::count(need::scratch(method, setup, n) as u64);
    let bytes = words::bytes(need::bytes(method, setup, n));
    let squares = method.squares();
    if squares == 0 {
        return tr!(cost.bytes_plain, scratch = scratch, bytes = bytes);
    }
    let count = words::count(squares * n as u64 * n as u64);
    tr!(
        cost.bytes_square,
        squares = squares,
        count = count,
        scratch = scratch,
        bytes = bytes
    )
}

/// What doubling n did, where half of it was measured.
fn doubled(points: &[Point], (method, n): Place, measured: &Measured) -> Option<String> {
    let before = point::at(points, method, n / 2)?.outcome.as_ref().ok()?;
    Some(tr!(
        cost.doubled,
        half = n / 2,
        n = n,
        time = words::three(measured.ms() / before.ms()),
        memory = words::three(measured.bytes as f64 / before.bytes as f64)
    ))
}

/// How the time was found.
fn batches(measured: &Measured) -> String {
    let sorted = measured.sorted();
    let (Some(least), Some(most)) = (sorted.first(), sorted.last()) else {
        return String::new();
    };
    let (least, most, count) = (words::time(*least), words::time(*most), sorted.len());
    match (count, measured.calls) {
        (1, _) => tr!(cost.batch_once, time = least),
        (_, 1) => {
            let calls = tr!(counted.of_calls, count = count);
            tr!(cost.batches_cut, calls = calls, least = least, most = most)
        }
        (_, calls) => tr!(
            cost.batches,
            batches = tr!(counted.of_batches, count = count),
            calls = tr!(counted.of_calls, count = calls),
            least = least,
            most = most
        ),
    }
}

/// How right the result is, and what it gives up.
fn error(measured: &Measured, window: usize) -> Vec<String> {
    let error = measured.error.map(|error| {
        let from = match error.from {
            Some(method) => words::name(method, window),
            None => tr!(cost.error_loops),
        };
        if error.largest == 0.0 {
            return tr!(cost.error_none, from = from);
        }
        tr!(
            cost.error,
            largest = localised(format!("{:.1e}", error.largest)),
            from = from
        )
    });
    let gap = measured.gap.map(|gap| {
        let share = format!("{:.0} %", 100.0 * gap);
        tr!(cost.gap, share = share)
    });
    error.into_iter().chain(gap).collect()
}

/// What is to be known of the clock, and of the worker's memory.
#[component]
fn Clock() -> impl IntoView {
    let cost = cost();
    let known = memo(move || {
        cost.report.with(|report| {
            report
                .as_ref()
                .map(|report| (report.resolution, report.grown))
        })
    });
    let clock = following(move || match known.get() {
        Some((step, _)) if step > 0.0 => tr!(cost.clock, step = words::time(step)),
        _ => tr!(cost.clock_unknown),
    });
    let grown = following(move || {
        let grown = known.get().and_then(|(_, grown)| grown);
        grown.map_or_else(String::new, |bytes| {
            tr!(cost.grown, bytes = words::bytes(bytes))
        })
    });
    view! { <p class="note" data-clock="">{clock}" "{grown}</p> }
}
