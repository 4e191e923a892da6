//! The numbers of a picture as a table that can be opened. It is written only while it is open or
//! while nothing trains: nobody reads numbers that change eight times a second behind a lid.

use crate::language::shown;
use attention::Matrix;
use leptos::prelude::*;
use lesson::core::number::{shortest, subscript};

use super::super::training;
use crate::reactive::{derived, memo, on};
use crate::widgets::markup;

/// A table of numbers under its title; `rows` are all its rows as markup, its head included.
#[component]
pub fn Numbers(
    /// What opens it.
    #[prop(into)]
    summary: Signal<String>,
    /// `data-matrix` of the table.
    name: &'static str,
    /// What rows and columns are.
    #[prop(into)]
    caption: Signal<String>,
    /// The rows.
    #[prop(into)]
    rows: Signal<String>,
    /// A list of what there is to say of it, as markup.
    #[prop(optional, into)]
    below: Option<Signal<String>>,
) -> impl IntoView {
    let training = training();
    let open = RwSignal::new(false);
    let read = memo(move || open.get() || !training.training.get());
    let while_read = move |markup: Signal<String>| {
        derived(move || match read.get() {
            true => markup.get(),
            false => String::new(),
        })
    };
    let rows = while_read(rows);
    let below = below.map(|below| {
        let list = while_read(below);
        view! { <dl class="how" inner_html=list></dl> }.into_any()
    });
    view! {
        <details class="numbers" on:toggle=on(move |_| open.update(|open| *open = !*open))>
            <summary>{summary}</summary>
            <div class="scroll tall" tabindex="0" role="region" aria-label=summary>
                <table data-matrix=name>
                    <caption>{caption}</caption>
                    <tbody inner_html=rows></tbody>
                </table>
            </div>
            {below}
        </details>
    }
}

/// A token with its place, counted from 1: the same letter stands at many.
pub fn placed(token: &str, place: usize) -> String {
    format!("{token}{}", subscript(place + 1))
}

/// Weights, one query a row, under a row of keys.
pub fn weight_rows(tokens: &[String], weights: &Matrix) -> String {
    let heading = |scope: &str, place: usize| {
        let token = tokens.get(place).map_or("", String::as_str);
        markup::element("th", &format!("scope=\"{scope}\""), &placed(token, place))
    };
    let keys = (0..weights.cols()).map(|key| heading("col", key));
    let row = |(query, row): (usize, &[f32])| {
        let cells = row
            .iter()
            .enumerate()
            .map(|(key, weight)| cell(query, key, *weight));
        markup::row("", heading("row", query), cells)
    };
    let rows: String = weights.iter_rows().enumerate().map(row).collect();
    format!("{}{rows}", markup::row("", markup::td(""), keys))
}

fn cell(row: usize, col: usize, weight: f32) -> String {
    let value = shortest(weight);
    let attributes = format!("data-row=\"{row}\" data-col=\"{col}\" data-value=\"{value}\"");
    markup::element("td", &attributes, &shown(weight, 2))
}
