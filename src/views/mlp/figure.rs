//! The figure of each step: the MLP at one side, attention at the other, over the same tokens.

use leptos::prelude::*;
use lesson::core::table::{Axis, TableId};
use lesson::lessons::mlp::*;

use super::bench;
use super::bend::Bend;
use super::counts::Counts;
use super::flow::{Flow, Moved, Which};
use super::toys::Toys;
use crate::reactive::{derived, memo, part};
use crate::text::say;
use crate::widgets::matrix::MatrixTable;

/// The matrices, whose rows are counted.
const WIDE: [TableId; 5] = [W_Q, W_K, W_V, W_1, W_2];

/// The figure.
#[component]
pub fn Figure() -> impl IntoView {
    let bench = bench();
    let step = memo(move || bench.shell.lesson.with(|own| own.place().step));
    let name = move || META.steps.get(step.get()).copied().unwrap_or_default();
    let tables = part(move || tables(name()));
    view! { <div class="m-figure" data-step=derived(move || name().to_owned())>{tables}</div> }
}

fn tables(step: &str) -> AnyView {
    match step {
        "two" => view! {
            <div class="m-inputs">{row(vec![X])}</div>
            {half(Which::Mlp, 0, view! { {row(vec![W_1, W_2])} <div class="m-made">{row(vec![B_1, B_2])} {row(vec![Part::M.of(0)])}</div> }.into_any())}
            {half(Which::Head, 0, view! { {row(vec![W_Q, W_K, W_V])} {row(vec![Part::A.of(0), Part::O.of(0)])} }.into_any())}
        }
        .into_any(),
        "token" => view! {
            {row(vec![X, W_1, B_1, Part::H.of(0)])}
            {row(vec![Part::R.of(0), W_2, B_2, Part::M.of(0)])}
        }
        .into_any(),
        "change" => view! {
            <Moved/>
            <div class="m-inputs">{row(vec![X, NEW, OTHER])}</div>
            {half(Which::Mlp, 1, view! { {row(vec![Part::M.of(0), Part::M.of(1)])} {row(vec![D_M])} }.into_any())}
            {half(Which::Head, 1, view! { {row(vec![Part::A.of(1), D_A])} {row(vec![Part::O.of(0), Part::O.of(1), D_O])} }.into_any())}
        }
        .into_any(),
        "count" => view! { <Counts/> }.into_any(),
        "linear" => view! {
            <Bend/>
            <div class="m-straight">
                {row(vec![X, NEW, L_X])}
                {row(vec![L_R, L_M, GAP_M])}
                {row(vec![L_V, L_O, GAP_O])}
            </div>
        }
        .into_any(),
        _ => view! { <Toys/> }.into_any(),
    }
}

/// One of the two: drawn, and its tables.
fn half(which: Which, side: u8, tables: AnyView) -> AnyView {
    let title = match which {
        Which::Mlp => say!(mlp.name_mlp),
        Which::Head => say!(mlp.name_head),
    };
    view! {
        <section class="m-half">
            <h3>{title}</h3>
            <Flow which=which side=side/>
            <div class="m-tables">{tables}</div>
        </section>
    }
    .into_any()
}

fn row(tables: Vec<TableId>) -> AnyView {
    // What has one row, or is a way, says nothing by the numbers of its rows.
    let labelled = |name: TableId| {
        META.of(name).is_some_and(|own| own.rows != Axis::Counted) || WIDE.contains(&name)
    };
    let one = |name: TableId| view! { <MatrixTable name=name row_labels=labelled(name) col_labels=true/> };
    view! { <div class="m-row">{tables.into_iter().map(one).collect_view()}</div> }.into_any()
}
