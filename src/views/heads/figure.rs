//! The figure of each step: what it reads, what it computes; columns of the same head stand together.

use leptos::prelude::*;
use lesson::core::table::TableId;
use lesson::lessons::heads::*;

use super::before::{Before, Then, remember};
use super::bench;
use super::counts::Counts;
use crate::reactive::{derived, memo, part};
use crate::text::tr;
use crate::widgets::matrix::MatrixTable;

/// The figure.
#[component]
pub fn Figure() -> impl IntoView {
    let bench = bench();
    let step = memo(move || bench.shell.lesson.with(|own| own.place().step));
    let name = move || META.steps.get(step.get()).copied().unwrap_or_default();
    let heads = memo(move || bench.document.with(|d| d.heads));
    let then = remember(bench);
    let tables = part(move || tables(name(), heads.get(), then));
    // The widths of a head and of a group, so that their columns are told apart.
    let classes = derived(move || {
        bench
            .document
            .with(|d| format!("h-figure heads-{} wide-{}", d.heads, d.d_k()))
    });
    let reads = derived(move || reads(bench.shell.preset.get(), name()));
    view! {
        <div class=classes data-step=derived(move || name().to_owned())>
            <p class="h-reads" hidden=derived(move || reads.with(String::is_empty))>{reads}</p>
            {tables}
        </div>
    }
}

/// What the columns of the first example mean, and so what each head finds; no other example's numbers were made to mean
/// anything.
fn reads(example: Option<&str>, step: &str) -> String {
    match (example, step) {
        (Some("two"), "project") => tr!(heads.reads.columns),
        (Some("two"), "maps") => tr!(heads.reads.maps),
        _ => String::new(),
    }
}

fn tables(step: &str, heads: usize, then: Then) -> AnyView {
    match step {
        "project" => view! {
            {row(vec![X])}
            {row(vec![W_Q, W_K, W_V])}
            {row(vec![Q, K, V])}
        }
        .into_any(),
        "maps" => view! {
            {row(vec![X, Q, K])}
            <div class="plain-tables-row">{all(maps(heads))}<Before then=then/></div>
        }
        .into_any(),
        "concat" => view! { {row(maps(heads))} {row(vec![V, CONCAT])} }.into_any(),
        "mix" => row(vec![CONCAT, W_O, OUT]),
        "residual" => row(vec![X, OUT, SUM]),
        _ => view! {
            <Counts/>
            {row(vec![W_K, W_V, K, V])}
            {row(maps(heads))}
        }
        .into_any(),
    }
}

fn maps(heads: usize) -> Vec<TableId> {
    (0..heads).map(weights).collect()
}

fn row(tables: Vec<TableId>) -> AnyView {
    view! { <div class="plain-tables-row">{all(tables)}</div> }.into_any()
}

fn all(tables: Vec<TableId>) -> AnyView {
    let one = |name: TableId| view! { <MatrixTable name=name row_labels=true col_labels=true/> };
    tables.into_iter().map(one).collect_view().into_any()
}
