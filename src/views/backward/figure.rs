//! The figure of each step: the tables that it reads and the one that it computes, products drawn as they are
//! computed: the left factor left, the right one on top, the result at the crossing. Beside it the whole way.

use leptos::prelude::*;
use lesson::core::number::{operand, shown};
use lesson::core::table::{Cell, TableId};
use lesson::lessons::backward::*;
use lesson::{Name, Source};

use super::back;
use super::descent::Descent;
use super::graph::Graph;
use super::nudge::Nudge;
use crate::building::piece;
use crate::reactive::{derived, memo, part, shown_while};
use crate::text::say;
use crate::widgets::matrix::MatrixTable;

/// How a loss of one weight begins the way back, unless the mask hides that weight.
#[component]
fn ByWeight() -> impl IntoView {
    let back = back();
    shown_while(
        move || back.document.with(|d| !d.aims_at_hidden()),
        || view! { <p class="note">{say!(backward.by_weight)}</p> }.into_any(),
    )
}

/// The figure.
#[component]
pub fn Figure() -> impl IntoView {
    let back = back();
    let step = memo(move || back.lab.shell.lesson.with(|own| own.place().step));
    let loss = memo(move || back.document.with(|d| d.loss));
    let projected = memo(move || {
        back.document
            .with(|d| (d.has_table(GRAD_X), d.has_table(GRAD_XKV)))
    });
    let tables = part(move || {
        let name = META.steps.get(step.get()).copied().unwrap_or_default();
        tables(name, loss.get(), projected.get())
    });
    // Steps of many tables show them smaller.
    let dense = derived(move || {
        let name = META.steps.get(step.get()).copied().unwrap_or_default();
        matches!(name, "grad_w" | "grad_x" | "descent" | "jacobian")
    });
    view! {
        <div class="b-figure" class:b-dense=dense>
            {piece(|| view! { <Graph/> }.into_any())}
            <div class="b-step">{tables}<Nudge/></div>
        </div>
    }
}

fn tables(step: &str, loss: Loss, (projected, cross): (bool, bool)) -> AnyView {
    let inputs: &'static [Name] = match (projected, cross) {
        (false, _) => &[Name::Q, Name::K, Name::V],
        (true, false) => &[Name::X, Name::Wq, Name::Wk, Name::Wv],
        (true, true) => &[Name::X, Name::Xkv, Name::Wq, Name::Wk, Name::Wv],
    };
    match step {
        "forward" => view! { {row(inputs)} {row(&[Name::Weights, Name::Output])} }.into_any(),
        "loss" => view! {
            {row(match loss {
                Loss::Target => &[Name::Output, TARGET, GRAD_OUTPUT, LOSS],
                Loss::Cell => &[Name::Weights, LOSS],
                Loss::Given => &[Name::Output, GRAD_OUTPUT, LOSS],
            })}
            <Total/>
        }
        .into_any(),
        "grad_output" => row(match loss {
            Loss::Target => &[Name::Output, TARGET, GRAD_OUTPUT],
            Loss::Cell | Loss::Given => &[Name::Output, GRAD_OUTPUT],
        }),
        "grad_v" => crossing(Turned(Name::Weights), Plain(GRAD_OUTPUT), GRAD_V),
        "grad_weights" if loss == Loss::Cell => view! {
            {row(&[Name::Weights, GRAD_WEIGHTS])}
            <ByWeight/>
        }
        .into_any(),
        "grad_weights" => crossing(Plain(GRAD_OUTPUT), Turned(Name::V), GRAD_WEIGHTS),
        "jacobian" => row(&[GRAD_WEIGHTS, AVERAGE, CENTRED, Name::Weights, GRAD_SCALED]),
        "scale" => row(&[GRAD_SCALED, GRAD_SCORES]),
        "grad_q" => crossing(Plain(GRAD_SCORES), Plain(Name::K), GRAD_Q),
        "grad_k" => crossing(Turned(GRAD_SCORES), Plain(Name::Q), GRAD_K),
        "grad_w" => view! {
            {crossing(Turned(Name::X), Plain(GRAD_Q), GRAD_WQ)}
            {row(&[GRAD_WK, GRAD_WV])}
        }
        .into_any(),
        "grad_x" if cross => view! {
            {row(&[GRAD_Q, Name::Wq, GRAD_X])} {row(&[GRAD_K, Name::Wk, GRAD_V, Name::Wv, GRAD_XKV])}
        }
        .into_any(),
        "grad_x" => view! {
            {row(&[GRAD_Q, Name::Wq, GRAD_K, Name::Wk, GRAD_V, Name::Wv])} {row(&[GRAD_X])}
        }
        .into_any(),
        _ => view! {
            <Descent/>
            {pairs(learns(if projected { Source::Projected } else { Source::ByHand }))}
        }
        .into_any(),
    }
}

/// The one number that the losses of the rows come to.
#[component]
fn Total() -> impl IntoView {
    let back = back();
    let sum = derived(move || {
        let digits = back.lab.shell.look.get().0;
        let covered = back.lab.covers(Cell::new(LOSS, 0, 0));
        back.way
            .with(|way| way.as_ref().map(|way| added(way, digits)))
            .filter(|_| !covered)
            .unwrap_or_default()
    });
    view! { <p class="b-sum" data-loss="">{sum}</p> }
}

/// L = 0.0207 + 0.2025 + 0.7834 = 1.0066: with two more digits than elsewhere, so that what is read adds up.
fn added(way: &Way, digits: u8) -> String {
    let digits = digits.saturating_add(2);
    let rows = way.get(LOSS);
    let parts: Vec<String> = rows.data().iter().map(|x| operand(*x, digits)).collect();
    format!("L = {} = {}", parts.join(" + "), shown(way.loss(), digits))
}

/// A factor, as it is or turned over.
enum Factor {
    Plain(TableId),
    Turned(TableId),
}
use Factor::{Plain, Turned};

fn row(tables: &'static [TableId]) -> AnyView {
    let one = |name: &TableId| view! { <MatrixTable name=*name row_labels=true col_labels=true/> };
    view! { <div class="b-row">{tables.iter().map(one).collect_view()}</div> }.into_any()
}

/// What learns, each beside its gradient.
fn pairs(all: [(Name, TableId); 3]) -> AnyView {
    let one = |(name, gradient): (Name, TableId)| {
        view! {
            <div class="b-pair">
                <MatrixTable name=name row_labels=true col_labels=true/>
                <MatrixTable name=gradient row_labels=true col_labels=true/>
            </div>
        }
    };
    view! { <div class="b-row">{all.map(one).collect_view()}</div> }.into_any()
}

fn factor(factor: Factor) -> AnyView {
    match factor {
        Plain(name) => {
            view! { <MatrixTable name=name row_labels=true col_labels=true/> }.into_any()
        }
        Turned(name) => {
            view! { <MatrixTable name=name transposed=true row_labels=true col_labels=true/> }
                .into_any()
        }
    }
}

/// left · top = result.
fn crossing(left: Factor, top: Factor, result: TableId) -> AnyView {
    view! {
        <div class="b-crossing">
            <div class="b-top">{factor(top)}</div>
            <div class="b-left">{factor(left)}</div>
            <div class="b-result">{factor(Plain(result))}</div>
        </div>
    }
    .into_any()
}
