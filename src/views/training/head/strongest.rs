//! The strongest links: whom the token in focus looks at and who looks at it; without one, those
//! of the whole head.

use crate::language::shown as number;
use attention::Matrix;
use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::training::heads::strongest;

use super::Shown;
use super::picked::row;
use crate::plot::colours;
use crate::reactive::derived;
use crate::screen::screen;
use crate::text::{following, tr};
use crate::widgets::markup;

/// So many of each.
const COUNT: usize = 5;

/// One line of a list: its tokens, the first of which gives it its colour, and a weight.
type Line = (Vec<usize>, f32);

/// Both lists side by side.
#[component]
pub fn Strongest(shown: Shown) -> impl IntoView {
    let looks = move |token| match token {
        Some(token) => singles(&shown.weights.with(|weights| row(weights, token))),
        None => shown.weights.with(links),
    };
    let seen = move |token| match token {
        Some(token) => singles(&shown.weights.with(|weights| column(weights, token))),
        None => singles(&shown.weights.with(means)),
    };
    let looks_title = following(move || match shown.name() {
        Some(token) => tr!(head.looks, token = token),
        None => tr!(head.all_links),
    });
    let seen_title = following(move || match shown.name() {
        Some(token) => tr!(head.seen, token = token),
        None => tr!(head.all_keys),
    });
    view! {
        <div class="two-lists">
            <div>
                <h4>{looks_title}</h4>
                <List shown=shown name="looks" lines=derived(move || looks(shown.token.get()))/>
            </div>
            <div>
                <h4>{seen_title}</h4>
                <List shown=shown name="seen" lines=derived(move || seen(shown.token.get()))/>
            </div>
        </div>
    }
}

/// The strongest of one weight a token.
fn singles(weights: &[f32]) -> Vec<Line> {
    let line = |(token, weight)| (vec![token], weight);
    strongest(weights, COUNT).into_iter().map(line).collect()
}

/// How much each query looks at that key.
fn column(weights: &Matrix, key: usize) -> Vec<f32> {
    let weight = |row: &[f32]| row.get(key).copied().unwrap_or(0.0);
    weights.iter_rows().map(weight).collect()
}

/// How much each key is looked at by all queries, on average.
fn means(weights: &Matrix) -> Vec<f32> {
    let mean = |key| column(weights, key).iter().sum::<f32>() / weights.rows() as f32;
    (0..weights.cols()).map(mean).collect()
}

/// The strongest of all weights.
fn links(weights: &Matrix) -> Vec<Line> {
    let cols = weights.cols().max(1);
    let line = |(cell, weight)| (vec![cell / cols, cell % cols], weight);
    let found = strongest(weights.data(), COUNT);
    found.into_iter().map(line).collect()
}

#[component]
fn List(shown: Shown, name: &'static str, lines: Signal<Vec<Line>>) -> impl IntoView {
    let dark = screen().dark;
    let entries = derived(move || {
        let dark = dark.get();
        let entry = |(tokens, weight): &Line| {
            let first = tokens.first().copied().unwrap_or(0);
            let colour = colours::css(colours::token(first, dark));
            let style = format!("class=\"token\" style=\"--token:{colour};--share:{weight}\"");
            let names: Vec<String> = tokens.iter().map(|place| shown.name_of(*place)).collect();
            let token = markup::element("span", &style, &names.join(" → "));
            let attributes = format!(
                "data-place=\"{first}\" data-value=\"{}\"",
                shortest(*weight)
            );
            let weight = markup::element("b", &attributes, &number(*weight, 2));
            format!("<li>{token}{weight}</li>")
        };
        lines.with(|lines| lines.iter().map(entry).collect::<String>())
    });
    view! { <ol data-list=name inner_html=entries></ol> }
}
