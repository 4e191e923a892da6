//! Who hears whom, as a drawing: an MLP has a way for each token alone, all through the same matrices; attention has one
//! from every token to every other, as wide as its weight.

use std::fmt::Write;

use leptos::prelude::*;
use lesson::lessons::mlp::*;

use super::{Bench, bench};
use crate::plot::colours::token_style;
use crate::reactive::derived;
use crate::text::{say, tr};
use crate::widgets::markup::{element, typeset};

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The MLP.
    Mlp,
    /// The head of attention.
    Head,
}

/// From one token to the next, in units of the picture.
const APART: f32 = 24.0;
/// Where tokens stand, where what leaves stands, and between them the MLP.
const PLACES: (f32, f32, f32) = (62.0, 168.0, 96.0);

/// The drawing with a sentence: of X (`side` 0), or of the other input with what has moved.
#[component]
pub fn Flow(
    /// Which of the two.
    which: Which,
    /// Which input.
    side: u8,
) -> impl IntoView {
    let bench = bench();
    let picture = derived(move || draw(bench, which, side));
    let label = match which {
        Which::Mlp => say!(mlp.flow_mlp),
        Which::Head => say!(mlp.flow_head),
    };
    let said = derived(move || match side {
        0 => stays(bench, which),
        _ => moves(bench, which),
    });
    view! {
        <figure class="m-flow" aria-label=label>
            <div inner_html=picture></div>
            <figcaption inner_html=derived(move || typeset(&said.get()))></figcaption>
        </figure>
    }
}

/// What stays and what is made, counted.
fn stays(bench: Bench, which: Which) -> String {
    let sizes = bench.document.with(|d| Sizes::of(d));
    match which {
        Which::Mlp => tr!(mlp.stays_mlp, numbers = sizes.mlp().parameters),
        Which::Head => tr!(mlp.stays_head, numbers = sizes.attention().parameters),
    }
}

/// How many of the outputs moved, of both: on a phone the drawings that say it are a screen apart.
#[component]
pub fn Moved() -> impl IntoView {
    let bench = bench();
    let line = move |name: Signal<String>, which: Which| {
        view! { <p><b>{name}</b>" · "{derived(move || moves(bench, which))}</p> }
    };
    view! {
        <div class="m-moved">{line(say!(mlp.name_mlp), Which::Mlp)}{line(say!(mlp.name_head), Which::Head)}</div>
    }
}

/// How many of the outputs moved.
fn moves(bench: Bench, which: Which) -> String {
    let moved = moved(bench, which);
    match moved.iter().all(Option::is_some) {
        true => {
            let count = moved.iter().filter(|own| **own == Some(true)).count();
            tr!(mlp.moved, moved = count, all = moved.len())
        }
        false => String::new(),
    }
}

/// Whether the output of each token of X has moved; `None` where that is covered.
fn moved(bench: Bench, which: Which) -> Vec<Option<bool>> {
    let table = if which == Which::Mlp { D_M } else { D_O };
    bench.shell.numbers.with(|numbers| {
        let matrix = numbers.matrix(table);
        let rows = matrix.iter().flat_map(|own| own.iter_rows());
        let one = |row: &[f32]| {
            let known = row.iter().all(|x| !x.is_nan());
            known.then(|| row.iter().any(|x| *x != 0.0))
        };
        rows.map(one).collect()
    })
}

fn draw(bench: Bench, which: Which, side: u8) -> String {
    let document = bench.document.get();
    let tokens = match side {
        0 => document.tokens.clone(),
        _ => document.other_tokens(),
    };
    let mut all = match which {
        Which::Mlp => ways(tokens.len()),
        Which::Head => weights(bench, &document, side),
    };
    let marks = if side == 0 {
        vec![]
    } else {
        moved(bench, which)
    };
    for (row, token) in tokens.iter().enumerate() {
        let (style, y) = (token_style(colour(&document, side, row)), height(row));
        let own = (0..document.n()).find(|own| document.becomes(*own) == row);
        let moved = match own {
            _ if side == 0 => false,
            Some(own) => marks.get(own).copied().flatten() == Some(true),
            None => true,
        };
        let class = if moved { "m-out moved" } else { "m-out" };
        let _ = write!(
            all,
            "<circle class=\"m-in\" style=\"{style}\" cx=\"{}\" cy=\"{y}\" r=\"4.5\"/><circle class=\"{class}\" style=\"{style}\" cx=\"{}\" cy=\"{y}\" r=\"5\"/>",
            PLACES.0, PLACES.1
        );
        all += &name(token, &style, y);
    }
    let tall = height(tokens.len()) - APART / 2.0 + 4.0;
    format!("<svg viewBox=\"0 0 180 {tall}\" aria-hidden=\"true\">{all}</svg>")
}

/// The token whose colour a row has: a word of X keeps its own wherever it stands, a new one has that of its place.
fn colour(document: &Document, side: u8, row: usize) -> usize {
    let before = document.origin(row).filter(|_| side != 0);
    before.unwrap_or(row)
}

fn name(token: &str, style: &str, y: f32) -> String {
    let place = format!(
        "x=\"54\" y=\"{}\" text-anchor=\"end\" style=\"{style}\"",
        y + 4.0
    );
    let short: String = token.chars().take(8).collect();
    element("text", &place, &short)
}

fn height(row: usize) -> f32 {
    14.0 + APART * row as f32
}

/// Each token's own way, through the same box.
fn ways(n: usize) -> String {
    let way = |row: usize| {
        let y = height(row);
        format!(
            "<path class=\"m-way\" d=\"M{} {y}H{}\"/><rect class=\"m-box\" x=\"{}\" y=\"{}\" width=\"40\" height=\"16\" rx=\"4\"/>\
             <text class=\"m-small\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">W₁ W₂</text>",
            PLACES.0,
            PLACES.1,
            PLACES.2,
            y - 8.0,
            PLACES.2 + 20.0,
            y + 3.0
        )
    };
    (0..n).map(way).collect()
}

/// From every token to every other, as wide as the weight; nothing where that is covered.
fn weights(bench: Bench, document: &Document, side: u8) -> String {
    let mut text = String::new();
    bench.shell.numbers.with(|numbers| {
        let matrix = numbers.matrix(Part::A.of(side));
        for (row, weights) in matrix.iter().flat_map(|own| own.iter_rows()).enumerate() {
            for (col, weight) in weights.iter().enumerate().filter(|(_, own)| !own.is_nan()) {
                let _ = write!(
                    text,
                    "<line class=\"m-weight\" style=\"{};stroke-width:{:.2}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
                    token_style(colour(document, side, col)),
                    0.4 + 7.0 * weight,
                    PLACES.0,
                    height(col),
                    PLACES.1,
                    height(row)
                );
            }
        }
    });
    text
}
