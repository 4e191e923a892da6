//! The pointer over a table: hovering explains, clicking pins, dragging scrubs a typed number,
//! paints the mask, or with Shift selects a block.

use leptos::ev::{MouseEvent, PointerEvent};
use leptos::prelude::*;
use lesson::core::command::{Command, Edit};
use lesson::core::table::{Cell, TableId as Name};

use crate::browser::fields::Field;
use crate::browser::{cells, keys};
use crate::shell::{Block, Place, Shell};

/// Pixels of sideways movement that make a press a drag, and pixels of each step after.
const DRAG: i32 = 4;
/// What a step of scrubbing adds; ten times that with Shift, a tenth with Alt.
const STEP: f32 = 0.1;

/// What the pressed pointer is doing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drag {
    /// Pressed on a typed cell that may be scrubbed: the cell, its value, where.
    Pressed(Cell, f32, i32),
    /// Scrubbing it.
    Scrubbing(Cell, f32, i32),
    /// Painting the mask, from that cell on: 0 shows, anything else hides.
    Painting(Cell, f32),
}

/// The cell under the pointer explains itself.
pub fn over(shell: Shell, name: Name, event: &PointerEvent, drag: StoredValue<Option<Drag>>) {
    let Some((row, col)) = cells::position(event) else {
        return;
    };
    let cell = Cell::new(name, row, col);
    if released(event) {
        up(shell, drag);
    }
    if let Some(Drag::Painting(first, value)) = drag.get_value() {
        shell.try_run(
            Command::Edit(Edit::Paint(first, cell, value)),
            Place::Cell(cell),
            None,
        );
    }
    if !keys::is_touch(event) {
        shell.hovered.set(Some(cell));
    }
}

/// A press begins painting, a block, or perhaps scrubbing.
pub fn down(shell: Shell, name: Name, event: &PointerEvent, drag: StoredValue<Option<Drag>>) {
    let Some((row, col)) = cells::position(event) else {
        return;
    };
    let cell = Cell::new(name, row, col);
    let value = untrack(|| shell.value(cell)).unwrap_or(0.0);
    if event.shift_key() {
        extend(shell, cell);
        event.prevent_default();
        return;
    }
    shell.block.set(None);
    if painted(shell, name) {
        let painted = if value == 0.0 { 1.0 } else { 0.0 };
        drag.set_value(Some(Drag::Painting(cell, painted)));
        shell.hovered.set(Some(cell));
        shell.try_run(
            Command::Edit(Edit::Paint(cell, cell, painted)),
            Place::Cell(cell),
            None,
        );
        keys::release_capture(event);
    } else if let Some(field) = Field::of(event) {
        // A finger's sideways drag scrolls the matrix unless the cell was chosen before.
        if !keys::is_touch(event) || field.has_focus() {
            drag.set_value(Some(Drag::Pressed(cell, value, event.client_x())));
        }
    }
}

/// Whether a press leads into a typed cell that has not had the focus.
pub fn enters(event: &PointerEvent) -> bool {
    Field::of(event).is_some_and(|field| !field.has_focus())
}

/// WebKit would put the caret where the button is let go: a cell that was just entered stays marked
/// whole, so that typing replaces it.
pub fn let_go(event: &MouseEvent, entered: bool) {
    if entered {
        event.prevent_default();
    }
}

/// Scrubs: the number follows the pointer sideways.
pub fn moved(shell: Shell, event: &PointerEvent, drag: StoredValue<Option<Drag>>) {
    if released(event) {
        up(shell, drag);
    }
    let (cell, start, from) = match drag.get_value() {
        Some(Drag::Pressed(cell, start, from)) if (event.client_x() - from).abs() > DRAG => {
            if let Some(field) = Field::of(event) {
                field.capture(event);
            }
            (cell, start, from)
        }
        Some(Drag::Scrubbing(cell, start, from)) => (cell, start, from),
        _ => return,
    };
    drag.set_value(Some(Drag::Scrubbing(cell, start, from)));
    let step = STEP
        * if event.shift_key() {
            10.0
        } else if event.alt_key() {
            0.1
        } else {
            1.0
        };
    let steps = (event.client_x() - from) / DRAG;
    // Rounded well below the step, so that 0.1 + 0.2 is shown as 0.3 and 0.25 keeps its hundredths.
    let value = ((start + steps as f32 * step) * 1e4).round() / 1e4 + 0.0;
    shell.try_run(
        Command::Edit(Edit::Set(cell, value)),
        Place::Cell(cell),
        None,
    );
    shell.hovered.set(Some(cell));
}

/// Whether the button was let go outside the table, where nobody told us.
fn released(event: &PointerEvent) -> bool {
    event.buttons() == 0
}

/// The end of any drag is the end of an undo step.
pub fn up(shell: Shell, drag: StoredValue<Option<Drag>>) {
    if drag.get_value().is_some() {
        drag.set_value(None);
        shell.run(Command::Settle);
    }
}

/// A click pins the cell's explanation; on the pinned cell again it lets go.
pub fn click(shell: Shell, name: Name, event: &MouseEvent) {
    let Some((row, col)) = cells::position(event) else {
        return;
    };
    if event.shift_key() {
        return;
    }
    let cell = Cell::new(name, row, col);
    let pinned = shell.pinned() == Some(cell);
    let typed = Field::of(event).is_some();
    shell.run(Command::Pin((!pinned || typed).then_some(cell)));
}

/// A double click on a computed cell begins to override it.
pub fn double_click(shell: Shell, name: Name, event: &MouseEvent) {
    if let Some((row, col)) = cells::position(event).filter(|_| overridable(shell, name)) {
        shell.begin_override(Cell::new(name, row, col));
    }
}

/// Draws the selected block to `cell`, from where it began or from the focused cell.
pub fn extend(shell: Shell, cell: Cell) {
    let begun = shell.block.get_untracked().map(|block| block.anchor);
    let anchor = begun
        .or(shell.focused.get_untracked())
        .filter(|anchor| anchor.name == cell.name);
    shell.block.set(Some(Block {
        anchor: anchor.unwrap_or(cell),
        corner: cell,
    }));
}

/// Whether cells of that table are shown or hidden rather than numbers.
pub fn painted(shell: Shell, table: Name) -> bool {
    shell.meta.of(table).is_some_and(|table| table.painted)
}

/// Whether a number can be put over one of that table.
pub fn overridable(shell: Shell, table: Name) -> bool {
    let known = shell.meta.of(table);
    known.is_some_and(|table| table.overridable && !table.painted)
}
