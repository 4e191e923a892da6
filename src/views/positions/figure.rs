//! The figure of each step: its drawing, its tables, and the weights of the example without positions and with them.

use leptos::prelude::*;
use lesson::core::table::TableId;
use lesson::lessons::positions::*;

use super::bench;
use super::clocks::Clocks;
use super::order::{Marks, Order};
use super::plots::{Beyond, Distances, Penalties, Wave};
use super::track::Track;
use crate::reactive::{derived, memo, part, shown_while};
use crate::text::tr;
use crate::widgets::markup::typeset;
use crate::widgets::matrix::MatrixTable;

/// The figure.
#[component]
pub fn Figure() -> impl IntoView {
    let bench = bench();
    let inside = part(move || inside(bench.step.get()));
    view! { <div class="pos" data-step=derived(move || bench.step.get().to_owned())>{inside}</div> }
}

fn inside(step: &str) -> AnyView {
    match step {
        "shuffle" => {
            let made = derived(|| typeset(&tr!(positions.shuffle.made)));
            view! { <Orders/><p class="note" inner_html=made></p> }.into_any()
        }
        "order" => view! { <Orders/> }.into_any(),
        "waves" => view! {
            <div class="pos-row"><div class="pos-map">{tables(&[MAP])}</div><Wave/></div>
            <div class="pos-row pos-five">{tables(&[X, P, H, A0, A1])}</div>
        }
        .into_any(),
        "distance" => view! {
            <div class="pos-row pos-three">
                <div class="pos-map">{tables(&[MAP])}</div>
                <div class="pos-map">{tables(&[NEAR])}</div>
                <Distances/>
            </div>
        }
        .into_any(),
        "learned" => view! {
            <div class="pos-row pos-small">
                <div class="pos-map">{tables(&[LEARNED])}</div>
                <div class="pos-map">{tables(&[ALIKE])}</div>
            </div>
            <div class="pos-row pos-five">{tables(&[X, P, H, A0, A1])}</div>
        }
        .into_any(),
        "rope" => view! {
            <div class="pos-row">
                <div class="pos-turn"><Track/><Clocks/></div>
                <div class="pos-beside">
                    {row(&[PAIR, ANGLES])}
                    {row(&[TURNED, MATCH])}
                    {row(&[A0, A1])}
                </div>
            </div>
        }
        .into_any(),
        "alibi" => view! {
            <div class="pos-row"><Penalties/><div class="pos-map pos-tall">{tables(&[SLOPES])}</div></div>
            <div class="pos-row pos-five">{tables(&[S0, BIAS, S1, A0, A1])}</div>
        }
        .into_any(),
        _ => view! {
            <div class="pos-row">
                <Beyond/>
                <div class="pos-map pos-tall">{tables(&[BEYOND])}</div>
                <div class="pos-beside">{row(&[S0])}<div class="pos-map">{tables(&[SLOPES])}</div></div>
            </div>
        }
        .into_any(),
    }
}

/// The words as they stand first, and below them in another order, each table under its own. What is added to the words
/// is added in both rows, or the lower one would look wrong.
#[component]
fn Orders() -> impl IntoView {
    let bench = bench();
    let adds = memo(move || {
        let told = bench.step.get() == "order";
        told && bench.document.with(|d| d.scheme.adds())
    });
    let sum = shown_while(move || adds.get(), || tables(&[H]));
    // Wide tables do not stand beside each other on every screen.
    let wide = derived(move || bench.document.with(|d| d.d() > 4).then_some(""));
    let long = derived(move || bench.document.with(|d| d.n() > 4).then_some(""));
    view! {
        <div class="pos-both" data-wide=wide data-long=long data-adds=derived(move || adds.get().then_some(""))>
            <div class="pos-row">{tables(&[X])}{sum}{tables(&[A1, O1])}</div>
            <Order/>
            <div class="pos-row">{tables(&[XP, AP, OP])}<Marks/></div>
        </div>
    }
}

fn tables(all: &'static [TableId]) -> AnyView {
    let one = |name: &TableId| view! { <MatrixTable name=*name row_labels=true col_labels=true/> };
    all.iter().map(one).collect_view().into_any()
}

fn row(all: &'static [TableId]) -> AnyView {
    view! { <div class="pos-row">{tables(all)}</div> }.into_any()
}
