//! The first beat: one word is read three times, as a query, as a key and as a value.

use leptos::prelude::*;
use lesson::Name;
use lesson::head::presets::PRESETS;

use super::Guide;
use super::picture::{around, ribbon, text, twin};
use super::words::{self, Role};
use crate::plot::colours::token_style;
use crate::reactive::derived;
use crate::text::tr;
use crate::widgets::markup::{element, typeset};

#[component]
pub fn Ask() -> impl IntoView {
    let guide = expect_context::<Guide>();
    view! { <div class="g-ask" inner_html=derived(move || picture(guide))></div> }
}

fn picture(guide: Guide) -> String {
    let row = guide.row.get();
    let word = guide.word();
    let roles = Role::of(guide);
    let numbers = |role: &Role| vector(guide, role.matrix(), row);
    // Other numbers say something else.
    let opening = is_opening(guide.lab.preset.get());
    let says = |role| words::says(role, row, &word).filter(|_| opening);
    // The drawn cards are not read, so the table has their questions and what the numbers stand for.
    let read = roles.iter().map(|role| {
        let (name, question) = words::role(*role);
        let says = says(*role).unwrap_or_default();
        let all = [question, says].into_iter().filter(|own| !own.is_empty());
        let told = all.collect::<Vec<_>>().join(" ");
        (name, std::iter::once(told).chain(numbers(role)).collect())
    });
    let count = numbers(&Role::Query).len();
    let columns: Vec<String> = std::iter::once(tr!(guided.ask.told))
        .chain((1..=count).map(|c| tr!(guided.ask.number, index = c)))
        .collect();
    let all_three = roles.len() > 1;
    let caption = match all_three {
        true => tr!(guided.ask.table, word = word),
        false => tr!(guided.question.ask, word = word),
    };
    let table = twin(&caption, &columns, read.collect());
    let cards: String = roles
        .iter()
        .map(|role| card(*role, &word, &numbers(role), says(*role)))
        .collect();
    let way = |(index, role): (usize, &Role)| {
        let end = (index as f32 + 0.5) * 100.0 / roles.len() as f32;
        let start = 50.0 + (index as f32 - (roles.len() - 1) as f32 / 2.0) * 5.0;
        let attributes = format!("class=\"hue-{}\" data-m=\"way\"", role.hue());
        ribbon((0.0, start), (100.0, end), 18.0, &attributes)
    };
    let ways: String = roles.iter().enumerate().map(way).collect();
    let svg = around(
        "svg",
        "viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\" class=\"g-ways\"",
        &ways,
    );
    let style = format!(
        "class=\"g-word\" data-m=\"word\" style=\"{}\"",
        token_style(row)
    );
    let source = match all_three {
        true => element("small", "", &tr!(guided.ask.source)),
        false => String::new(),
    };
    let big = around(
        "div",
        &style,
        &format!("{}{source}", element("b", "", &word)),
    );
    let cards = around("div", "class=\"g-roles\"", &cards);
    format!(
        "{table}<div class=\"g-drawn\" aria-hidden=\"true\">{big}{svg}{cards}</div>{}",
        note(guide)
    )
}

/// A role: its name, its question, and its numbers.
fn card(role: Role, word: &str, numbers: &[String], says: Option<String>) -> String {
    let (name, question) = words::role(role);
    let product = format!("{} × W<sub>{}</sub>", text(word), role.letter());
    let says = says.map(|says| element("q", "", &says));
    let cells: String = numbers
        .iter()
        .map(|number| element("b", "class=\"g-cell\" data-m=\"number\"", number))
        .collect();
    let inside = format!(
        "<div>{}<small>{product}</small></div><div>{}{}</div><div class=\"g-vector\">{cells}</div>",
        element("strong", "", &name),
        element("p", "", &question),
        says.unwrap_or_default()
    );
    around(
        "section",
        &format!("class=\"g-role hue-{}\" data-m=\"role\"", role.hue()),
        &inside,
    )
}

fn vector(guide: Guide, name: Name, row: usize) -> Vec<String> {
    guide.lab.trace.with(|trace| {
        let matrix = trace.get(name);
        match row < matrix.rows() {
            true => matrix
                .row(row)
                .iter()
                .map(|v| guide.given(name, *v))
                .collect(),
            false => vec![],
        }
    })
}

/// Whether it is the example that the page opens with: its numbers alone were chosen to tell a story.
fn is_opening(example: Option<&str>) -> bool {
    let opening = PRESETS.first().map(|preset| preset.slug);
    example.is_some() && example == opening
}

/// Where the numbers come from.
fn note(guide: Guide) -> String {
    let note = match guide.lab.preset.get() {
        own if is_opening(own) => tr!(guided.ask.note),
        Some(_) => tr!(guided.ask.note_example),
        None => tr!(guided.ask.note_own),
    };
    around("p", "class=\"g-note\"", &typeset(&note))
}
