//! Pairs of components as hands of clocks: the query's and the key's, turned by their positions.

use std::fmt::Write;

use attention::Matrix;
use leptos::prelude::*;
use lesson::lessons::positions::{PAIR, RATES, TURNED};

use super::{Bench, bench};
use crate::language::visible;
use crate::reactive::derived;
use crate::text::{say, tr};
use crate::widgets::markup::element;

/// Where the longest hand ends, from the middle.
const HAND: f32 = 40.0;

/// One clock a pair.
#[component]
pub fn Clocks() -> impl IntoView {
    let bench = bench();
    let picture = derived(move || clocks(bench));
    view! {
        <figure class="pos-clocks" aria-label=say!(positions.clocks)>
            <div inner_html=picture></div>
            <figcaption>{say!(positions.clocks_note)}</figcaption>
        </figure>
    }
}

/// What the clocks show.
struct Shown {
    before: Matrix,
    after: Matrix,
    longest: f32,
}

fn clocks(bench: Bench) -> String {
    let (before, after) = (bench.numbers(PAIR), bench.numbers(TURNED));
    let rates = bench.numbers(RATES);
    let digits = bench.shell.look.get().0;
    let pairs = 0..rates.cols();
    // Turning leaves the length of a hand.
    let lengths = pairs.clone().flat_map(|pair| {
        let (first, second) = bench.document.with(|d| d.components(pair));
        let length = |row: &[f32]| Some(row.get(first)?.hypot(*row.get(second)?));
        before.iter_rows().filter_map(length).collect::<Vec<_>>()
    });
    let finite = lengths.filter(|length| length.is_finite());
    let longest = finite.fold(1e-3, f32::max);
    let shown = Shown {
        before,
        after,
        longest,
    };
    let one = |pair: usize| {
        let components = bench.document.with(|d| d.components(pair));
        let rate = rates.get(0, pair).filter(|rate| rate.is_finite());
        let rate = rate.map_or_else(String::new, |rate| visible(rate, 3));
        clock(&shown, components, &rate, digits)
    };
    pairs.map(one).collect()
}

fn clock(shown: &Shown, (first, second): (usize, usize), rate: &str, digits: u8) -> String {
    let point = |own: &Matrix, row: usize| {
        let point = (own.get(row, first)?, own.get(row, second)?);
        (point.0.is_finite() && point.1.is_finite()).then_some(point)
    };
    let mut svg = String::from("<circle class=\"pos-face\" r=\"46\"/><circle r=\"1.6\"/>");
    for (row, class) in [(0, "pos-q"), (1, "pos-k")] {
        for (own, kind) in [(&shown.before, "was"), (&shown.after, "is")] {
            if let Some((x, y)) = point(own, row) {
                let (x, y) = (x / shown.longest * HAND, -y / shown.longest * HAND);
                let _ = write!(
                    svg,
                    "<line class=\"{class} {kind}\" x2=\"{x:.1}\" y2=\"{y:.1}\"/>"
                );
            }
        }
    }
    let part = point(&shown.after, 0).zip(point(&shown.after, 1));
    let part = part.map(|((a, b), (c, d))| visible(a * c + b * d + 0.0, digits));
    let part = part.map_or_else(String::new, |part| tr!(positions.pair_part, part = part));
    let turn = tr!(positions.pair_rate, rate = rate);
    format!(
        "<div class=\"pos-clock\"><svg viewBox=\"-50 -50 100 100\" aria-hidden=\"true\">{svg}</svg>{}{}</div>",
        element("b", "", &turn),
        element("span", "", &part)
    )
}
