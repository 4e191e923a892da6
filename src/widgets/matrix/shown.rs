//! What each cell of a table shows, in the order in which the table has them.

use crate::language::{shown, visible};
use attention::Keep;
use leptos::prelude::*;
use lesson::{Cell, Document, Name, Stage, Trace};

use crate::browser::cells::Shown;
use crate::state::Lab;

/// All cells of `name`, drawn row by drawn row.
pub fn all(lab: Lab, name: Name, transposed: bool) -> Vec<Shown> {
    let (digits, difference) = lab.look.get();
    lab.trace.with(|trace| {
        lab.document.with(|document| {
            let unedited = difference.then(|| lab.unedited.get());
            let keep = document.keep();
            let (rows, cols) = document.shape(name);
            let one = |row, col| {
                let cell = Cell::new(name, row, col);
                let value = value(document, trace, cell);
                let before = unedited.as_ref().and_then(|before| before.value(cell));
                Shown {
                    value,
                    text: text(value, before, digits),
                    class: class(
                        document,
                        &keep,
                        cell,
                        before.is_some_and(|before| before != value && !value.is_nan()),
                    ),
                }
            };
            if transposed {
                (0..cols)
                    .flat_map(|col| (0..rows).map(move |row| (row, col)))
                    .map(|(r, c)| one(r, c))
                    .collect()
            } else {
                (0..rows)
                    .flat_map(|row| (0..cols).map(move |col| (row, col)))
                    .map(|(r, c)| one(r, c))
                    .collect()
            }
        })
    })
}

/// Typed cells come from the document, also where the current source does not use them.
fn value(document: &Document, trace: &Trace, cell: Cell) -> f32 {
    let typed = document
        .typed()
        .contains(&cell.name)
        .then(|| document.input(cell.name))
        .flatten();
    typed
        .and_then(|m| m.get(cell.row, cell.col))
        .or(trace.value(cell))
        .unwrap_or(0.0)
}

/// The number; or, beside an unedited run, what the edits moved it by.
fn text(value: f32, before: Option<f32>, digits: u8) -> String {
    match before {
        None => visible(value, digits),
        Some(_) if value.is_nan() => visible(value, digits),
        Some(before) if before == value => "·".into(),
        Some(before) => {
            let difference = shown(value - before, digits);
            if difference.starts_with('−') {
                difference
            } else {
                format!("+{difference}")
            }
        }
    }
}

fn class(document: &Document, keep: &Keep, cell: Cell, changed: bool) -> &'static str {
    let after_mask = cell.name.columns_are_keys() && Stage::of(cell.name) >= Stage::Mask;
    let hidden = after_mask && keep.get(cell.row, cell.col) == Some(false);
    match (hidden, document.overrides.has(cell), changed) {
        (true, true, _) => "hidden-key overridden",
        (true, false, _) => "hidden-key",
        (false, true, _) => "overridden",
        (false, false, true) => "changed",
        (false, false, false) => "",
    }
}
