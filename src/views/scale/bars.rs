//! What softmax makes of the same scores under each factor: a bar of shares each.

use leptos::prelude::*;
use lesson::lessons::scale::{Rule, WEIGHTS};

use super::state::{Draws, draws};
use super::words;
use crate::plot::colours::token_style;
use crate::reactive::derived;
use crate::text::say;
use crate::widgets::markup::element;

/// The bars; the numbers stand in the table of the weights.
#[component]
pub fn Bars() -> impl IntoView {
    let draws = draws();
    let bars = derived(move || bars(draws));
    view! {
        <section class="scale-bars" aria-label=say!(scale.shares)>
            <div aria-hidden="true" inner_html=bars></div>
        </section>
    }
}

fn bars(draws: Draws) -> String {
    let numbers = draws.shell.numbers.get();
    let Some(weights) = numbers.matrix(WEIGHTS) else {
        return String::new();
    };
    let heads = draws.document.with(|d| d.heads);
    let line = |(row, rule): (usize, Rule)| {
        let piece = |(key, weight): (usize, &f32)| {
            let wide = if weight.is_finite() {
                weight * 100.0
            } else {
                0.0
            };
            format!("<i style=\"width:{wide:.2}%;{}\"></i>", token_style(key))
        };
        let pieces: String = weights.row(row).iter().enumerate().map(piece).collect();
        let name = element("b", "", &words::rule(rule, heads));
        format!("<p>{name}<span>{pieces}</span></p>")
    };
    Rule::ALL.into_iter().enumerate().map(line).collect()
}
