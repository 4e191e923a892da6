//! The cells of the tables in the page: finding and writing them.
//!
//! One edit at n = 16 changes a thousand numbers. Each table keeps its rows as elements and writes
//! only what changed, in one effect: a signal for every cell would cost more than the arithmetic.

use std::sync::Arc;

use lesson::core::lesson::Meta;
use lesson::core::number;
use lesson::core::table::Cell;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, HtmlInputElement, HtmlTableElement};

use super::fields::{has_focus, mend};
use super::page::document;

/// A typed number of more letters than that is cut off in its cell.
const ROOM: usize = 6;

/// Computed numbers of so many letters fit into every cell.
const SHORT: usize = 5;

/// What a cell shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Full precision.
    pub value: f32,
    /// For readers.
    pub text: Arc<str>,
    /// Classes: `hidden-key`, `overridden`, `changed`.
    pub class: &'static str,
}

/// Row and column of the cell an event happened in.
pub fn position(event: &Event) -> Option<(usize, usize)> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let cell = target.closest("[data-row]").ok()??;
    let number = |name| cell.get_attribute(name)?.parse().ok();
    Some((number("data-row")?, number("data-col")?))
}

/// The element that shows `cell`: its input, or its place in a computed table.
pub fn find(meta: &Meta, cell: Cell) -> Option<HtmlElement> {
    let Cell { name, row, col } = cell;
    let key = meta.of(name)?.key;
    let at = format!("[data-row=\"{row}\"][data-col=\"{col}\"]");
    let selector = format!("input[data-matrix=\"{key}\"]{at}, table[data-matrix=\"{key}\"] td{at}");
    document()?.query_selector(&selector).ok()??.dyn_into().ok()
}

/// Puts the focus on `cell`. False where it is not shown.
pub fn focus(meta: &Meta, cell: Cell) -> bool {
    find(meta, cell).is_some_and(|element| element.focus().is_ok())
}

/// Builds a table anew from its markup.
pub fn build(table: &HtmlTableElement, markup: &str) {
    table.set_inner_html(markup);
}

/// Marks a table that is not in sight and whose numbers are older than those of the figure, for a moment.
pub fn set_stale(table: &HtmlTableElement, stale: bool) {
    let _ = table.toggle_attribute_with_force("data-stale", stale);
}

/// Says in how many letters the longest number of a table is written, for the size of its digits, and whether none has to
/// be cut off, where that changed.
pub fn set_longest(table: &HtmlTableElement, before: &[Shown], after: &[Shown]) {
    let longest = |cells: &[Shown]| cells.iter().map(|cell| cell.text.chars().count()).max();
    let now = longest(after);
    if longest(before) != now {
        let now = now.unwrap_or_default();
        let _ = table.style().set_property("--long", &now.to_string());
        let _ = table.toggle_attribute_with_force("data-short", now <= SHORT);
    }
}

/// Says the names of the cells of a table that are typed into; `called` has a name for each row and column.
pub fn relabel(table: &HtmlTableElement, called: impl Fn(usize, usize) -> String) {
    let Ok(inputs) = table.query_selector_all("input[data-row]") else {
        return;
    };
    for index in 0..inputs.length() {
        let input = inputs
            .item(index)
            .and_then(|node| node.dyn_into::<Element>().ok());
        let number = |name| input.as_ref()?.get_attribute(name)?.parse().ok();
        if let (Some(input), Some(row), Some(col)) =
            (&input, number("data-row"), number("data-col"))
        {
            let _ = input.set_attribute("aria-label", &called(row, col));
        }
    }
}

/// Writes what changed between `before` and `after` into a table whose cells stand in the same order.
pub fn write(table: &HtmlTableElement, before: &[Shown], after: &[Shown]) {
    if before == after {
        return;
    }
    let Ok(cells) = table.query_selector_all("[data-row]") else {
        return;
    };
    for (index, shown) in after.iter().enumerate() {
        let before = before.get(index);
        if before == Some(shown) {
            continue;
        }
        let element = cells
            .item(index as u32)
            .and_then(|node| node.dyn_into::<Element>().ok());
        if let Some(element) = element {
            write_one(&element, before, shown);
        }
    }
}

/// Every call into the page costs as much as a dot product: only what differs is written.
fn write_one(element: &Element, before: Option<&Shown>, shown: &Shown) {
    if let Some(input) = element.dyn_ref::<HtmlInputElement>() {
        cover(input, shown);
        // A refused text stands until it is mended, or until everything is written afresh.
        if before.is_none() || !input.has_attribute("aria-invalid") {
            write_input(input, shown);
        }
        return;
    }
    if before.is_none_or(|before| before.text != shown.text)
        && let Some(text) = element.first_child().and_then(|span| span.first_child())
    {
        text.set_node_value(Some(&shown.text));
    }
    if before.is_none_or(|before| before.value != shown.value) {
        // A covered number has none, for scripts as for eyes.
        let value = (!shown.value.is_nan()).then(|| number::shortest(shown.value));
        let _ = element.set_attribute("data-value", &value.unwrap_or_default());
    }
    let covered = shown.value.is_nan();
    if before.is_none_or(|before| before.value.is_nan() != covered) {
        let _ = element.class_list().toggle_with_force("covered", covered);
    }
    // Written afresh, a cell may still have what it had before.
    let had = before.map_or_else(|| element.class_name(), |before| before.class.to_owned());
    if had != shown.class {
        // `lit` and its like are set by others and stay.
        for class in ["hidden-key", "overridden", "changed"] {
            let _ = element
                .class_list()
                .toggle_with_force(class, shown.class.contains(class));
        }
    }
}

/// Leaves what the user is typing alone as long as it means the same number. What stands there in the
/// way of another language is written anew.
fn write_input(input: &HtmlInputElement, shown: &Shown) {
    let (typed, text) = (input.value(), number::typed(shown.value));
    let plain = |text: &str| text.replace(',', ".").replace('−', "-");
    let another_way = typed != text && plain(&typed) == plain(&text);
    if number::parse(&typed) != Ok(shown.value) || (another_way && !has_focus(input)) {
        input.set_value(&text);
    }
    mend(input);
}

/// More digits than there is room for are read while one is in the cell; else it shows what all tables show.
fn cover(input: &HtmlInputElement, shown: &Shown) {
    let Some(cell) = input.parent_element() else {
        return;
    };
    let _ = match number::shortest(shown.value).len() > ROOM {
        true => cell.set_attribute("data-shown", &shown.text),
        false => cell.remove_attribute("data-shown"),
    };
}

/// Makes the focused cell of a table, computed or typed into, the one that Tab comes back to.
pub fn make_tab_stop(event: &Event) {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    let Some(cell) = target.filter(|cell| cell.has_attribute("tabindex")) else {
        return;
    };
    if let Ok(Some(table)) = cell.closest("table")
        && let Ok(Some(before)) = table.query_selector(":is(td, input)[tabindex='0']")
    {
        let _ = before.set_attribute("tabindex", "-1");
    }
    let _ = cell.set_attribute("tabindex", "0");
}

/// The style that lays a field exactly over a computed cell.
pub fn over(meta: &Meta, cell: Cell) -> String {
    let Some(element) = find(meta, cell) else {
        return String::new();
    };
    format!(
        "left:{}px;top:{}px;width:{}px;height:{}px",
        element.offset_left(),
        element.offset_top(),
        element.offset_width(),
        element.offset_height()
    )
}

/// Dims the rows of all queries but this one, or none.
pub fn dim_rows_but(row: Option<usize>) {
    let rows =
        document().and_then(|document| document.query_selector_all(".by-query tbody tr").ok());
    let Some(rows) = rows else { return };
    for index in 0..rows.length() {
        let Some(element) = rows
            .item(index)
            .and_then(|node| node.dyn_into::<Element>().ok())
        else {
            continue;
        };
        let own = element
            .query_selector("[data-row]")
            .ok()
            .flatten()
            .and_then(|cell| cell.get_attribute("data-row"));
        let away = row.is_some() && own.and_then(|own| own.parse().ok()) != row;
        let _ = element.class_list().toggle_with_force("away", away);
    }
}
