//! What has to be remembered, counted in numbers.

use leptos::prelude::*;
use lesson::core::number::grouped;
use lesson::lessons::flash::{Held, Tile};

use super::state::{Flash, flash};
use crate::reactive::{derived, shown_while};
use crate::text::{say, tr};
use crate::widgets::markup;

/// A size at which it matters: tokens, width of a value, queries and keys a tile.
const LONG: (usize, usize, usize) = (4096, 64, 64);

/// The card.
#[component]
pub fn Memory() -> impl IntoView {
    let flash = flash();
    let lines = derived(move || lines(flash));
    let saves_nothing = move || {
        flash
            .walk
            .with(|walk| Held::most(walk.tile, walk.d_v()).total() >= walk.n() * walk.m())
    };
    let small = move || view! { <p class="note">{say!(flash.memory.small)}</p> }.into_any();
    view! {
        <section class="card memory" data-control="beside">
            <h3>{say!(flash.memory.title)}</h3>
            <table data-memory="" aria-label=say!(flash.memory.title)><tbody inner_html=lines></tbody></table>
            {shown_while(saves_nothing, small)}
            <p class="note">{derived(at_length)}</p>
            <p class="note">{say!(flash.order)}</p>
        </section>
    }
}

fn lines(flash: Flash) -> String {
    let at = flash.at.get();
    let (held, plain) = flash.walk.with(|walk| (walk.held(at), walk.n() * walk.m()));
    let line = |key: &str, words: String, count: usize| {
        let count = markup::element("td", &format!("data-held=\"{key}\""), &count.to_string());
        let head = markup::element("th", "scope=\"row\"", &words);
        markup::row("", head, std::iter::once(count))
    };
    let now = markup::element(
        "th",
        "scope=\"rowgroup\" colspan=\"2\"",
        &tr!(flash.memory.now),
    );
    [
        format!("<tr>{now}</tr>"),
        line("tile", tr!(flash.memory.tile), held.tile),
        line("running", tr!(flash.memory.running), held.running),
        line("aside", tr!(flash.memory.aside), held.aside),
        line("total", tr!(flash.memory.total), held.total()),
        line("plain", tr!(flash.memory.plain), plain),
    ]
    .concat()
}

/// The same count where it matters.
fn at_length() -> String {
    let (n, d_v, size) = LONG;
    let tile = Tile {
        queries: size,
        keys: size,
    };
    let held = Held::most(tile, d_v).total();
    let (held, plain) = (grouped(held as u64), grouped((n * n) as u64));
    tr!(
        flash.memory.scale,
        n = n,
        d_v = d_v,
        tile = size,
        held = held,
        plain = plain
    )
}
