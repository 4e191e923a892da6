//! The stepper's figure, to be taken along: the stage's matrix, or any other.

use leptos::prelude::*;
use lesson::core::cover::Cover;
use lesson::share::export::matrices;

use crate::reactive::{derived, shown_while};
use crate::state::lab;
use crate::text;
use crate::widgets::export::{ExportMenu, Exported};
use crate::widgets::matrix::symbol;

/// The menu.
#[component]
pub fn Export() -> impl IntoView {
    let lab = lab();
    let named = move || {
        let names = lab.document.with(|document| matrices(document));
        let entry = |name| {
            let called = format!("{}: {}", symbol(lab.table(name), false), text::matrix(name));
            (name.key().to_owned(), called)
        };
        names.into_iter().map(entry).collect::<Vec<_>>()
    };
    let current = derived(move || lab.stage.get().matrix().key().to_owned());
    let exported = Exported::of_link(derived(named), current, move || lab.link());
    // A file with the covered numbers, or a program that gives them, would be the answer.
    let open = move || lab.cover.get() == Cover::Nothing;
    shown_while(open, move || {
        view! { <ExportMenu exported=exported/> }.into_any()
    })
}
