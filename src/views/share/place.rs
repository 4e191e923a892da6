//! Which number is asked about: its matrix, row and column, or the query of a row of weights.

use leptos::prelude::*;
use lesson::share::snippet::{Draft, DraftProblem};
use lesson::{Cell, Document, Name};

use super::question::{matrices, wrong};
use super::state::{Sharing, sharing};
use crate::reactive::derived;
use crate::text::{self, say, tr};
use crate::widgets::chooser::Chooser;

/// Matrix, row and column.
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
    let options = derived(move || {
        let mut names = matrices(state);
        if !names.contains(&current()) {
            names.push(current());
        }
        let option = |name: Name| (name.key().to_owned(), text::matrix(name));
        names.into_iter().map(option).collect::<Vec<_>>()
    });
    let value = derived(move || current().key().to_owned());
    let choose = move |key: String| choose_matrix(state, &key);
    view! { <Chooser control="share-matrix" label=say!(share.matrix) options=options value=value choose=choose/> }
}

#[component]
fn Row() -> impl IntoView {
    let state = sharing();
    let options = derived(move || {
        let cell = cell(state);
        places(state, cell.row, |d| {
            (row_tokens(d, cell.name), d.shape(cell.name).0)
        })
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
        places(state, cell.col, |d| {
            (column_tokens(d, cell.name), d.shape(cell.name).1)
        })
    });
    let value = derived(move || cell(state).col.to_string());
    let choose = move |col: String| {
        let change = |draft: &mut Draft| draft.cell.col = col.parse().unwrap_or(draft.cell.col);
        state.draft.update(change);
    };
    view! { <Chooser control="share-column" label=say!(share.column) options=options value=value choose=choose/> }
}

/// The query of a row of weights.
#[component]
pub fn QueryPlace() -> impl IntoView {
    let state = sharing();
    let row = move || state.draft.with(|draft| draft.row);
    let options = derived(move || places(state, row(), |d| (d.queries.clone(), d.n())));
    let value = derived(move || row().to_string());
    let choose = move |row: String| {
        let change = |draft: &mut Draft| draft.row = row.parse().unwrap_or(draft.row);
        state.draft.update(change);
    };
    view! {
        <Chooser control="share-query" label=say!(share.query) options=options value=value choose=choose/>
        <NotThere/>
    }
}

fn cell(state: Sharing) -> Cell {
    state.draft.with(|draft| draft.cell)
}

#[component]
fn NotThere() -> impl IntoView {
    let state = sharing();
    let words = derived(move || wrong(state, |problem| *problem == DraftProblem::NotThere));
    view! { <p class="problem" role="status">{words}</p> }
}

/// Another matrix; row and column stay as far as it has them.
fn choose_matrix(state: Sharing, key: &str) {
    let shape = |name| {
        state
            .scene
            .with_untracked(|scene| scene.as_ref().map(|(d, _)| d.shape(name)))
    };
    let Some(name) = Name::from_key(key) else {
        return;
    };
    let (rows, cols) = shape(name).unwrap_or_default();
    state.draft.update(|draft| {
        let cell = &mut draft.cell;
        cell.name = name;
        cell.row = cell.row.min(rows.saturating_sub(1));
        cell.col = cell.col.min(cols.saturating_sub(1));
    });
}

/// Places from 0 as values, from 1 in words, with their tokens as far as there are any. The `current` one
/// is there even where the lesson does not have it any more.
fn places(
    state: Sharing,
    current: usize,
    of: impl Fn(&Document) -> (Vec<String>, usize),
) -> Vec<(String, String)> {
    let found = state
        .scene
        .with(|scene| scene.as_ref().map(|(document, _)| of(document)));
    let (tokens, count) = found.unwrap_or_default();
    let words = |index: usize| match tokens.get(index) {
        Some(token) => tr!(share.place, number = index + 1, token = token.as_str()),
        None => (index + 1).to_string(),
    };
    let beyond = (current >= count).then_some(current);
    (0..count)
        .chain(beyond)
        .map(|index| (index.to_string(), words(index)))
        .collect()
}

fn row_tokens(document: &Document, name: Name) -> Vec<String> {
    match name.rows_are_keys() {
        true => document.key_tokens().to_vec(),
        false => document.queries.clone(),
    }
}

fn column_tokens(document: &Document, name: Name) -> Vec<String> {
    match name.columns_are_keys() {
        true => document.key_tokens().to_vec(),
        false => Vec::new(),
    }
}
