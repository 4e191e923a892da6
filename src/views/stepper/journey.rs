//! One query through all stages: its row of every matrix, one under the other.

use crate::language::visible;
use leptos::prelude::*;
use lesson::{Mode, Name, Stage};

use crate::reactive::{derived, shown_while};
use crate::state::{Lab, lab};
use crate::text::{self, say};
use crate::widgets::markup;

/// The n×m stages of one row, shown in the one-query mode.
const ROWS: [Stage; 7] = [
    Stage::Scores,
    Stage::Scaled,
    Stage::Mask,
    Stage::Masked,
    Stage::Shifted,
    Stage::Exp,
    Stage::Weights,
];

/// The table; only with one query.
#[component]
pub fn Journey() -> impl IntoView {
    let lab = lab();
    let one = move || lab.view.with(|view| view.mode == Mode::One);
    let token = move || {
        let row = lab.view.with(|view| view.row);
        lab.document
            .with(|d| d.queries.get(row).cloned().unwrap_or_default())
    };
    let head = derived(move || {
        let keys: String = lab.document.with(|d| {
            let names = d.key_tokens().iter();
            names.map(|key| markup::heading("col", key)).collect()
        });
        format!("<tr><td></td>{keys}</tr>")
    });
    let rows = derived(move || ROWS.map(|stage| stage_row(lab, stage)).concat());
    let table = move || {
        view! {
            <section class="card journey">
                <h3>{say!(row.through, token = token())}</h3>
                <div class="scroll">
                    <table data-journey=""><thead inner_html=head></thead><tbody inner_html=rows></tbody></table>
                </div>
            </section>
        }
        .into_any()
    };
    shown_while(one, table)
}

/// One stage's row; what the walk has not reached yet stands back.
fn stage_row(lab: Lab, stage: Stage) -> String {
    let (row, digits) = (lab.view.with(|view| view.row), lab.look.get().0);
    let explained = lab.cell();
    let cell = |(j, value): (usize, &f32)| {
        let lit = explained.row == row && explained.col == j && explained.name.columns_are_keys();
        markup::element(
            "td",
            if lit { "class=\"lit\"" } else { "" },
            &visible(*value, digits),
        )
    };
    lab.trace.with(|trace| {
        let of_row = |name, label: String| {
            let value = trace.get(name).get(row, 0).unwrap_or(0.0);
            format!(" ({label} {})", visible(value, digits))
        };
        let aside = match stage {
            Stage::Shifted => of_row(Name::Max, text::matrix(Name::Max)),
            Stage::Weights => of_row(Name::Sum, text::matrix(Name::Sum)),
            _ => String::new(),
        };
        let head = markup::heading("row", &format!("{}{aside}", text::stage(stage)));
        let reached = if lab.stage.get() >= stage {
            ""
        } else {
            "class=\"unreached\""
        };
        markup::row(
            reached,
            head,
            trace
                .get(stage.matrix())
                .row(row)
                .iter()
                .enumerate()
                .map(cell),
        )
    })
}
