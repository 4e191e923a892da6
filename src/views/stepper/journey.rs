//! One query through all stages: its row of every matrix, one under the other.

use leptos::prelude::*;
use lesson::number::shown;
use lesson::{Mode, Name, Stage};

use crate::reactive::{derived, memo, part, shown_while};
use crate::state::{Lab, lab};
use crate::text::{self, say};

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
    let one = memo(move || lab.view.with(|view| view.mode == Mode::One));
    let token = move || {
        let row = lab.view.with(|view| view.row);
        lab.document
            .with(|d| d.queries.get(row).cloned().unwrap_or_default())
    };
    view! {
        {shown_while(move || one.get(), move || view! { <section class="card journey">
                <h3>{say!(row.through, token = token())}</h3>
                <div class="scroll">
                    <table data-journey="">
                        <thead><tr><th></th>{part(move || keys(lab).into_any())}</tr></thead>
                        <tbody>{ROWS.map(|stage| view! { <StageRow stage=stage/> }).collect_view()}</tbody>
                    </table>
                </div>
            </section> }.into_any())}
    }
}

fn keys(lab: Lab) -> impl IntoView {
    let keys = lab.document.with(|d| d.key_tokens().to_vec());
    keys.into_iter()
        .map(|key| view! { <th>{key}</th> })
        .collect_view()
}

/// One stage's row; what the walk has not reached yet stands back.
#[component]
fn StageRow(stage: Stage) -> impl IntoView {
    let lab = lab();
    let reached = move || lab.stage.get() >= stage;
    let cells = part(move || {
        let (row, digits) = (lab.view.with(|view| view.row), lab.look.get().0);
        let in_focus = lab.explained.get();
        let values = lab.trace.with(|t| t.get(stage.matrix()).row(row).to_vec());
        let cell = |(j, value): (usize, f32)| {
            let lit = in_focus.row == row && in_focus.col == j && in_focus.name.columns_are_keys();
            view! { <td class:lit=lit>{shown(value, digits)}</td> }
        };
        values
            .into_iter()
            .enumerate()
            .map(cell)
            .collect_view()
            .into_any()
    });
    let aggregate = derived(move || {
        let name = match stage {
            Stage::Shifted => Name::Max,
            Stage::Weights => Name::Sum,
            _ => return String::new(),
        };
        let (row, digits) = (lab.view.with(|view| view.row), lab.look.get().0);
        let value = lab.trace.with(|t| t.get(name).get(row, 0)).unwrap_or(0.0);
        format!(" ({} {})", text::matrix(name), shown(value, digits))
    });
    view! {
        <tr class:unreached=derived(move || !reached())>
            <th>{derived(move || text::stage(stage).0)}<small>{aggregate}</small></th>
            {cells}
        </tr>
    }
}
