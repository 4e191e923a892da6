//! What was measured, as tables.

use leptos::prelude::*;
use lesson::core::number::grouped;
use lesson::lessons::scale::summary::Width;
use lesson::lessons::scale::{Rule, WIDTHS};

use super::charts;
use super::state::{Draws, draws};
use super::words::{self, estimate};
use crate::language::shown;
use crate::reactive::derived;
use crate::text::{following, say, tr};
use crate::widgets::markup::{element, row, td};

/// What was measured at the chosen width, beside what theory says.
#[component]
pub fn Here() -> impl IntoView {
    let draws = draws();
    let rows = derived(move || here(draws));
    let title = following(move || tr!(scale.here, width = draws.document.with(|d| d.width)));
    view! {
        <table class="scale-numbers" data-here="">
            <caption>{title}</caption>
            <thead><tr><td></td><th scope="col">{say!(scale.measured)}</th><th scope="col">{say!(scale.theory)}</th></tr></thead>
            <tbody inner_html=rows></tbody>
        </table>
    }
}

fn here(draws: Draws) -> String {
    draws.document.with(|document| {
        let theory = document.variance(document.width);
        draws.report.with(|report| {
            let summary = report.as_ref().map(|own| &own.summary);
            let own = summary.and_then(|own| own.at(document.width));
            let of = |pick: fn(&Width) -> String| own.map_or_else(|| "…".to_owned(), pick);
            let scores = summary.map_or(0, |own| own.scores);
            let line = |name: String, found: String, said: String| {
                row("", head(&name), [td(&found), td(&said)].into_iter())
            };
            line(tr!(scale.scores_drawn), grouped(scores), String::new())
                + &line(
                    tr!(scale.mean),
                    of(|own| estimate(own.mean)),
                    "0".to_owned(),
                )
                + &line(
                    tr!(scale.variance),
                    of(|own| estimate(own.variance)),
                    number(theory),
                )
                + &line(
                    "σ".to_owned(),
                    of(|own| number(own.variance.mean.sqrt())),
                    number(theory.sqrt()),
                )
                + &line(
                    tr!(scale.outside),
                    of(|own| grouped(own.outside.iter().map(|n| u64::from(*n)).sum())),
                    String::new(),
                )
        })
    })
}

fn head(text: &str) -> String {
    element("th", "scope=\"row\"", text)
}

/// With two places, or none where it is large.
fn number(x: f64) -> String {
    shown(x as f32, if x.abs() < 1000.0 { 2 } else { 0 })
}

/// Mean and variance of every width.
#[component]
pub fn Spread() -> impl IntoView {
    let draws = draws();
    let rows = derived(move || {
        each_width(draws, |document, width, own| {
            let mean = own.map_or_else(|| "…".to_owned(), |own| estimate(own.mean));
            let variance = own.map_or_else(|| "…".to_owned(), |own| estimate(own.variance));
            vec![mean, variance, number(document.variance(width))]
        })
    });
    view! {
        <table class="scale-numbers" data-spread="">
            <thead><tr><th scope="col"><i>"d"</i><sub>"k"</sub></th><th scope="col">{say!(scale.mean)}</th><th scope="col">{say!(scale.variance)}</th><th scope="col">{say!(scale.theory)}</th></tr></thead>
            <tbody inner_html=rows></tbody>
        </table>
    }
}

/// What softmax makes of the scores of every width, under each factor.
#[component]
pub fn Softmax() -> impl IntoView {
    let draws = draws();
    let rows = derived(move || {
        let show = draws.view.with(|view| view.show);
        each_width(draws, move |_, _, own| {
            let text = |rule: Rule| {
                own.map_or_else(
                    || "…".to_owned(),
                    |own| shown(charts::of(own, show)[rule as usize].mean as f32, 3),
                )
            };
            Rule::ALL.map(text).to_vec()
        })
    });
    let title = following(move || words::show(draws.view.with(|view| view.show)));
    let called = move |rule| words::rule(rule, draws.document.with(|d| d.heads));
    let heads =
        Rule::ALL.map(|rule| view! { <th scope="col">{following(move || called(rule))}</th> });
    view! {
        <table class="scale-numbers" data-softmax=derived(move || draws.view.with(|view| view.show.slug().to_owned()))>
            <caption>{title}</caption>
            <thead><tr><th scope="col"><i>"d"</i><sub>"k"</sub></th>{heads.collect_view()}</tr></thead>
            <tbody inner_html=rows></tbody>
        </table>
    }
}

type Cells = Vec<String>;

/// A row a width; the chosen one stands out.
fn each_width(
    draws: Draws,
    cells: impl Fn(&lesson::lessons::scale::Document, usize, Option<&Width>) -> Cells,
) -> String {
    draws.document.with(|document| {
        draws.report.with(|report| {
            let line = |width: usize| {
                let own = report.as_ref().and_then(|own| own.summary.at(width));
                let here = if width == document.width {
                    "class=\"here\""
                } else {
                    ""
                };
                let cells = cells(document, width, own);
                row(
                    here,
                    head(&width.to_string()),
                    cells.iter().map(|text| td(text)),
                )
            };
            WIDTHS.into_iter().map(line).collect()
        })
    })
}
