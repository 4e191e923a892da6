//! The steps of a tile as a row of chips, from loading the queries to writing their output.

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::lessons::flash::Kind;

use super::state::{Flash, flash};
use super::words;
use crate::reactive::{derived, memo, on};
use crate::text::say;

/// The row; the one at work is lit.
#[component]
pub fn Kinds() -> impl IntoView {
    // A skipped tile is nothing one would go to.
    let chips = Kind::ALL.into_iter().filter(|kind| *kind != Kind::Skip);
    view! {
        <nav class="stage-bar kinds" aria-label=say!(flash.chips)>
            {chips.map(|kind| view! { <Chip kind=kind/> }.into_any()).collect_view()}
        </nav>
    }
}

#[component]
fn Chip(kind: Kind) -> impl IntoView {
    let flash = flash();
    let there = memo(move || near(flash, kind));
    let current = derived(move || (words::current(flash) == Some(kind)).to_string());
    let go = move |_| {
        if let Some(step) = there.get_untracked() {
            flash.run(Command::Scrub(step));
        }
    };
    view! {
        <button type="button" class=format!("chip hue-{}", hue(kind)) data-goto=kind.key() aria-pressed=current
            disabled=derived(move || there.get().is_none()) on:click=on(go)>
            <span>{derived(move || words::chip(kind))}</span>
        </button>
    }
}

fn near(flash: Flash, kind: Kind) -> Option<usize> {
    let at = flash.at.get();
    flash.walk.with(|walk| walk.near(kind, at))
}

const fn hue(kind: Kind) -> &'static str {
    match kind {
        Kind::Begin => "q",
        Kind::Load => "k",
        Kind::Skip | Kind::Scores => "scores",
        Kind::TileMax | Kind::Max | Kind::Factor | Kind::Exp | Kind::Sum => "weights",
        Kind::Accumulate | Kind::Divide => "output",
    }
}
