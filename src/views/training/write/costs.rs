//! What a token costs: with the keys and values of the others kept, and with all read again.

use crate::language::shown;
use leptos::prelude::*;
use lesson::core::number::grouped;
use lesson::lessons::training::writing::Cost;
use lesson::lessons::training::writing::spending::Spent;

use super::super::state::{Training, training};
use super::super::token;
use crate::reactive::{derived, on, shown_while};
use crate::text::{say, tr};
use crate::widgets::markup;

/// The switch, the comparison, and the costs token by token.
#[component]
pub fn Costs() -> impl IntoView {
    let training = training();
    let cache = training.writing.cache;
    let can = move || {
        training.written.with(|written| {
            written
                .as_ref()
                .is_some_and(|written| written.cached.is_some())
        })
    };
    view! {
        <section class="costs">
            <h4>{say!(write.costs)}</h4>
            {shown_while(move || !can(), || view! { <p class="aside" data-note="no-cache">{say!(write.no_cache)}</p> }.into_any())}
            {shown_while(can, move || view! {
                <label class="switch">
                    <input type="checkbox" role="switch" data-control="cache" prop:checked=derived(move || cache.get())
                        on:change=on(move |event| cache.set(event_target_checked(&event)))/>
                    <span>{say!(write.cache)}</span>
                </label>
                <p class="lead">{derived(move || sentence(training))}</p>
            }.into_any())}
            <div class="scroll"><Comparison/></div>
            <details>
                <summary>{say!(write.by_token)}</summary>
                <table class="by-token" data-costs="tokens">
                    <thead><tr><th>{say!(write.token)}</th><td></td><th>{say!(write.multiply_adds)}</th></tr></thead>
                    <tbody inner_html=derived(move || by_token(training))></tbody>
                </table>
            </details>
        </section>
    }
}

/// What the switch, as it stands, means for the last token.
fn sentence(training: Training) -> String {
    let read = training
        .written
        .with(|written| written.as_ref().map_or(0, |written| written.ids.len()));
    if training.writing.cache.get() {
        let tokens = tr!(counted.tokens, count = read.saturating_sub(1));
        tr!(write.with_cache, tokens = tokens)
    } else {
        let tokens = tr!(counted.tokens, count = read);
        tr!(write.without_cache, tokens = tokens)
    }
}

#[component]
fn Comparison() -> impl IntoView {
    let training = training();
    view! {
        <table class="comparison" data-costs="">
            <thead>
                <tr><td></td><th colspan="2" scope="colgroup">{say!(write.last_token)}</th>
                    <th colspan="2" scope="colgroup">{say!(write.in_all)}</th></tr>
                <tr><td></td><th>{say!(write.multiply_adds)}</th><th>"µs"</th><th>{say!(write.multiply_adds)}</th><th>"µs"</th></tr>
            </thead>
            <tbody inner_html=derived(move || comparison(training))></tbody>
        </table>
    }
}

fn comparison(training: Training) -> String {
    let (cache, (all_cached, all_again)) = (
        training.writing.cache.get(),
        training.writing.spending.with(|spending| spending.total()),
    );
    training.written.with(|written| {
        let Some(written) = written else {
            return String::new();
        };
        let line = |key: &str, name: String, lit: bool, costs: [Cost; 2]| {
            let class = if lit { "chosen" } else { "" };
            let cells = costs
                .into_iter()
                .flat_map(|cost| [grouped(cost.multiply_adds), shown(cost.microseconds, 1)]);
            markup::row(
                &format!("data-cost=\"{key}\" class=\"{class}\""),
                markup::th(&name),
                cells.map(|text| markup::td(&text)),
            )
        };
        let again = line(
            "again",
            tr!(write.row_again),
            !cache || written.cached.is_none(),
            [written.again, all_again],
        );
        let (Some(last), Some(all)) = (written.cached, all_cached) else {
            return again;
        };
        let cached = line("cached", tr!(write.row_cached), cache, [last, all]);
        let ratios = [(written.again, last), (all_again, all)]
            .into_iter()
            .flat_map(|(a, b)| ratios(a, b));
        let ratio = markup::row(
            "data-cost=\"ratio\"",
            markup::th(&tr!(write.row_ratio)),
            ratios,
        );
        format!("{cached}{again}{ratio}")
    })
}

/// How many times as dear it is without the cache.
fn ratios(again: Cost, cached: Cost) -> [String; 2] {
    let work = again.multiply_adds as f32 / cached.multiply_adds.max(1) as f32;
    let time = again.microseconds / cached.microseconds.max(f32::MIN_POSITIVE);
    [work, time].map(|ratio| markup::td(&format!("{} ×", shown(ratio, 1))))
}

/// A bar a token, in the way that is switched to.
fn by_token(training: Training) -> String {
    let cache = training.writing.cache.get();
    let task = training.task();
    let ids = training.written.with(|written| {
        written
            .as_ref()
            .map(|written| written.ids.clone())
            .unwrap_or_default()
    });
    training.writing.spending.with(|spending| {
        let cost = |one: &Spent| {
            one.cached
                .filter(|_| cache)
                .unwrap_or(one.again)
                .multiply_adds
        };
        // One scale for both positions of the switch, so that switching can be seen.
        let most = spending
            .costs()
            .iter()
            .map(|one| one.again.multiply_adds)
            .max()
            .unwrap_or(1)
            .max(1);
        let line = |one: &Spent| {
            let name = match one.tokens {
                tokens if tokens <= spending.given() => tr!(write.the_prompt),
                tokens => ids
                    .get(tokens - 1)
                    .map_or("", |id| token::word(task, *id))
                    .to_owned(),
            };
            let share = cost(one) as f32 / most as f32;
            let bar = format!("<td class=\"bar\"><span style=\"--c:{share}\"></span></td>");
            markup::row(
                "",
                markup::th(&name),
                [bar, markup::td(&grouped(cost(one)))].into_iter(),
            )
        };
        spending.costs().iter().map(line).collect()
    })
}
