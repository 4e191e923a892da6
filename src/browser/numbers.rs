//! Rows of numbers, hundreds in a row: written, marked and walked over without a signal a cell.

use lesson::core::number;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent};

use super::keys;
use super::page::document;

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number {
    /// Full precision.
    pub value: f32,
    /// How far along its colour map it is, −1…1.
    pub share: f32,
    /// May the token not look there?
    pub hidden: bool,
}

/// Writes what changed between `before` and `after` into the cells of `row`, which stand in the
/// same order, with `digits` places.
pub fn write(row: &Element, before: &[Number], after: &[Number], digits: u8) {
    let cells = row.children();
    for (index, own) in after.iter().enumerate() {
        let old = before.get(index);
        // By their bits, so that NaN is written once.
        let same =
            |old: &Number| old.value.to_bits() == own.value.to_bits() && old.share == own.share;
        if old.is_some_and(|old| same(old) && old.hidden == own.hidden) {
            continue;
        }
        if let Some(cell) = cells.item(index as u32) {
            if let Some(text) = cell.first_child() {
                text.set_node_value(Some(&number::shown(own.value, digits)));
            }
            let _ = cell.set_attribute("data-value", &number::shortest(own.value));
            let _ = cell.set_attribute("style", &format!("--v:{:.3}", own.share));
            let _ = cell.class_list().toggle_with_force("masked", own.hidden);
        }
    }
}

/// Takes `class` from the cells that have it and gives it to these: the id of a row and the place
/// in it, row after row. What is not there now is passed over.
pub fn mark(class: &str, cells: impl Iterator<Item = (String, usize)>) {
    let Some(document) = document() else { return };
    let marked = document.get_elements_by_class_name(class);
    while let Some(element) = marked.item(0) {
        let _ = element.class_list().remove_1(class);
    }
    let mut last = (String::new(), None::<Element>);
    for (id, col) in cells {
        if last.0 != id {
            last = (id.clone(), document.get_element_by_id(&id));
        }
        let cell = last
            .1
            .as_ref()
            .and_then(|row| row.children().item(col as u32));
        if let Some(cell) = cell {
            let _ = cell.class_list().add_1(class);
        }
    }
}

/// Moves the focus as an arrow key asks: along the row, or to the row above or below among those
/// that `rows` finds; to the button in a cell that has one. False when the key is no arrow or leads
/// nowhere.
pub fn walk(event: &KeyboardEvent, rows: &str) -> bool {
    let (Some(step), Some(cell)) = (keys::arrow(event), focused_cell(event)) else {
        return false;
    };
    let next = match step {
        (0, 1) => cell.next_element_sibling(),
        (0, _) => cell.previous_element_sibling(),
        (down, _) => beside(&cell, down, rows),
    };
    let next = next.map(|cell| cell.query_selector("button").ok().flatten().unwrap_or(cell));
    let next = next.and_then(|next| next.dyn_into::<HtmlElement>().ok());
    next.is_some_and(|next| next.focus().is_ok())
}

fn focused_cell(event: &KeyboardEvent) -> Option<Element> {
    let target: Element = event.target()?.dyn_into().ok()?;
    target.closest("td").ok()?
}

/// The cell in the row above or below, as far to the right as that row reaches.
fn beside(cell: &Element, down: isize, rows: &str) -> Option<Element> {
    let (own, col) = (cell.parent_element()?, position(cell));
    let rows = document()?.query_selector_all(rows).ok()?;
    let here = (0..rows.length()).find(|index| {
        rows.item(*index)
            .is_some_and(|row| own.is_same_node(Some(&row)))
    })?;
    let next = rows.item(here.checked_add_signed(i32::try_from(down).ok()?)?)?;
    let cells = next.dyn_into::<Element>().ok()?.children();
    cells.item(col.min(cells.length().checked_sub(1)?))
}

fn position(cell: &Element) -> u32 {
    let mut index = 0;
    let mut before = cell.previous_element_sibling();
    while let Some(element) = before {
        before = element.previous_element_sibling();
        index += 1;
    }
    index
}
