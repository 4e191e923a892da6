//! The maps of the heads that were put together into one: what is lost is seen beside what is left.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::core::cover::Cover;
use lesson::lessons::heads::{Document, Pass, weights};

use super::{Bench, bench};
use crate::language::shown;
use crate::reactive::derived;
use crate::text::tr;
use crate::widgets::markup::{element, heading, row};

/// What had several heads.
pub type Then = Memo<Option<Arc<Document>>>;

/// What was there before one head was left, while X is the same.
pub fn remember(bench: Bench) -> Then {
    Memo::new(move |then: Option<&Option<Arc<Document>>>| {
        let now = bench.document.get();
        let same = |then: &Arc<Document>| then.tokens == now.tokens && then.x == now.x;
        match now.heads {
            1 => then.cloned().flatten().filter(same),
            _ => Some(now),
        }
    })
}

/// Its maps, small; nothing while it is still there, or while a number is covered.
#[component]
pub fn Before(then: Then) -> impl IntoView {
    let bench = bench();
    let maps = derived(move || {
        let one = bench.document.with(|now| now.heads == 1);
        let open = bench.shell.cover.get() == Cover::Nothing;
        // Read at all times: it remembers only what it was asked for.
        let then = then.get().filter(|_| one && open);
        then.map_or_else(String::new, |then| drawn(&then))
    });
    view! { <div class="h-before" inner_html=maps></div> }
}

fn drawn(then: &Arc<Document>) -> String {
    let pass = Pass::of(then);
    (0..then.heads).map(|head| map(&pass, head)).collect()
}

fn map(pass: &Pass, head: usize) -> String {
    let (tokens, weights) = (&pass.document.tokens, pass.get(weights(head)));
    let cell = |weight: &f32| {
        let share = format!("style=\"--share:{weight:.3}\"");
        element("td", &share, &shown(*weight, 2))
    };
    let line =
        |(token, own): (&String, &[f32])| row("", heading("row", token), own.iter().map(cell));
    let names = tokens.iter().map(|token| heading("col", token));
    let head = element("caption", "", &tr!(heads.before, head = head + 1))
        + &row("", element("td", "", ""), names);
    let rows = weights.data().chunks(tokens.len().max(1));
    let lines: String = tokens.iter().zip(rows).map(line).collect();
    format!("<table>{head}{lines}</table>")
}
