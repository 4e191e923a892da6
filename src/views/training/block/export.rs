//! The residual stream of a token, to be taken along.

use leptos::prelude::*;
use lesson::share::export::{Offer, Subject, Table, TableKind};

use super::super::state::training;
use super::plan::Station;
use super::stream::{matrix, name};
use crate::reactive::derived;
use crate::text::tr;
use crate::widgets::export::{ExportMenu, Exported};

/// The menu; `rows` are the places of the stream that are shown.
#[component]
pub fn Export(rows: Signal<Vec<Station>>) -> impl IntoView {
    let training = training();
    let key = || TableKind::Stream.key().to_owned();
    let choices = derived(move || vec![(key(), tr!(block.stream))]);
    let exported = Exported::at_once(Offer::Numbers, choices, derived(key), move |_| {
        let rows = rows.get();
        let seen = |view: &Option<_>| matrix(view.as_deref()?, &rows);
        let numbers = training.block.with(seen)?;
        Some(Subject::table(Table {
            kind: TableKind::Stream,
            link: training.shell.link(),
            rows: rows.into_iter().map(name).collect(),
            cols: (1..=numbers.cols()).map(|col| col.to_string()).collect(),
            numbers: numbers.data().to_vec(),
            causal: false,
        }))
    });
    view! { <ExportMenu exported=exported/> }
}
