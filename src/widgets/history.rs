//! Undo and redo, in every lesson.

use leptos::ev;
use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::core::table::{Cell, TableId};

use crate::app::open_lesson;
use crate::browser::{keys, menus, said};
use crate::language::typed;
use crate::reactive::{derived, memo, on};
use crate::shell::{Shell, shell};
use crate::text::{say, tr};
use crate::widgets::matrix::input_label;

/// The two buttons.
#[component]
pub fn History() -> impl IntoView {
    let shell = shell();
    let can = memo(move || shell.lesson.with(|own| own.can_undo_redo()));
    // Not `disabled`: the last undo would take the focus with it.
    let cannot_undo = derived(move || (!can.get().0).then_some("true"));
    let cannot_redo = derived(move || (!can.get().1).then_some("true"));
    view! {
        <span class="pair">
            <button type="button" data-action="undo" aria-label=say!(control.undo)
                aria-disabled=cannot_undo on:click=on(move |_| undo(shell))>
                // On the sign, for the pointer: on the button it would be read a second time.
                <i class="sign" aria-hidden="true" title=say!(control.undo)>"↶"</i>
            </button>
            <button type="button" data-action="redo" aria-label=say!(control.redo)
                aria-disabled=cannot_redo on:click=on(move |_| redo(shell))>
                <i class="sign" aria-hidden="true" title=say!(control.redo)>"↷"</i>
            </button>
        </span>
    }
}

/// Ctrl with Z and Y while the lesson is shown, and what closes menus, for one that is not walked: a walk has keys of its
/// own.
pub fn listen(shell: Shell) {
    let open = open_lesson();
    let is_here = move || open.get_untracked() == shell.meta.slug;
    let down = window_event_listener(ev::keydown, move |event| {
        if !is_here() || event.alt_key() || keys::in_text_field(&event) {
            return;
        }
        let key = event.key().to_ascii_lowercase();
        match (keys::command(&event), key.as_str(), event.shift_key()) {
            (true, "z", false) => undo(shell),
            (true, "z", true) | (true, "y", _) => redo(shell),
            (false, "escape", _) if menus::close_all() => {}
            _ => return,
        }
        event.prevent_default();
    });
    let pressed = window_event_listener(ev::click, move |event| {
        if is_here() {
            menus::close_others(&event);
        }
    });
    on_cleanup(move || pressed.remove());
    on_cleanup(move || down.remove());
}

/// Takes the last edit back, and says so before it is said what has come of it.
pub fn undo(shell: Shell) {
    if shell.lesson.with_untracked(|own| own.can_undo_redo().0) {
        let change = typed_by(shell, Command::Undo);
        said::say(match change {
            Some((cell, value)) => tr!(control.undone_to, cell = cell, value = value),
            None => tr!(control.undone),
        });
    }
}

/// Does it again.
pub fn redo(shell: Shell) {
    if shell.lesson.with_untracked(|own| own.can_undo_redo().1) {
        let change = typed_by(shell, Command::Redo);
        said::say(match change {
            Some((cell, value)) => tr!(control.redone_to, cell = cell, value = value),
            None => tr!(control.redone),
        });
    }
}

/// Runs it, and gives the first typed cell that has another number then, as it is called, and the number.
fn typed_by(shell: Shell, command: Command) -> Option<(String, String)> {
    untrack(|| {
        let before = all_typed(shell);
        shell.run(command);
        let after = all_typed(shell);
        // Where tables came or went, no single number was changed.
        let same = before
            .iter()
            .map(|own| own.0)
            .eq(after.iter().map(|own| own.0));
        let mut both = before.iter().zip(&after).filter(|_| same);
        let (_, (cell, value)) = both.find(|(old, new)| old.1.to_bits() != new.1.to_bits())?;
        Some((input_label(shell, *cell), typed(*value)))
    })
}

/// Every number that a reader types.
fn all_typed(shell: Shell) -> Vec<(Cell, f32)> {
    let tables = (0..shell.meta.tables.len()).filter_map(|index| u8::try_from(index).ok());
    let typed = |table: &TableId| shell.lesson.with(|own| own.typed(*table));
    let numbers = |table: TableId| {
        let matrix = shell
            .numbers
            .with(|numbers| Some(numbers.matrix(table)?.into_owned()));
        matrix.into_iter().flat_map(move |matrix| {
            let cols = matrix.cols().max(1);
            let all: Vec<f32> = matrix.iter_rows().flatten().copied().collect();
            let cell = move |(at, value)| (Cell::new(table, at / cols, at % cols), value);
            all.into_iter().enumerate().map(cell).collect::<Vec<_>>()
        })
    };
    tables
        .map(TableId)
        .filter(typed)
        .flat_map(numbers)
        .collect()
}
