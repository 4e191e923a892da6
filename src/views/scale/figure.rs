//! The figure of each step: the sum of one draw, the scores of many, their variance over d_k, softmax of one draw, and
//! softmax of many. What one draw comes to stands only where the step speaks of it.

use leptos::prelude::*;
use lesson::core::table::TableId;
use lesson::lessons::scale::*;

use super::bar::Bar;
use super::bars::Bars;
use super::numbers::{Here, Softmax, Spread};
use super::state::{Draws, draws};
use super::{charts, words};
use crate::plot::Scene;
use crate::reactive::{derived, memo, on, part};
use crate::text::{following, say, tr};
use crate::widgets::markup::typeset;
use crate::widgets::matrix::MatrixTable;
use crate::widgets::picture::Picture;

/// The figure.
#[component]
pub fn Figure() -> impl IntoView {
    let draws = draws();
    let step = draws.step();
    let wide = memo(move || draws.document.with(|d| d.shape(REST).is_some()));
    let inside = part(move || inside(step.get(), wide.get()));
    view! { <div class="scale" data-step=derived(move || step.get().to_owned())>{inside}</div> }
}

fn inside(step: &str, wide: bool) -> AnyView {
    match step {
        "sum" => {
            let rest = wide.then_some(REST);
            let draws = draws();
            let note = following(move || match draws.document.with(|own| own.leans()) {
                true => tr!(scale.paths_leaning),
                false => tr!(scale.paths_note),
            });
            view! {
                <div class="scale-tables">
                    {row(vec![Q])}
                    <div class="plain-tables-row">{table(K)}{rest.map(column)}</div>
                    {row(vec![SCORES])}
                </div>
                <div class="scale-beside">
                    <Chart name="paths" scene=charts::paths label=say!(scale.paths_label) note=note/>
                    {wide.then(|| view! { <Part/> })}
                </div>
            }
            .into_any()
        }
        "spread" => view! {
            <Chart name="histogram" scene=charts::histogram label=say!(scale.histogram_label) note=say!(scale.histogram_note)/>
            <div class="scale-side"><Bar/><Here/></div>
            <div class="plain-tables-row">{table(Q)}{table(SCORES)}</div>
        }
        .into_any(),
        "grows" => view! {
            <Chart name="variances" scene=charts::variances label=say!(scale.variances_label) note=say!(scale.variances_note)/>
            <div class="scale-side"><Bar/><Spread/></div>
        }
        .into_any(),
        "weights" => view! {
            <div class="plain-tables-row">{table(SCALED)}<Bars/></div>
            <div class="plain-tables-row">{table(WEIGHTS)}{[LARGEST, ENTROPY, JACOBIAN].map(column).collect_view()}</div>
        }
        .into_any(),
        _ => view! {
            <Stall/>
            <div class="scale-side"><Bar/><Softmax/></div>
        }
        .into_any(),
    }
}

/// How much of the vectors is shown, and what the others come to.
#[component]
fn Part() -> impl IntoView {
    let draws = draws();
    let words = following(move || {
        let (all, (_, shown)) = draws
            .document
            .with(|d| (d.width, d.shape(K).unwrap_or_default()));
        let rest = all.saturating_sub(shown);
        tr!(scale.part, shown = shown, all = all, rest = rest)
    });
    view! { <p class="note" data-part="">{words}</p> }
}

fn row(tables: Vec<TableId>) -> AnyView {
    view! { <div class="plain-tables-row">{tables.into_iter().map(table).collect_view()}</div> }
        .into_any()
}

fn table(name: TableId) -> AnyView {
    view! { <MatrixTable name=name row_labels=true col_labels=true/> }.into_any()
}

/// A table whose rows go on those of the table before it.
fn column(name: TableId) -> AnyView {
    view! { <MatrixTable name=name row_labels=false col_labels=true/> }.into_any()
}

/// A picture with what is to be seen in it.
#[component]
fn Chart(
    name: &'static str,
    scene: fn(Draws) -> Scene,
    label: Signal<String>,
    note: Signal<String>,
) -> impl IntoView {
    let draws = draws();
    let scene = memo(move || scene(draws));
    view! {
        <div class="scale-chart" data-chart=name>
            // Sums grow product by product; what is counted moves by itself.
            <div class="scale-picture" class:unrolls=name == "paths"><Picture scene=scene label=label height=derived(|| 0) class="scale-canvas"/></div>
            <p class="note" inner_html=derived(move || typeset(&note.get()))></p>
        </div>
    }
}

/// What softmax makes of the scores as d_k grows, and the choice of what is shown of it.
#[component]
fn Stall() -> impl IntoView {
    let draws = draws();
    let scene = memo(move || charts::softmax(draws));
    let label = following(move || {
        tr!(
            scale.stall_label,
            what = words::show(draws.view.with(|v| v.show))
        )
    });
    let tab = move |own: Show| {
        let pressed = derived(move || draws.view.with(|view| view.show == own).to_string());
        let choose = move |_| draws.change(Change::Show(own));
        view! { <button type="button" data-show=own.slug() aria-pressed=pressed on:click=on(choose)>{following(move || words::show(own))}</button> }
    };
    view! {
        <div class="scale-chart" data-chart="softmax">
            <div class="tabs" role="group" aria-label=say!(scale.show)>{Show::ALL.map(tab).collect_view()}</div>
            <div class="scale-picture"><Picture scene=scene label=label height=derived(|| 0) class="scale-canvas"/></div>
            <p class="note">{say!(scale.stall_note)}</p>
        </div>
    }
}
