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
    let of_seen = move |write: fn(&[HeadScores], usize) -> String| {
        derived(move || {
            let heads = run
                .settings
                .with(|own| own.as_ref().map_or(1, |own| own.n_heads))
                .max(1);
            run.seen.with(|seen| {
                seen.as_ref()
                    .map_or_else(String::new, |seen| write(&seen.scores, heads))
            })
        })
    };
    view! {
        <Numbers summary=say!(gallery.measures) name="head-scores" caption=say!(gallery.measures_caption)
            rows=of_seen(rows) below=of_seen(|all, _| how(all))/>
    }
}

/// The kinds that are columns: patterns that no sequence of the task has are none.
fn kinds(all: &[HeadScores]) -> Vec<HeadKind> {
    let there = |kind: &HeadKind| all.iter().any(|scores| scores.score(*kind).is_some());
    KINDS.into_iter().filter(there).collect()
}

fn rows(all: &[HeadScores], heads: usize) -> String {
    let kinds = kinds(all);
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
    let column = |(name, _): (String, String)| markup::element("th", "scope=\"col\"", &name);
    let names = columns(&kinds).map(column);
    format!("{}{rows}", markup::row("", markup::td(""), names))
}

/// Each column with how it is measured, which nobody has to point at: a finger cannot.
fn how(all: &[HeadScores]) -> String {
    let column = |(name, how): (String, String)| {
        markup::element("dt", "", &name) + &markup::element("dd", "", &how)
    };
    columns(&kinds(all)).map(column).collect()
}

/// What each column is called, and how it is measured.
fn columns(kinds: &[HeadKind]) -> impl Iterator<Item = (String, String)> {
    let others = [
        (tr!(gallery.entropy.name), tr!(gallery.entropy.how)),
        (tr!(gallery.distance.name), tr!(gallery.distance.how)),
        (tr!(gallery.label.name), tr!(gallery.label.how)),
    ];
    kinds.iter().map(|kind| words::kind(*kind)).chain(others)
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
