//! Which number is asked about: its matrix, row and column, or the query of a row of weights.

use leptos::prelude::*;
use lesson::share::DraftProblem;
use lesson::{Document, Name};

use super::question::{matrices, wrong};
use super::state::{Sharing, sharing};
use crate::reactive::derived;
use crate::text::{self, say, tr};
use crate::widgets::chooser::Chooser;

/// Matrix, row and column.
#[component]
pub fn CellPlace() -> impl IntoView {
    let state = sharing();
    let cell = move || state.draft.with(|draft| draft.cell);
    let names = derived(move || {
        let mut names = matrices(state);
        if !names.contains(&cell().name) {
            names.push(cell().name);
        }
        let option = |name: Name| (name.key().to_owned(), text::matrix(name));
        names.into_iter().map(option).collect::<Vec<_>>()
    });
    let rows = derived(move || {
        places(state, |d| {
            (row_tokens(d, cell().name), d.shape(cell().name).0)
        })
    });
    let columns = derived(move || {
        places(state, |d| {
            (column_tokens(d, cell().name), d.shape(cell().name).1)
        })
    });
    view! {
        <div class="choosers">
            <Chooser control="share-matrix" label=say!(share.matrix) options=names
                value=derived(move || cell().name.key().to_owned()) choose=move |key: String| choose_matrix(state, &key)/>
            <Chooser control="share-row" label=say!(share.row) options=rows
                value=derived(move || cell().row.to_string()) choose=move |row: String| {
                    state.draft.update(|draft| draft.cell.row = row.parse().unwrap_or(draft.cell.row));
                }/>
            <Chooser control="share-column" label=say!(share.column) options=columns
                value=derived(move || cell().col.to_string()) choose=move |col: String| {
                    state.draft.update(|draft| draft.cell.col = col.parse().unwrap_or(draft.cell.col));
                }/>
        </div>
        <NotThere/>
    }
}

/// The query of a row of weights.
#[component]
pub fn QueryPlace() -> impl IntoView {
    let state = sharing();
    let row = move || state.draft.with(|draft| draft.row);
    let rows = derived(move || places(state, |d| (d.queries.clone(), d.n())));
    view! {
        <Chooser control="share-query" label=say!(share.query) options=rows
            value=derived(move || row().to_string()) choose=move |row: String| {
                state.draft.update(|draft| draft.row = row.parse().unwrap_or(draft.row));
            }/>
        <NotThere/>
    }
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

/// Places from 0 as values, from 1 in words, with their tokens as far as there are any.
fn places(state: Sharing, of: impl Fn(&Document) -> (Vec<String>, usize)) -> Vec<(String, String)> {
    let found = state
        .scene
        .with(|scene| scene.as_ref().map(|(document, _)| of(document)));
    let (tokens, count) = found.unwrap_or_default();
    let words = |index: usize| match tokens.get(index) {
        Some(token) => tr!(share.place, number = index + 1, token = token.as_str()),
        None => (index + 1).to_string(),
    };
    (0..count)
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
