//! What every head was measured to look at, as a table.

use crate::language::shown;
use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::training::heads::{HeadKind, HeadScores};
use lesson::protocol::Side;

use super::super::training;
use super::numbers::Numbers;
use super::{head_name, words};
use crate::reactive::derived;
use crate::text::{say, tr};
use crate::widgets::markup;

/// The columns, patterns that hold for any text first.
const KINDS: [HeadKind; 11] = [
    HeadKind::Previous,
    HeadKind::First,
    HeadKind::Itself,
    HeadKind::Induction,
    HeadKind::SameToken,
    HeadKind::Source,
    HeadKind::MatchingBracket,
    HeadKind::Operand,
    HeadKind::Pronoun,
    HeadKind::Clue,
    HeadKind::Subject,
];

/// The table of one run.
#[component]
pub fn Measures(side: Side) -> impl IntoView {
    let run = training().runs[side.index()];
    let rows = derived(move || {
        let heads = run
            .settings
            .with(|own| own.as_ref().map_or(1, |own| own.n_heads))
            .max(1);
        run.seen.with(|seen| {
            seen.as_ref()
                .map_or_else(String::new, |seen| rows(&seen.scores, heads))
        })
    });
    view! { <Numbers summary=say!(gallery.measures) name="head-scores" caption=say!(gallery.measures_caption) rows=rows/> }
}

fn rows(all: &[HeadScores], heads: usize) -> String {
    // Patterns that no sequence of the task has are no columns.
    let there = |kind: &HeadKind| all.iter().any(|scores| scores.score(*kind).is_some());
    let kinds: Vec<HeadKind> = KINDS.into_iter().filter(there).collect();
    let row = |(index, scores): (usize, &HeadScores)| {
        let name = markup::element(
            "th",
            "scope=\"row\"",
            &head_name((index / heads, index % heads)),
        );
        let patterns = kinds
            .iter()
            .map(|kind| cell(kind.slug(), scores.score(*kind)));
        let others = [
            cell("entropy", Some(scores.entropy)),
            cell("distance", Some(scores.distance)),
        ];
        let label = markup::element("td", "class=\"does\"", &words::label(scores));
        markup::row("", name, patterns.chain(others).chain([label]))
    };
    let rows: String = all.iter().enumerate().map(row).collect();
    format!("{}{rows}", head(&kinds))
}

fn head(kinds: &[HeadKind]) -> String {
    let column = |(name, how): (String, String)| {
        let how = html_escape::encode_double_quoted_attribute(&how).into_owned();
        markup::element("th", &format!("scope=\"col\" title=\"{how}\""), &name)
    };
    let patterns = kinds.iter().map(|kind| column(words::kind(*kind)));
    let others = [
        column((tr!(gallery.entropy.name), tr!(gallery.entropy.how))),
        column((tr!(gallery.distance.name), tr!(gallery.distance.how))),
        column((tr!(gallery.label.name), tr!(gallery.label.how))),
    ];
    markup::row("", markup::td(""), patterns.chain(others))
}

/// `None` where no query had the pattern before it.
fn cell(score: &str, value: Option<f32>) -> String {
    let number = value.map_or_else(String::new, shortest);
    let attributes = format!("data-score=\"{score}\" data-value=\"{number}\"");
    markup::element(
        "td",
        &attributes,
        &value.map_or_else(|| "–".to_owned(), |value| shown(value, 2)),
    )
}
