//! The query in focus, typed into as everywhere: its row of Q alone.

use leptos::html;
use leptos::prelude::*;
use lesson::{Cell, Name};

use super::Guide;
use crate::browser::cells::{self, Shown};
use crate::browser::focus;
use crate::language::visible;
use crate::reactive::{derived, effect, memo};
use crate::text::say;
use crate::widgets::markup;
use crate::widgets::matrix;
use crate::widgets::notice::MatrixNotice;

/// What the row was built and written for: which row, how many cells, whether they are typed into.
struct Written {
    structure: (usize, usize, bool),
    afresh: u32,
    cells: Vec<Shown>,
}

/// The cells of the row, with their messages.
#[component]
pub fn Query() -> impl IntoView {
    let guide = expect_context::<Guide>();
    let (sheet, table) = (NodeRef::<html::Div>::new(), NodeRef::<html::Table>::new());
    let shell = guide.lab.shell;
    matrix::hear(shell, Name::Q, false, sheet);
    let built = memo(move || {
        let count = guide.lab.trace.with(|t| t.get(Name::Q).cols());
        (guide.row.get(), count, guide.is_typed(Name::Q))
    });
    let written = StoredValue::new(None::<Written>);
    effect(move || {
        let Some(table) = table.get() else { return };
        let (structure, afresh) = (built.get(), guide.lab.afresh.get());
        let (row, count, typed) = structure;
        let after = numbers(guide, row);
        written.update_value(|written| {
            if written.as_ref().map(|own| own.structure) != Some(structure) {
                cells::build(&table, &cells_of(guide, row, count, typed));
                *written = None;
            }
            // A refused text stands until it is mended, or everything is written afresh.
            let before = written.take().filter(|own| own.afresh == afresh);
            let before = before.map_or_else(Vec::new, |own| own.cells);
            cells::write(&table, &before, &after);
            *written = Some(Written {
                structure,
                afresh,
                cells: after,
            });
        });
    });
    view! {
        <div class="g-query" data-frame="q">
            <span class="g-symbol">"q"</span>
            <div class="sheet" node_ref=sheet>
                <table data-inputs="q" aria-label=say!(guided.query_of, word = guide.word()) node_ref=table></table>
            </div>
            <small>{say!(guided.asks, word = guide.word())}<br/><span class="g-by-mouse" hidden=derived(move || !guide.is_typed(Name::Q))>{say!(guided.drag)}</span></small>
            <MatrixNotice name=Name::Q/>
        </div>
    }
}

fn cells_of(guide: Guide, row: usize, count: usize, typed: bool) -> String {
    let cell = |col| {
        let place = format!("data-row=\"{row}\" data-col=\"{col}\" data-m=\"q{col}\"");
        let named = markup::attribute(&matrix::input_label(
            guide.lab.shell,
            Cell::new(Name::Q, row, col),
        ));
        match typed {
            true => format!(
                "<td><input type=\"text\" inputmode=\"text\" autocomplete=\"off\" spellcheck=\"false\" \
                 tabindex=\"{}\" aria-label=\"{named}\" data-matrix=\"q\" {place}></td>",
                focus::stop(col == 0)
            ),
            false => format!("<td {place} data-value=\"\"><span> </span></td>"),
        }
    };
    let cells: String = (0..count).map(cell).collect();
    format!("<tbody><tr>{cells}</tr></tbody>")
}

fn numbers(guide: Guide, row: usize) -> Vec<Shown> {
    let digits = guide.lab.look.get().0;
    let shown = |value: &f32| Shown {
        value: *value,
        text: visible(*value, digits).into(),
        class: "",
    };
    guide.lab.trace.with(|t| {
        let q = t.get(Name::Q);
        match row < q.rows() {
            true => q.row(row).iter().map(shown).collect(),
            false => vec![],
        }
    })
}
