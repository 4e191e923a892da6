//! A matrix of the figure as a table: its elements are made when its shape changes, its numbers are
//! written by one effect.

use leptos::html;
use leptos::prelude::*;
use lesson::core::number::subscript;
use lesson::lessons::flash::{Kind, Part};

use super::shown;
use super::state::{Flash, flash};
use super::words;
use crate::browser::parts;
use crate::reactive::{derived, effect, memo};
use crate::text::{self, tr};
use crate::widgets::markup;

/// The table of `part`.
#[component]
pub fn PartTable(part: Part) -> impl IntoView {
    let flash = flash();
    let body = NodeRef::<html::Tbody>::new();
    keep_written(flash, part, body);
    let shape = memo(move || {
        let columns = flash.walk.with(|walk| walk.columns(part));
        (flash.walk.with(|walk| walk.n()), columns)
    });
    let exponentials = memo(move || holds_exponentials(flash));
    let active = derived(move || is_at_work(flash, part).then_some(""));
    let name = derived(move || words::part(part, exponentials.get()));
    let label = derived(move || {
        let (rows, cols) = shape.get();
        tr!(
            flash.table,
            name = name.get(),
            rows = tr!(counted.rows, count = rows),
            cols = tr!(counted.columns, count = cols)
        )
    });
    let head = derived(move || headings(flash, part));
    let size = derived(move || format!("--rows:{};--cols:{}", shape.get().0, shape.get().1));
    view! {
        <div class=format!("matrix part hue-{}", hue(part)) style=size data-frame=part.key() data-active=active>
            <div class="caption" title=name>
                <span class="symbol">{derived(move || words::symbol(part, exponentials.get()))}</span>
                <span class="called">{name}</span>
                <span class="shape">{derived(move || seen(flash, part).map(text::shape))}</span>
            </div>
            <div class="field"><div class="sheet">
                <table data-matrix=part.key() aria-label=label>
                    <thead inner_html=head></thead>
                    <tbody node_ref=body></tbody>
                </table>
            </div></div>
        </div>
    }
}

/// How large what is shown is: of the field only a tile is held, and of that nothing before its keys are loaded.
fn seen(flash: Flash, part: Part) -> Option<(usize, usize)> {
    let at = flash.at.get();
    flash.walk.with(|walk| match (part, walk.steps.get(at)) {
        (Part::Tile, step) => step
            .map(|step| (step.queries.len(), step.keys.len()))
            .filter(|(_, keys)| *keys > 0),
        _ => Some((walk.n(), walk.columns(part))),
    })
}

/// Whether the step is about that part; the field has those that are about none.
fn is_at_work(flash: Flash, part: Part) -> bool {
    let about = words::current(flash).and_then(Part::of);
    about.unwrap_or(Part::Tile) == part
}

/// Whether the tile holds exponentials by now.
pub fn holds_exponentials(flash: Flash) -> bool {
    let kind = words::current(flash);
    matches!(kind, Some(Kind::Exp | Kind::Sum | Kind::Accumulate))
}

const fn hue(part: Part) -> &'static str {
    match part {
        Part::Tile => "scores",
        Part::TileMax | Part::Max | Part::Factor | Part::Sum => "weights",
        Part::Accumulated | Part::Output => "output",
    }
}

fn headings(flash: Flash, part: Part) -> String {
    let th = |text: &str| markup::element("th", "scope=\"col\"", text);
    let columns = flash.walk.with(|walk| walk.columns(part));
    let names: String = match part {
        Part::Tile => flash
            .lab
            .document
            .with(|d| d.key_tokens().iter().map(|key| th(key)).collect()),
        Part::Accumulated | Part::Output => {
            let name = |col| th(&format!("d{}", subscript(col + 1)));
            (0..columns).map(name).collect()
        }
        part => th(words::symbol(part, false)),
    };
    format!("<tr><td class=\"corner\"></td>{names}</tr>")
}

/// Rows of empty cells, each headed by its query's token.
fn rows(part: Part, tokens: &[String], columns: usize) -> String {
    let row = |(row, token): (usize, &String)| {
        let cells = (0..columns).map(move |col| parts::cell(part.key(), row, col));
        markup::row("", markup::element("th", "scope=\"row\"", token), cells)
    };
    tokens.iter().enumerate().map(row).collect()
}

/// Writes the numbers whenever they change, and only those that did; all of them into a body that
/// was made anew.
fn keep_written(flash: Flash, part: Part, body: NodeRef<html::Tbody>) {
    let made = memo(move || {
        let columns = flash.walk.with(|walk| walk.columns(part));
        let tokens = flash.lab.document.with(|d| d.queries.clone());
        rows(part, &tokens, columns)
    });
    let faces = shown::faces(flash, part);
    let written = StoredValue::new_local((String::new(), Vec::new()));
    effect(move || {
        let Some(table) = body.get() else {
            return;
        };
        let (rows, after) = (made.get(), faces.get());
        written.update_value(|(old, before)| {
            if *old != rows {
                table.set_inner_html(&rows);
                before.clear();
            }
            parts::write(&table, before, &after);
            (*old, *before) = (rows, after);
        });
    });
}
