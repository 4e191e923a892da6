//! The cells that stand out in tables: lit, explained, pinned, asked about.

use std::cell::RefCell;
use std::collections::BTreeSet;

use lesson::core::lesson::Meta;
use lesson::core::table::Cell;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::cells;
use super::page::document;

/// The class of a table with a cell that stands out.
const HAS_LIT: &str = "has-lit";

/// A class, and the cells that have it. It is asked for at every key: who has it is known, and not looked for in the page.
pub struct Marks {
    class: &'static str,
    marked: RefCell<Vec<(Cell, HtmlElement)>>,
}

impl Marks {
    /// Nobody has the class yet.
    pub fn new(class: &'static str) -> Self {
        let marked = RefCell::default();
        Self { class, marked }
    }

    /// Gives the class to these cells and to no others, and says whether anything changed. A cell that has it keeps it: to take
    /// it away and to give it again would be a change for the browser. A cell of a table that was built anew gets it anew.
    pub fn set(&self, meta: &Meta, mut missing: Vec<Cell>) -> bool {
        let mut marked = self.marked.borrow_mut();
        let before = marked.len();
        marked.retain(|(cell, element)| {
            let wanted = missing.iter().position(|own| own == cell);
            let wanted = wanted.filter(|_| self.stands(element));
            match wanted {
                Some(place) => drop(missing.swap_remove(place)),
                None => self.put(element, false),
            }
            wanted.is_some()
        });
        let kept = marked.len();
        let found = |cell| Some((cell, cells::find(meta, cell)?));
        for (cell, element) in missing.into_iter().filter_map(found) {
            self.put(&element, true);
            marked.push((cell, element));
        }
        kept < before || kept < marked.len()
    }

    fn stands(&self, element: &Element) -> bool {
        element.is_connected() && element.class_list().contains(self.class)
    }

    fn put(&self, element: &Element, on: bool) {
        let _ = element.class_list().toggle_with_force(self.class, on);
        // For scripts and tests: the cell whose arithmetic is shown.
        if self.class == "explained" {
            let _ = element.toggle_attribute_with_force("data-explained", on);
        }
    }
}

/// Says of each table whether one of `cells` is in it. A style sheet could ask for it by `:has`: then the browser would look
/// at every cell of the page anew whenever one is lit.
pub fn mark_tables(meta: &Meta, cells: &[Cell]) {
    let all = cells.iter();
    let keys: BTreeSet<&str> = all
        .filter_map(|cell| Some(meta.of(cell.name)?.key))
        .collect();
    let Some(document) = document() else { return };
    let Ok(tables) = document.query_selector_all(&format!("#{} .matrix[data-frame]", meta.slug))
    else {
        return;
    };
    for index in 0..tables.length() {
        let table = tables
            .item(index)
            .and_then(|node| node.dyn_into::<Element>().ok());
        let Some(table) = table else { continue };
        let has = table
            .get_attribute("data-frame")
            .is_some_and(|key| keys.contains(&*key));
        let classes = table.class_list();
        if classes.contains(HAS_LIT) != has {
            let _ = classes.toggle_with_force(HAS_LIT, has);
        }
    }
}
