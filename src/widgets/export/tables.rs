//! The tables of any lesson, to be taken along by value.

use leptos::prelude::*;
use lesson::core::cover::Cover;
use lesson::core::opened::Opened;
use lesson::core::table::{Axis, TableId};
use lesson::share::export::{Offer, Subject, Table, TableKind};

use super::{ExportMenu, Exported};
use crate::reactive::{derived, shown_while};
use crate::shell::{Shell, Shown, shell};

impl Exported {
    /// Every table of a lesson that has numbers now, by value. While numbers are covered there is none:
    /// a file with them would be the answer.
    pub fn of_shell(shell: Shell) -> Exported {
        let choices = derived(move || {
            let choice = |table: TableId| (key(shell, table), shell.called(table));
            there(shell).map(choice).collect::<Vec<_>>()
        });
        let current = derived(move || {
            let explained = shell.explained.get().map(|cell| cell.name);
            let here = explained.filter(|table| is_there(shell, *table));
            let table = here.or_else(|| there(shell).next());
            table.map(|table| key(shell, table)).unwrap_or_default()
        });
        Exported::at_once(Offer::Numbers, choices, current, move |key| {
            let table = shell.meta.table(&key)?;
            let there = there(shell).any(|own| own == table);
            there.then(|| subject(shell, table))?
        })
    }
}

/// The menu of a lesson's tables; not there while numbers are covered.
#[component]
pub fn TablesMenu() -> impl IntoView {
    let shell = shell();
    let exported = Exported::of_shell(shell);
    shown_while(
        move || there(shell).next().is_some(),
        move || view! { <ExportMenu exported=exported/> }.into_any(),
    )
}

fn key(shell: Shell, table: TableId) -> String {
    shell.table(table).key.to_owned()
}

/// The tables that can be taken along now; none while numbers are covered.
fn there(shell: Shell) -> impl Iterator<Item = TableId> {
    let open = shell.cover.get() == Cover::Nothing;
    let count = shell.meta.tables.len();
    let all = (0..count).filter_map(|index| u8::try_from(index).ok());
    all.map(TableId)
        .filter(move |table| open && is_there(shell, *table))
}

/// Whether a table has numbers now. Numbers that follow from the link are computed of tables too that
/// the lesson does without; measured ones are there when they were measured.
fn is_there(shell: Shell, table: TableId) -> bool {
    let used = || shell.lesson.with(|own| own.shape(table).is_some());
    let has = |numbers: &Shown| {
        let matrix = numbers.matrix(table);
        matrix.is_some_and(|matrix| !matrix.data().is_empty())
    };
    let measured = !shell.meta.computes || shell.table(table).is_measured();
    (measured || used()) && shell.numbers.with(has)
}

fn subject(shell: Shell, table: TableId) -> Option<Subject> {
    let known = shell.meta.of(table)?;
    shell.numbers.with(|numbers| {
        let matrix = numbers.matrix(table)?;
        let (rows, cols) = matrix.shape();
        let keep = numbers.0.as_ref().and_then(|own| own.keep(table));
        let kept = |keep: attention::Keep| {
            let cells = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
            cells
                .map(|(row, col)| keep.get(row, col) != Some(false))
                .collect()
        };
        let (rows_of, cols_of) = numbers.0.as_ref()?.names(table);
        // Names of another text than the numbers are still of are no names of these.
        let labels = |own: Vec<String>, axis, count| match own.len() == count {
            true => own,
            false => shell.lesson.with(|lesson| labels(&**lesson, axis, count)),
        };
        Some(Subject::table(Table {
            kind: TableKind::Own {
                table,
                keep: keep.map(kept).unwrap_or_default(),
            },
            link: shell.link(),
            rows: labels(rows_of, known.rows, rows),
            cols: labels(cols_of, known.cols, cols),
            numbers: matrix.data().to_vec(),
            causal: false,
        }))
    })
}

/// What so many rows or columns are called; counted from 1 where they have no names.
fn labels(lesson: &dyn Opened, axis: Axis, count: usize) -> Vec<String> {
    let names = match axis {
        Axis::Named(names) => names.iter().map(|name| (*name).to_owned()).collect(),
        axis => lesson.labels(axis),
    };
    let first = usize::from(axis != Axis::Places);
    let label = |place: usize| {
        let name = names.get(place).cloned();
        name.unwrap_or_else(|| (place + first).to_string())
    };
    (0..count).map(label).collect()
}
