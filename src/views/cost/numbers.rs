//! The plot's numbers as a table: one row a size, one column a method.

use leptos::ev;
use leptos::prelude::*;
use lesson::lessons::cost::guard::Refusal;
use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::point::{self, Measured, Point};

use super::state::{Cost, cost};
use super::words;
use crate::browser::numbers;
use crate::reactive::{derived, memo, on, part};
use crate::text::{following, say, tr};

/// The table in its frame.
#[component]
pub fn Numbers() -> impl IntoView {
    let cost = cost();
    let axes = memo(move || {
        let methods = cost.settings.with(|own| own.methods.clone());
        (methods, cost.sizes())
    });
    view! {
        <section class="card numbers" data-control="beside">
            <h3>{say!(cost.table)}</h3>
            <p class="note">{say!(cost.table_caption)}</p>
            <div class="scroll">
                {part(move || {
                    let (methods, sizes) = axes.get();
                    view! { <Table methods=methods sizes=sizes/> }.into_any()
                })}
            </div>
        </section>
    }
}

#[component]
fn Table(methods: Vec<Method>, sizes: Vec<usize>) -> impl IntoView {
    let cost = cost();
    let head = |method: Method| {
        view! { <th scope="col">{following(move || words::name(method, cost.window()))}</th> }
    };
    let heads = methods.iter().map(|method| head(*method)).collect_view();
    let row = |n: usize| {
        let cells = methods
            .iter()
            .map(|method| view! { <Cell method=*method n=n/> });
        view! { <tr><th scope="row">{n}</th>{cells.collect_view()}</tr> }
    };
    view! {
        <table data-table="cost" aria-label=say!(cost.table) on:keydown=on(walk)>
            <thead><tr><th scope="col">{say!(cost.n)}</th>{heads}</tr></thead>
            <tbody>{sizes.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

/// Arrows go from cell to cell.
fn walk(event: ev::KeyboardEvent) {
    if numbers::walk(&event, "[data-table=cost] tbody tr") {
        event.prevent_default();
    }
}

/// What a cell has to tell.
fn own(cost: Cost, method: Method, n: usize) -> Option<Point> {
    cost.report.with(|report| {
        let points = report.as_ref().map(|report| report.points.as_slice());
        point::at(points.unwrap_or_default(), method, n).cloned()
    })
}

#[component]
fn Cell(method: Method, n: usize) -> impl IntoView {
    let cost = cost();
    let point = memo(move || own(cost, method, n));
    let measured = move |of: fn(&Measured) -> String| {
        derived(move || point.with(|point| point.as_ref()?.outcome.as_ref().ok().map(of)))
    };
    let pressed = derived(move || (cost.chosen().get() == Some((method, n))).to_string());
    let choose = move |_| cost.look(|view| view.at = Some((method, n)));
    let place = following(move || {
        let method = words::name(method, cost.window());
        tr!(cost.cell_label, method = method, n = n)
    });
    view! {
        <td data-method=method.slug() data-n=n data-outcome=derived(move || point.with(|p| outcome(p.as_ref())))
            data-ms=measured(|m| m.ms().to_string()) data-bytes=measured(|m| m.bytes.to_string())
            data-multiply-adds=measured(|m| m.multiply_adds.to_string())>
            <button type="button" class="point" aria-pressed=pressed on:click=on(choose)>
                <span class="only-read">{place}</span>
                {part(move || lines(point.get().as_ref()).into_iter().map(|line| view! { <span>{line}</span> }).collect_view().into_any())}
            </button>
        </td>
    }
}

const fn outcome(point: Option<&Point>) -> &'static str {
    let Some(point) = point else {
        return "none";
    };
    match &point.outcome {
        Ok(_) => "measured",
        Err(Refusal::Memory(..)) => "memory",
        Err(Refusal::Allocation(_)) => "allocation",
        Err(Refusal::Time(_)) => "time",
        Err(Refusal::Kernel(_)) => "kernel",
    }
}

/// What stands in a cell, line by line.
fn lines(point: Option<&Point>) -> Vec<String> {
    let Some(point) = point else {
        return vec![tr!(cost.cell_waiting)];
    };
    match &point.outcome {
        Ok(measured) => {
            let (count, rate) = (
                words::count(measured.multiply_adds),
                words::three(measured.rate()),
            );
            vec![
                words::time(measured.ms()),
                words::bytes(measured.bytes),
                tr!(cost.cell_work, count = count, rate = rate),
            ]
        }
        Err(Refusal::Memory(bytes, _) | Refusal::Allocation(bytes)) => vec![
            tr!(cost.cell_refused),
            tr!(cost.cell_too_large, bytes = words::bytes(*bytes)),
        ],
        Err(Refusal::Time(ms)) => vec![
            tr!(cost.cell_refused),
            tr!(cost.cell_too_long, time = words::time(*ms)),
        ],
        Err(Refusal::Kernel(words)) => vec![tr!(cost.cell_refused), words.clone()],
    }
}
