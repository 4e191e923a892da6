//! Which number is asked about: its table, row and column, or a row of shares that is asked as a whole.

use leptos::prelude::*;
use lesson::core::table::{Axis, Cell, Table, TableId};
use lesson::share::snippet::{Draft, DraftProblem};

use super::question::{key, matrices, named, whole_rows, wrong};
use super::state::{Sharing, sharing};
use crate::reactive::{derived, shown_while};
use crate::text::{following, say, tr};
use crate::widgets::chooser::Chooser;

/// Table, row and column.
#[component]
pub fn CellPlace() -> impl IntoView {
    view! {
        <div class="choosers">
            <Matrix/>
            <Row/>
            <Column/>
        </div>
        <NotThere/>
    }
}

#[component]
fn Matrix() -> impl IntoView {
    let state = sharing();
    let current = move || cell(state).name;
    let options = derived(move || tables(state, matrices(state), current()));
    let value = derived(move || key(state, current()).to_owned());
    let choose = move |key: String| choose_matrix(state, &key);
    view! { <Chooser control="share-matrix" label=say!(share.matrix) options=options value=value choose=choose/> }
}

#[component]
fn Row() -> impl IntoView {
    let state = sharing();
    let options = derived(move || {
        let cell = cell(state);
        places(state, cell.name, cell.row, rows)
    });
    let value = derived(move || cell(state).row.to_string());
    let choose = move |row: String| {
        let change = |draft: &mut Draft| draft.cell.row = row.parse().unwrap_or(draft.cell.row);
        state.draft.update(change);
    };
    view! { <Chooser control="share-row" label=say!(share.row) options=options value=value choose=choose/> }
}

#[component]
fn Column() -> impl IntoView {
    let state = sharing();
    let options = derived(move || {
        let cell = cell(state);
        places(state, cell.name, cell.col, cols)
    });
    let value = derived(move || cell(state).col.to_string());
    let choose = move |col: String| {
        let change = |draft: &mut Draft| draft.cell.col = col.parse().unwrap_or(draft.cell.col);
        state.draft.update(change);
    };
    view! { <Chooser control="share-column" label=say!(share.column) options=options value=value choose=choose/> }
}

/// The row that is asked as a whole, and its table where there are several.
#[component]
pub fn QueryPlace() -> impl IntoView {
    let state = sharing();
    let table = move || state.draft.with(|draft| draft.shares);
    let row = move || state.draft.with(|draft| draft.row);
    let all = derived(move || tables(state, whole_rows(state), table()));
    let chooser = move || {
        let value = derived(move || key(state, table()).to_owned());
        let choose = move |key: String| choose_shares(state, &key);
        view! { <Chooser control="share-matrix" label=say!(share.matrix) options=all value=value choose=choose/> }
            .into_any()
    };
    let options = derived(move || places(state, table(), row(), rows));
    let value = derived(move || row().to_string());
    let choose = move |row: String| {
        let change = |draft: &mut Draft| draft.row = row.parse().unwrap_or(draft.row);
        state.draft.update(change);
    };
    let label = following(move || {
        let known = state.lesson().of(table());
        match known.map(|table| table.rows) {
            Some(Axis::Queries) => tr!(share.query),
            _ => tr!(share.row),
        }
    });
    view! {
        {shown_while(move || all.with(|all| all.len() > 1), chooser)}
        <Chooser control="share-query" label=label options=options value=value choose=choose/>
        <NotThere/>
    }
}

fn cell(state: Sharing) -> Cell {
    state.draft.with(|draft| draft.cell)
}

/// Tables to choose from; the one chosen is there in any case.
fn tables(state: Sharing, mut all: Vec<TableId>, current: TableId) -> Vec<(String, String)> {
    if !all.contains(&current) {
        all.push(current);
    }
    all.into_iter().map(|table| named(state, table)).collect()
}

#[component]
fn NotThere() -> impl IntoView {
    let state = sharing();
    let words = derived(move || wrong(state, |problem| *problem == DraftProblem::NotThere));
    view! { <p class="problem" role="status">{words}</p> }
}

/// Another table; row and column stay as far as it has them.
fn choose_matrix(state: Sharing, key: &str) {
    if let Some((name, (rows, cols))) = chosen(state, key) {
        state.draft.update(|draft| {
            let (row, col) = (draft.cell.row, draft.cell.col);
            let (row, col) = (
                row.min(rows.saturating_sub(1)),
                col.min(cols.saturating_sub(1)),
            );
            draft.cell = Cell::new(name, row, col);
        });
    }
}

/// Rows of another table; the row stays as far as it has it.
fn choose_shares(state: Sharing, key: &str) {
    if let Some((name, (rows, _))) = chosen(state, key) {
        state.draft.update(|draft| {
            draft.shares = name;
            draft.row = draft.row.min(rows.saturating_sub(1));
        });
    }
}

/// The table of that key, with its shape.
fn chosen(state: Sharing, key: &str) -> Option<(TableId, (usize, usize))> {
    let table = untrack(|| state.lesson()).table(key)?;
    let shape = untrack(|| state.about(|lesson| lesson.shape(table)));
    Some((table, shape.unwrap_or_default()))
}

/// What stands along a side of a table, and how many.
type Side = fn(&Table, (usize, usize)) -> (Axis, usize);

fn rows(table: &Table, (rows, _): (usize, usize)) -> (Axis, usize) {
    (table.rows, rows)
}

fn cols(table: &Table, (_, cols): (usize, usize)) -> (Axis, usize) {
    (table.cols, cols)
}

/// Places from 0 as values, from 1 in words, with what they are called where they are called something.
/// The `current` one is there even where the lesson does not have it any more.
fn places(state: Sharing, table: TableId, current: usize, side: Side) -> Vec<(String, String)> {
    let found = state.about(|lesson| {
        let (axis, count) = side(lesson.meta().of(table)?, lesson.shape(table)?);
        Some((lesson.labels(axis), count))
    });
    let (names, count) = found.unwrap_or_default();
    let words = |index: usize| match names.get(index) {
        Some(name) => tr!(share.place, number = index + 1, token = name.as_str()),
        None => (index + 1).to_string(),
    };
    let beyond = (current >= count).then_some(current);
    (0..count)
        .chain(beyond)
        .map(|index| (index.to_string(), words(index)))
        .collect()
}
