//! The cells of a figure that is walked: each shows a number, and small above it what it was before.

use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlTableSectionElement};

use super::page::document;

/// What a cell shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Face {
    /// The number, as it is read.
    pub text: String,
    /// What it was before this step; nothing where the step did not touch it.
    pub old: String,
    /// Full precision; nothing where there is no number.
    pub value: String,
    /// `data-state`.
    pub state: &'static str,
    /// Classes.
    pub class: String,
    /// The colour of its number, as a style.
    pub style: String,
}

impl Face {
    /// A cell whose number is still to be predicted.
    pub fn covered(state: &'static str) -> Self {
        Face {
            text: "?".to_owned(),
            state,
            ..Face::default()
        }
    }
}

/// An empty cell of `part`, to be written into; the first is the stop for Tab.
pub fn cell(part: &str, row: usize, col: usize) -> String {
    let stop = if (row, col) == (0, 0) { 0 } else { -1 };
    format!(
        "<td data-part=\"{part}\" data-row=\"{row}\" data-col=\"{col}\" tabindex=\"{stop}\">\
         <small></small><span></span></td>"
    )
}

/// Writes what changed between `before` and `after` into the cells of `body`, in its order.
pub fn write(body: &HtmlTableSectionElement, before: &[Face], after: &[Face]) {
    let Ok(cells) = body.query_selector_all("[data-row]") else {
        return;
    };
    for (index, face) in after.iter().enumerate() {
        if before.get(index) == Some(face) {
            continue;
        }
        let cell = cells.item(index as u32);
        if let Some(cell) = cell.and_then(|node| node.dyn_into::<Element>().ok()) {
            write_one(&cell, face);
        }
    }
}

fn write_one(cell: &Element, face: &Face) {
    let texts = cell.children();
    for (place, text) in [&face.old, &face.text].into_iter().enumerate() {
        if let Some(element) = texts.item(place as u32) {
            element.set_text_content(Some(text));
        }
    }
    let attributes = [
        ("data-state", face.state),
        ("data-value", &face.value),
        ("class", &face.class),
        ("style", &face.style),
    ];
    for (name, value) in attributes {
        let _ = cell.set_attribute(name, value);
    }
}

/// Moves the focus from the focused cell by `step` (rows down, columns right), on into the table
/// beside it where its own ends. False when there is no cell there.
pub fn walk(event: &Event, step: (isize, isize)) -> bool {
    let next = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .and_then(|cell| match step {
            (0, 1) => cell.next_element_sibling().or_else(|| beside(&cell, 1)),
            (0, _) => {
                let before = cell.previous_element_sibling();
                let before = before.filter(|cell| cell.tag_name() == "TD");
                before.or_else(|| beside(&cell, -1))
            }
            (down, _) => below(&cell, down),
        })
        .and_then(|next| next.dyn_into::<HtmlElement>().ok());
    next.is_some_and(|next| next.focus().is_ok())
}

fn number(cell: &Element, name: &str) -> Option<isize> {
    cell.get_attribute(name)?.parse().ok()
}

fn below(cell: &Element, down: isize) -> Option<Element> {
    let (row, col) = (number(cell, "data-row")?, number(cell, "data-col")?);
    let selector = format!("[data-row=\"{}\"][data-col=\"{col}\"]", row + down);
    cell.closest("tbody")
        .ok()??
        .query_selector(&selector)
        .ok()?
}

/// The cell of the same row at the near end of the next table or the one before.
fn beside(cell: &Element, by: i32) -> Option<Element> {
    let (part, row) = (cell.get_attribute("data-part")?, number(cell, "data-row")?);
    let cells = document()?
        .query_selector_all(&format!("td[data-part][data-row=\"{row}\"]"))
        .ok()?;
    let all = (0..cells.length()).filter_map(|index| cells.item(index)?.dyn_into::<Element>().ok());
    let all: Vec<Element> = all.collect();
    let here = all.iter().position(|own| own.is_same_node(Some(cell)))?;
    let there = all.get(here.checked_add_signed(by as isize)?)?;
    (there.get_attribute("data-part")? != part).then(|| there.clone())
}
