//! The strongest links of the token in focus: where it looks, and who looks at it. A real table of the picture's
//! numbers.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::models::messages::Head;

use super::super::inspector;
use super::super::words::placed;
use crate::language::shown;
use crate::plot::colours;
use crate::reactive::{derived, memo};
use crate::text::{following, tr};
use crate::widgets::markup;

/// So many of each.
const COUNT: usize = 5;

/// Both lists side by side.
#[component]
pub fn Strongest() -> impl IntoView {
    let inspector = inspector();
    let token = inspector.token;
    let looks = memo(move || {
        inspector.head.with(|own| {
            largest(own, |own, j| {
                own.weights.get(token.get() * own.n + j).copied()
            })
        })
    });
    let seen = memo(move || {
        inspector.head.with(|own| {
            largest(own, |own, i| {
                own.weights.get(i * own.n + token.get()).copied()
            })
        })
    });
    let name = move || inspector.named(token.get());
    let looks_title = following(move || tr!(head.looks, token = name()));
    let seen_title = following(move || tr!(head.seen, token = name()));
    view! {
        <div class="re-lists">
            <div>
                <h4>{looks_title}</h4>
                <List name="looks" title=looks_title lines=looks/>
            </div>
            <div>
                <h4>{seen_title}</h4>
                <List name="seen" title=seen_title lines=seen/>
            </div>
        </div>
    }
}

/// The places with the largest weights.
fn largest(
    head: &Option<Arc<Head>>,
    of: impl Fn(&Head, usize) -> Option<f32>,
) -> Vec<(usize, f32)> {
    let Some(head) = head else { return Vec::new() };
    let all = (0..head.n).filter_map(|place| Some((place, of(head, place)?)));
    let mut all: Vec<(usize, f32)> = all.filter(|(_, weight)| *weight > 0.0).collect();
    all.sort_by(|a, b| b.1.total_cmp(&a.1));
    all.truncate(COUNT);
    all
}

#[component]
fn List(
    name: &'static str,
    title: Signal<String>,
    lines: Memo<Vec<(usize, f32)>>,
) -> impl IntoView {
    let tokens = inspector().tokens;
    let rows = derived(move || {
        let tokens = tokens.get();
        let row = |(place, weight): &(usize, f32)| {
            let token = tokens.get(*place).map_or("", String::as_str);
            let style = colours::token_style(*place);
            let head = format!("scope=\"row\" dir=\"auto\" class=\"re-of\" style=\"{style}\"");
            let value = shortest(*weight);
            let cell = format!(
                "class=\"share\" data-place=\"{place}\" data-value=\"{value}\" style=\"--share:{weight}\""
            );
            let cells = [markup::element("td", &cell, &shown(*weight, 2))];
            markup::row(
                "",
                markup::element("th", &head, &placed(token, *place)),
                cells.into_iter(),
            )
        };
        lines.with(|lines| lines.iter().map(row).collect::<String>())
    });
    view! { <table data-list=name aria-label=title><tbody inner_html=rows></tbody></table> }
}
