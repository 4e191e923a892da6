//! The figure at the step one stands at, to be taken along: the part at work, or any other.

use leptos::prelude::*;
use lesson::Name;
use lesson::core::cover::Cover;
use lesson::lessons::flash::Part;

use super::part::holds_exponentials;
use super::state::{Flash, flash};
use super::words;
use crate::reactive::{derived, shown_while};
use crate::text;
use crate::widgets::export::{ExportMenu, Exported};
use crate::widgets::matrix::symbol;

/// The menu.
#[component]
pub fn Export() -> impl IntoView {
    let flash = flash();
    let current = derived(move || {
        let part = words::current(flash).and_then(Part::of);
        part.unwrap_or(Part::Tile).key().to_owned()
    });
    let choices = derived(move || named(flash));
    let exported = Exported::of_link(choices, current, move || flash.lab.link());
    // A file with the covered numbers, or a program that gives them, would be the answer.
    let open = move || flash.lab.cover.get() == Cover::Nothing;
    shown_while(open, move || {
        view! { <ExportMenu exported=exported/> }.into_any()
    })
}

/// What there is in the figure; the field holds scores until their exponentials are taken.
fn named(flash: Flash) -> Vec<(String, String)> {
    let exponentials = holds_exponentials(flash);
    let input = move |name: Name| {
        let called = format!(
            "{}: {}",
            symbol(flash.lab.table(name), false),
            text::matrix(name)
        );
        (name.key().to_owned(), called)
    };
    let part = |part: Part| {
        let symbol = words::symbol(part, exponentials);
        let called = format!("{symbol}: {}", words::part(part, exponentials));
        (part.key().to_owned(), called)
    };
    let inputs = [Name::Q, Name::K, Name::V].map(input);
    inputs.into_iter().chain(Part::ALL.map(part)).collect()
}
