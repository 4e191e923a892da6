//! The head, to be taken along: every stage of its attention, as the stepper would open it.

use leptos::prelude::*;
use lesson::Name;
use lesson::lessons::stepper::META;
use lesson::share::export::{Offer, Subject};

use super::super::gallery::ablate::is_one_out;
use super::super::training;
use super::opening::Wanted;
use crate::browser::page;
use crate::reactive::{derived, shown_while};
use crate::text::{self, say};
use crate::widgets::export::{ExportMenu, Exported, Take};
use crate::widgets::matrix::symbol;

/// What a head's document has: its queries, keys and values are as if typed.
const MATRICES: [Name; 13] = [
    Name::Q,
    Name::K,
    Name::V,
    Name::Scores,
    Name::Scaled,
    Name::Mask,
    Name::Masked,
    Name::Max,
    Name::Shifted,
    Name::Exp,
    Name::Sum,
    Name::Weights,
    Name::Output,
];

/// The menu, and what its files are while a head is out. The link is made of the worker's answer, only when a file is
/// asked for.
#[component]
pub fn Export(wanted: Wanted) -> impl IntoView {
    let choice = |name: Name| {
        let symbol = META.of(name).map(|table| symbol(table, false));
        let called = format!("{}: {}", symbol.unwrap_or_default(), text::matrix(name));
        (name.key().to_owned(), called)
    };
    let subject = Callback::new(move |(key, take): (String, Take)| {
        wanted.ask(Box::new(move |link| {
            take(link.map(|fragment| Subject::Matrix { fragment, key }));
        }));
    });
    let exported = Exported {
        offer: Offer::Attention,
        choices: derived(move || MATRICES.map(choice).into()),
        current: derived(|| Name::Weights.key().to_owned()),
        subject,
    };
    let training = training();
    // The note is about the menu, which may be hidden.
    let can = page::embed_options(training.shell.meta.slug).leaves("save-figure");
    let whole = move || can && is_one_out(training);
    view! {
        <ExportMenu exported=exported/>
        {shown_while(whole, || view! { <span class="caption-line" data-note="whole">{say!(head.export_whole)}</span> }.into_any())}
    }
}
