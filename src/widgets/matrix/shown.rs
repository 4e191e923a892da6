//! What each cell of a table shows, in the order in which the table has them.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::core::table::{Cell, TableId};

use crate::browser::cells::Shown;
use crate::language::{shown, visible};
use crate::shell::Shell;

/// All cells of a table, drawn row by drawn row. What is as it was in `before` is taken from there: writing a number
/// takes longer than computing it. `before` has been written in the same way, or is empty.
pub fn all(shell: Shell, table: TableId, transposed: bool, before: &[Shown]) -> Vec<Shown> {
    let (digits, difference) = shell.look.get();
    // What is typed says what it is, not what it was moved by.
    let typed = shell.lesson.with_untracked(|own| own.typed(table));
    let unedited = (difference && !typed).then(|| shell.unedited.get());
    shell.numbers.with(|numbers| {
        let (Some(matrix), Some(all)) = (numbers.matrix(table), &numbers.0) else {
            return vec![];
        };
        let keep = all.keep(table);
        let plain = unedited.as_ref().and_then(|before| before.matrix(table));
        let mut places = 0..;
        let mut one = |row, col| {
            let cell = Cell::new(table, row, col);
            let value = matrix.get(row, col).unwrap_or(0.0);
            let own = plain.as_ref().and_then(|plain| plain.get(row, col));
            let hidden = keep.as_ref().and_then(|keep| keep.get(row, col)) == Some(false);
            let changed = own.is_some_and(|own| own != value && !value.is_nan());
            let known = places.next().and_then(|place: usize| before.get(place));
            let known =
                known.filter(|known| !difference && known.value.to_bits() == value.to_bits());
            Shown {
                value,
                text: match known {
                    Some(known) => Arc::clone(&known.text),
                    None => text(value, own, digits).into(),
                },
                class: class(hidden, all.overridden(cell), changed),
            }
        };
        let (rows, cols) = matrix.shape();
        match transposed {
            true => (0..cols)
                .flat_map(|col| (0..rows).map(move |row| (row, col)))
                .map(|(row, col)| one(row, col))
                .collect(),
            false => (0..rows)
                .flat_map(|row| (0..cols).map(move |col| (row, col)))
                .map(|(row, col)| one(row, col))
                .collect(),
        }
    })
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

const fn class(hidden: bool, overridden: bool, changed: bool) -> &'static str {
    match (hidden, overridden, changed) {
        (true, true, _) => "hidden-key overridden",
        (true, false, _) => "hidden-key",
        (false, true, _) => "overridden",
        (false, false, true) => "changed",
        (false, false, false) => "",
    }
}
