//! Typing in a table, like a spreadsheet: arrows, Enter, Tab, Esc, type to replace, blocks,
//! copy and paste.

use leptos::ev::{Event, FocusEvent, KeyboardEvent};
use leptos::prelude::*;
use lesson::core::number::{self, NotANumber};
use lesson::core::problem::quoted;
use lesson::{Cell, Command, Name, Problem};

use super::blocks::clear;
use super::pointing::extend;
use crate::browser::fields::Field;
use crate::browser::{cells, keys};
use crate::state::{Lab, Place};

/// Every keystroke that makes a number is taken at once; one that cannot become a number is refused
/// at once, with the text left standing.
pub fn typed(lab: Lab, name: Name, event: &Event) {
    let (Some((row, col)), Some(field)) = (cells::position(event), Field::of(event)) else {
        return;
    };
    let cell = Cell::new(name, row, col);
    lab.block.set(None);
    let text = field.text();
    match number::parse(&text) {
        Ok(value) => {
            field.set_refused(false);
            lab.try_run(Command::Edit(cell, value), Place::Cell(cell), None);
        }
        // An empty or half-typed cell is on its way to a number; leaving it so is refused.
        Err(NotANumber::Empty) => {}
        Err(_) if number::unfinished(&text) => {}
        Err(why) => refuse(lab, cell, &field, why),
    }
}

/// The typing ends: what is no number by now is refused, the rest is one undo step.
pub fn finished(lab: Lab, name: Name, event: &Event) {
    let (Some((row, col)), Some(field)) = (cells::position(event), Field::of(event)) else {
        return;
    };
    match number::parse(&field.text()) {
        Ok(_) => lab
            .stepper
            .update(|stepper| drop(stepper.apply(Command::Settle))),
        Err(why) => refuse(lab, Cell::new(name, row, col), &field, why),
    }
}

/// The text stands as it is, the cell counts as what it was before the typing began.
fn refuse(lab: Lab, cell: Cell, field: &Field, why: NotANumber) {
    let text = field.text();
    lab.take_back(cell);
    field.write(&text);
    field.set_refused(true);
    lab.complain(Place::Cell(cell), Problem::Number(why, quoted(&text)));
}

/// The focused cell explains itself; a typed one is marked whole, so that typing replaces it.
pub fn focused(lab: Lab, name: Name, event: &FocusEvent) {
    let Some((row, col)) = cells::position(event) else {
        return;
    };
    let cell = Cell::new(name, row, col);
    lab.focused.set(Some(cell));
    lab.hovered.set(Some(cell));
    if lab
        .block
        .get_untracked()
        .is_some_and(|block| block.anchor != cell)
    {
        lab.block.set(None);
    }
    if let Some(field) = Field::of(event) {
        field.select();
        // A refused text says again why, until it is mended or taken back.
        if let (true, Err(why)) = (field.is_refused(), number::parse(&field.text())) {
            lab.complain(
                Place::Cell(cell),
                Problem::Number(why, quoted(&field.text())),
            );
        }
    }
    cells::make_tab_stop(event);
}

/// Keys over a table.
pub fn key(lab: Lab, name: Name, transposed: bool, event: &KeyboardEvent) {
    let Some((row, col)) = cells::position(event) else {
        return;
    };
    let cell = Cell::new(name, row, col);
    let field = Field::of(event);
    let handled = match event.key().as_str() {
        "Enter" if field.is_some() => go(
            lab,
            cell,
            (if event.shift_key() { -1 } else { 1 }, 0),
            transposed,
        ),
        "Escape" => escape(lab, cell, field.as_ref()),
        "Delete" | "Backspace" => clear(lab, cell, field.is_some()),
        "Enter" | " " | "F2" if field.is_none() => begin_override(lab, cell),
        _ if field.is_none() && keys::begins_number(event) => {
            // The key itself goes on into the field that opens.
            begin_override(lab, cell);
            return;
        }
        _ => arrow(lab, cell, transposed, event, field.as_ref()),
    };
    if handled {
        event.prevent_default();
    }
}

fn arrow(
    lab: Lab,
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
        let from = lab.block.get_untracked().map_or(cell, |block| block.corner);
        extend(lab, beside(lab, from, step, transposed));
        return true;
    }
    lab.block.set(None);
    go(lab, cell, step, transposed)
}

fn go(lab: Lab, cell: Cell, step: (isize, isize), transposed: bool) -> bool {
    cells::focus(beside(lab, cell, step, transposed));
    true
}

/// The cell one step away as drawn, or `cell` itself at the edge.
fn beside(lab: Lab, cell: Cell, (down, right): (isize, isize), transposed: bool) -> Cell {
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
    if lab.document.with_untracked(|d| d.has(moved)) {
        moved
    } else {
        cell
    }
}

/// In a typed cell Esc takes back what was typed since it was entered; else it lets go of pin and block.
fn escape(lab: Lab, cell: Cell, field: Option<&Field>) -> bool {
    let held = lab.document.get_untracked();
    lab.run(Command::Cancel(cell));
    let value = lab
        .document
        .get_untracked()
        .input(cell.name)
        .and_then(|m| m.get(cell.row, cell.col));
    if let Some(field) = field {
        let text = number::localised(number::shortest(value.unwrap_or(0.0)));
        if held != lab.document.get_untracked() || field.text() != text {
            field.write(&text);
            field.set_refused(false);
            lab.settle_notice(Place::Cell(cell));
            field.select();
            return true;
        }
    }
    lab.block.set(None);
    lab.run(Command::Pin(None));
    true
}

/// Overrides a computed cell; a mask cell is simply turned over.
fn begin_override(lab: Lab, cell: Cell) -> bool {
    if cell.name == Name::Mask {
        let shown = lab.trace.with_untracked(|trace| trace.value(cell)) == Some(0.0);
        lab.try_run(
            Command::Edit(cell, if shown { 1.0 } else { 0.0 }),
            Place::Cell(cell),
            None,
        );
        lab.run(Command::Settle);
    } else if cell.name.overridable() {
        lab.begin_override(cell);
    } else {
        lab.complain(Place::Cell(cell), Problem::Fixed(cell.name));
    }
    true
}
