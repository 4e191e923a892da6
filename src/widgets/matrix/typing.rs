//! Typing in a table, like a spreadsheet: arrows, Enter, Tab, Esc, type to replace, blocks,
//! copy and paste.

use leptos::ev::{Event, FocusEvent, KeyboardEvent};
use leptos::prelude::*;
use lesson::Problem;
use lesson::core::command::{Command, Edit};
use lesson::core::number::{self, NotANumber};
use lesson::core::problem::quoted;
use lesson::core::table::{Cell, TableId as Name};

use super::blocks::clear;
use super::pointing::{extend, overridable, painted};
use crate::browser::fields::Field;
use crate::browser::{cells, focus, keys};
use crate::shell::{Place, Shell};

/// Every keystroke that makes a number is taken at once; one that cannot become a number is refused
/// at once, with the text left standing.
pub fn typed(shell: Shell, name: Name, event: &Event) {
    let (Some((row, col)), Some(field)) = (cells::position(event), Field::of(event)) else {
        return;
    };
    let cell = Cell::new(name, row, col);
    shell.block.set(None);
    let text = field.text();
    match number::parse(&text) {
        Ok(value) => {
            field.set_refused(false);
            shell.try_run(
                Command::Edit(Edit::Set(cell, value)),
                Place::Cell(cell),
                None,
            );
        }
        // An empty or half-typed cell is on its way to a number; leaving it so is refused.
        Err(NotANumber::Empty) => {}
        Err(_) if number::unfinished(&text) => {}
        Err(why) => refuse(shell, cell, &field, why),
    }
}

/// The typing ends: what is no number by now is refused, the rest is one undo step.
pub fn finished(shell: Shell, name: Name, event: &Event) {
    let (Some((row, col)), Some(field)) = (cells::position(event), Field::of(event)) else {
        return;
    };
    match number::parse(&field.text()) {
        Ok(_) => {
            let text = field.text();
            if text.contains('-') {
                // One minus sign in all cells.
                field.write(&text.replace('-', "−"));
            }
            shell.run(Command::Settle);
        }
        Err(why) => refuse(shell, Cell::new(name, row, col), &field, why),
    }
}

/// The text stands as it is, the cell counts as what it was before the typing began.
fn refuse(shell: Shell, cell: Cell, field: &Field, why: NotANumber) {
    let text = field.text();
    shell.run(Command::Cancel(cell));
    field.write(&text);
    field.set_refused(true);
    shell.complain(Place::Cell(cell), Problem::Number(why, quoted(&text)));
}

/// The focused cell explains itself; a typed one is marked whole, so that typing replaces it.
pub fn focused(shell: Shell, name: Name, event: &FocusEvent) {
    let Some((row, col)) = cells::position(event) else {
        return;
    };
    let cell = Cell::new(name, row, col);
    shell.focused.set(Some(cell));
    shell.hovered.set(Some(cell));
    if shell
        .block
        .get_untracked()
        .is_some_and(|block| block.anchor != cell)
    {
        shell.block.set(None);
    }
    if let Some(field) = Field::of(event) {
        field.set_apart();
        field.select();
        // A refused text says again why, until it is mended or taken back.
        if let (true, Err(why)) = (field.is_refused(), number::parse(&field.text())) {
            shell.complain(
                Place::Cell(cell),
                Problem::Number(why, quoted(&field.text())),
            );
        }
    }
    cells::make_tab_stop(event);
    focus::describe(event);
}

/// Keys over a table.
pub fn key(shell: Shell, name: Name, transposed: bool, event: &KeyboardEvent) {
    let Some((row, col)) = cells::position(event) else {
        return;
    };
    let cell = Cell::new(name, row, col);
    let field = Field::of(event);
    let handled = match event.key().as_str() {
        "Enter" if field.is_some() => enter(shell, cell, transposed, event),
        "Tab" if !event.shift_key() && field.as_ref().is_some_and(|own| !own.is_marked()) => {
            onward(shell, cell, transposed)
        }
        "Escape" => escape(shell, cell, field.as_ref()),
        "Delete" | "Backspace" => clear(shell, cell, field.is_some()),
        " " if field.is_none() && !painted(shell, name) => pin(shell, cell),
        "Enter" | " " | "F2" if field.is_none() => begin_override(shell, cell),
        _ if field.is_none() && keys::begins_number(event) => {
            // The key itself goes on into the field that opens.
            begin_override(shell, cell);
            return;
        }
        _ => arrow(shell, cell, transposed, event, field.as_ref()),
    };
    if handled {
        event.prevent_default();
    }
}

fn arrow(
    shell: Shell,
    cell: Cell,
    transposed: bool,
    event: &KeyboardEvent,
    field: Option<&Field>,
) -> bool {
    let Some(step) = keys::arrow(event).filter(|_| !event.alt_key()) else {
        return false;
    };
    let within_text = field.is_some_and(|field| step.1 != 0 && !field.at_edge(step.1 > 0));
    if within_text {
        return false;
    }
    if event.shift_key() {
        let from = shell
            .block
            .get_untracked()
            .map_or(cell, |block| block.corner);
        extend(shell, beside(shell, from, step, transposed));
        return true;
    }
    shell.block.set(None);
    go(shell, cell, step, transposed)
}

/// On to the next field. Where there is none the field is not left, so nothing but the key ends its typing: what was
/// accepted by then is what Esc and a refused entry fall back to.
fn enter(shell: Shell, cell: Cell, transposed: bool, event: &KeyboardEvent) -> bool {
    let down = if event.shift_key() { -1 } else { 1 };
    go(shell, cell, (down, 0), transposed);
    if Field::of(event).is_some_and(|field| field.has_focus()) {
        finished(shell, cell.name, event);
    }
    true
}

fn go(shell: Shell, cell: Cell, step: (isize, isize), transposed: bool) -> bool {
    cells::focus(shell.meta, beside(shell, cell, step, transposed));
    true
}

/// After typing Tab goes on as in a spreadsheet, along the row and to the next one; from a cell in which nothing was
/// typed, and from the last that is shown, it leaves the table: the walk shows one row of Q.
fn onward(shell: Shell, cell: Cell, transposed: bool) -> bool {
    let right = beside(shell, cell, (0, 1), transposed);
    let below = beside(shell, cell, (1, 0), transposed);
    let next = match (right == cell, transposed) {
        (false, _) => right,
        (true, false) => Cell { col: 0, ..below },
        (true, true) => Cell { row: 0, ..below },
    };
    let last = right == cell && below == cell;
    !last && cells::focus(shell.meta, next)
}

/// The cell one step away as drawn, or `cell` itself at the edge.
fn beside(shell: Shell, cell: Cell, (down, right): (isize, isize), transposed: bool) -> Cell {
    let (down, right) = if transposed {
        (right, down)
    } else {
        (down, right)
    };
    let moved = Cell::new(
        cell.name,
        cell.row.wrapping_add_signed(down),
        cell.col.wrapping_add_signed(right),
    );
    if shell.lesson.with_untracked(|own| own.has(moved)) {
        moved
    } else {
        cell
    }
}

/// In a typed cell Esc takes back what was typed since it was entered; else it lets go of pin and block.
fn escape(shell: Shell, cell: Cell, field: Option<&Field>) -> bool {
    let held = untrack(|| shell.link());
    shell.run(Command::Cancel(cell));
    let value = untrack(|| shell.value(cell));
    if let Some(field) = field {
        let text = number::typed(value.unwrap_or(0.0));
        if held != untrack(|| shell.link()) || field.text() != text {
            field.write(&text);
            field.set_refused(false);
            shell.settle_notice(Place::Cell(cell));
            field.select();
            return true;
        }
    }
    shell.block.set(None);
    shell.run(Command::Pin(None));
    true
}

/// Pins the explanation of a computed cell, or lets go of it: what a click does.
fn pin(shell: Shell, cell: Cell) -> bool {
    let pinned = shell.pinned() == Some(cell);
    shell.run(Command::Pin((!pinned).then_some(cell)));
    true
}

/// Overrides a computed cell; a mask cell is simply turned over.
fn begin_override(shell: Shell, cell: Cell) -> bool {
    if painted(shell, cell.name) {
        let shown = untrack(|| shell.value(cell)) == Some(0.0);
        shell.try_run(
            Command::Edit(Edit::Set(cell, if shown { 1.0 } else { 0.0 })),
            Place::Cell(cell),
            None,
        );
        shell.run(Command::Settle);
    } else if overridable(shell, cell.name) {
        shell.begin_override(cell);
    } else {
        shell.complain(Place::Cell(cell), Problem::Fixed(shell.key(cell)));
    }
    true
}
