//! One row: whom the query in focus looks at, how its output stacks up, and all rows' statistics.

use crate::language::visible;
use attention::Matrix;
use leptos::prelude::*;
use leptos::{ev, html};
use lesson::core::number::subscript;
use lesson::head::trace::largest;
use lesson::lessons::stepper::Change as Own;
use lesson::{Name, Stage};

use crate::browser::{elements, focus};
use crate::plot::{Range, Scene, colours};
use crate::reactive::{derived, effect, memo, on, part};
use crate::state::{Lab, lab};
use crate::text::{list, say, tr};
use crate::widgets::markup;
use crate::widgets::picture::Picture;

/// The row in focus as a picture with its table: weights as bars, at the last stage the
/// contributions that make up the output.
#[component]
pub fn Row() -> impl IntoView {
    let lab = lab();
    let last = memo(move || lab.stage.get() == Stage::Output);
    view! {
        <section class="card row-card" data-control="row">
            <QueryChooser/>
            {part(move || if last.get() { view! { <Contributions/> }.into_any() } else { view! { <Weights/> }.into_any() })}
        </section>
    }
}

/// The token of the query in focus.
fn token(lab: Lab) -> String {
    let row = lab.view.with(|view| view.row);
    lab.document
        .with(|d| d.queries.get(row).cloned().unwrap_or_default())
}

/// The rows of a table, of which one edit changes few: only these are written.
fn rows_of(rows: Signal<Vec<String>>) -> impl IntoView {
    let (body, before) = (NodeRef::<html::Tbody>::new(), StoredValue::new(Vec::new()));
    effect(move || {
        let Some(body) = body.get() else { return };
        rows.with(|rows| {
            before.update_value(|before| {
                elements::line_up(&body, before, rows);
                rows.clone_into(before);
            });
        });
    });
    view! { <tbody node_ref=body></tbody> }
}

#[component]
fn QueryChooser() -> impl IntoView {
    let lab = lab();
    let names = memo(move || lab.document.with(|d| d.queries.clone()));
    let tab = move |(index, name): (usize, String)| {
        let colour = move || {
            format!(
                "--token:{}",
                colours::css(colours::token(index, lab.dark.get()))
            )
        };
        let chosen = move || {
            if lab.view.with(|view| view.row == index) {
                "true"
            } else {
                "false"
            }
        };
        // One stop for Tab; arrows go on from there.
        let stop = derived(move || match lab.view.with(|view| view.row == index) {
            true => "0",
            false => "-1",
        });
        view! {
            <button type="button" class="token" style=colour aria-pressed=chosen data-query=index tabindex=stop
                on:click=on(move |_| super::change(lab, Own::Row(index)))>
                {name}
            </button>
        }
    };
    let go = move |event: ev::KeyboardEvent| {
        if focus::along_row(&event) {
            event.prevent_default();
        }
    };
    view! { <div class="queries" on:keydown=on(go)>{part(move || names.get().into_iter().enumerate().map(tab).collect_view().into_any())}</div> }
}

#[component]
fn Weights() -> impl IntoView {
    let lab = lab();
    let bars = memo(move || {
        let row = lab.view.with(|view| view.row);
        lab.document.with(|d| {
            let keep = d.keep();
            let weight = |j| {
                lab.trace
                    .with(|t| t.get(Name::Weights).get(row, j))
                    .unwrap_or(0.0)
            };
            let bar = |(j, key): (usize, &String)| {
                (
                    key.clone(),
                    (keep.get(row, j) != Some(false) || !(weight(j) == 0.0 || weight(j).is_nan()))
                        .then(|| weight(j)),
                )
            };
            d.key_tokens()
                .iter()
                .enumerate()
                .map(bar)
                .collect::<Vec<_>>()
        })
    });
    let scene = derived(move || Scene::Bars(bars.get(), Range::Sequential(1.0)));
    let height = derived(move || bars.with(|bars| bars.len() as u32 * 22));
    let title = say!(row.bars, token = token(lab));
    let lines = derived(move || {
        let digits = lab.look.get().0;
        let line = |(key, weight): &(String, Option<f32>)| {
            let weight = markup::td(&visible(weight.unwrap_or(0.0), digits));
            markup::row("", markup::heading("row", key), std::iter::once(weight))
        };
        bars.with(|bars| bars.iter().map(line).collect())
    });
    view! {
        <h3>{title}</h3>
        <Picture scene=scene label=title height=height class="bars"/>
        <div class="only-read"><table data-row-weights="">
            <caption>{title}</caption>
            <thead><tr><th scope="col">{say!(row.key)}</th><th scope="col">{say!(row.weight)}</th></tr></thead>
            {rows_of(lines)}
        </table></div>
    }
}

#[component]
fn Contributions() -> impl IntoView {
    let lab = lab();
    let parts = memo(move || {
        lab.trace
            .with(|t| t.contributions(lab.view.with(|view| view.row)))
    });
    let scene = derived(move || Scene::Contributions(parts.get()));
    let height = derived(move || parts.with(|p| (p.cols() as u32 * 30).max(44)));
    let title = say!(row.contributions, token = token(lab));
    let rows = derived(move || parts.with(|parts| contribution_rows(lab, parts)));
    view! {
        <h3>{title}</h3>
        <Picture scene=scene label=title height=height class="bars"/>
        <div class="scroll">
            <table class="contributions" data-contributions="">
                <caption class="only-read">{title}</caption>
                {rows_of(rows)}
            </table>
        </div>
    }
}

/// A row a key with its colour, and the sum, which is the output.
fn contribution_rows(lab: Lab, parts: &Matrix) -> Vec<String> {
    let (digits, row) = (lab.look.get().0, lab.view.with(|view| view.row));
    let numbers = |values: &[f32]| {
        values
            .iter()
            .map(|v| markup::td(&visible(*v, digits)))
            .collect::<Vec<_>>()
    };
    let head = (0..parts.cols()).map(|c| markup::heading("col", &format!("o{}", subscript(c + 1))));
    let key_row = |(j, values): (usize, &[f32])| {
        let key = lab
            .document
            .with(|d| d.key_tokens().get(j).cloned().unwrap_or_default());
        let colour = colours::css(colours::token(j, lab.dark.get()));
        let name = markup::element(
            "th",
            &format!("scope=\"row\" class=\"token\" style=\"--token:{colour}\""),
            &key,
        );
        markup::row("", name, numbers(values).into_iter())
    };
    let keys = parts.iter_rows().enumerate().map(key_row);
    let sums = lab.trace.with(|t| numbers(t.get(Name::Output).row(row)));
    let total = markup::row(
        "class=\"total\"",
        markup::heading("row", "Σ"),
        sums.into_iter(),
    );
    let head = markup::row("", markup::td(""), head);
    [head].into_iter().chain(keys).chain([total]).collect()
}

/// Row sums, entropies and largest weights of all queries, and the sizes; always there.
#[component]
pub fn RowStatistics() -> impl IntoView {
    let lab = lab();
    let rows = derived(move || {
        let in_focus = lab.view.with(|view| view.row);
        let count = lab.settled.with(|(_, t)| t.rows.len());
        (0..count)
            .map(|i| statistics_row(lab, i, i == in_focus))
            .collect()
    });
    view! {
        <section class="card statistics" data-control="statistics">
            <h3>{say!(row.table)}</h3>
            <table data-statistics="" aria-label=say!(row.table)>
                <thead><tr>
                    <td></td>
                    <th scope="col">{say!(row.sum)}</th>
                    <th scope="col">{say!(row.entropy)}" (bit)"</th>
                    <th scope="col">{say!(row.max)}</th>
                    <th scope="col">{say!(row.looks)}</th>
                </tr></thead>
                {rows_of(rows)}
            </table>
            <Facts/>
        </section>
    }
}

fn statistics_row(lab: Lab, i: usize, in_focus: bool) -> String {
    let digits = lab.look.get().0;
    lab.settled.with(|(d, t)| {
        let row = t.rows[i];
        let covered = row.sum.is_nan();
        let key = if covered {
            visible(row.sum, digits)
        } else if row.sees_nothing {
            tr!(row.nothing)
        } else {
            let keys = largest(t.get(Name::Weights).row(i)).into_iter();
            let names: Vec<_> = keys.filter_map(|key| d.key_tokens().get(key)).collect();
            list(&names)
        };
        let stat = |name: &str, value: f32| {
            let text = if value.is_nan() && !covered {
                "–".into()
            } else {
                visible(value, digits)
            };
            markup::element("td", &format!("data-stat=\"{name}\""), &text)
        };
        let cells = [
            stat("sum", row.sum),
            stat("entropy", row.entropy),
            stat("max", row.max),
            markup::td(&key),
        ];
        let class = if in_focus { "class=\"in-focus\"" } else { "" };
        markup::row(
            class,
            markup::heading("row", &d.queries[i]),
            cells.into_iter(),
        )
    })
}

#[component]
fn Facts() -> impl IntoView {
    let lab = lab();
    let facts = derived(move || {
        let (n, m, d_k, d_v) = lab.document.with(|d| (d.n(), d.m(), d.d_k(), d.d_v()));
        let mult_adds = lab.trace.with(|t| t.mult_adds);
        let fact = |(name, value): (String, usize)| {
            let (name, value) = (
                markup::element("dt", "", &name),
                markup::element("dd", "", &value.to_string()),
            );
            format!("<div>{name}{value}</div>")
        };
        [
            (tr!(facts.n), n),
            (tr!(facts.m), m),
            (tr!(facts.d_k), d_k),
            (tr!(facts.d_v), d_v),
            (tr!(facts.mult_adds), mult_adds),
        ]
        .map(fact)
        .concat()
    });
    view! { <dl class="facts" aria-label=say!(facts.title) inner_html=facts></dl> }
}
