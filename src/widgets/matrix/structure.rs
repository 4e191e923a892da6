//! The structure of a table: its size and labels. It is built anew only when these change; the
//! numbers in it are written by another effect.

use leptos::html;
use leptos::prelude::*;
use lesson::core::number::subscript;
use lesson::core::opened::Opened;
use lesson::core::table::{Axis, Cell, Table, TableId};

use super::table_label;
use crate::plot::colours;
use crate::shell::{Shell, shell};
use crate::text::tr;

/// What a drawn row or column stands for, and its place among the tokens if it is one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Label {
    text: String,
    token: Option<usize>,
}

/// Everything a table's elements depend on. `rows`, `cols` as drawn; `shape` as in the maths.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Structure {
    pub rows: usize,
    pub cols: usize,
    pub shape: (usize, usize),
    pub typed: bool,
    transposed: bool,
    row_labels: Vec<Label>,
    col_labels: Vec<Label>,
}

impl Structure {
    /// The structure of a table of the lesson as it is.
    pub fn of(shell: Shell, table: TableId, transposed: bool) -> Structure {
        shell.lesson.with(|lesson| {
            let shape = lesson.shape(table).unwrap_or_default();
            let known = shell.table(table);
            let down = labels(&**lesson, known, known.rows, shape.0);
            let across = labels(&**lesson, known, known.cols, shape.1);
            let turned = |(a, b)| if transposed { (b, a) } else { (a, b) };
            let (rows, cols) = turned(shape);
            let (row_labels, col_labels) = match transposed {
                true => (across, down),
                false => (down, across),
            };
            Structure {
                rows,
                cols,
                shape,
                typed: lesson.typed(table),
                transposed,
                row_labels,
                col_labels,
            }
        })
    }

    /// The table.
    pub fn view(self, shell: Shell, name: TableId, body: NodeRef<html::Tbody>) -> AnyView {
        let key = shell.table(name).key;
        let (computed, typed) = ((!self.typed).then_some(key), self.typed.then_some(key));
        let label = table_label(shell, name, self.shape);
        let head = self.col_labels.iter().map(label_view).collect_view();
        let rows = (0..self.rows)
            .map(|row| self.row_view(name, row))
            .collect_view();
        view! {
            <table data-matrix=computed data-inputs=typed aria-label=label>
                <thead><tr><td class="corner"></td>{head}</tr></thead>
                <tbody node_ref=body>{rows}</tbody>
            </table>
        }
        .into_any()
    }

    fn row_view(&self, name: TableId, drawn_row: usize) -> impl IntoView + use<> {
        let cells = (0..self.cols)
            .map(|drawn_col| {
                let (row, col) = if self.transposed {
                    (drawn_col, drawn_row)
                } else {
                    (drawn_row, drawn_col)
                };
                if self.typed {
                    input_view(Cell::new(name, row, col))
                } else {
                    cell_view(Cell::new(name, row, col))
                }
            })
            .collect_view();
        view! { <tr>{label_view(&self.row_labels[drawn_row])}{cells}</tr> }
    }
}

fn input_view(cell: Cell) -> AnyView {
    let shell = shell();
    let label = tr!(
        matrix.cell,
        name = shell.called(cell.name),
        row = cell.row + 1,
        col = cell.col + 1
    );
    view! {
        <td>
            <input
                type="text" inputmode="text" autocomplete="off" spellcheck="false" aria-label=label aria-describedby="arithmetic"
                data-matrix=shell.table(cell.name).key data-row=cell.row data-col=cell.col
            />
        </td>
    }
    .into_any()
}

/// One stop for Tab in each table; arrows go on from there. The number stands in a `<span>` of fixed
/// size, so that changing it lays out nothing else: a table of 256 cells would be laid out anew.
fn cell_view(cell: Cell) -> AnyView {
    let stop = if cell.row == 0 && cell.col == 0 {
        "0"
    } else {
        "-1"
    };
    view! { <td data-row=cell.row data-col=cell.col data-value="" aria-describedby="arithmetic" tabindex=stop><span>" "</span></td> }.into_any()
}

fn label_view(label: &Label) -> AnyView {
    let dark = shell().dark;
    let token = label.token;
    let colour =
        move || token.map(|i| format!("--token:{}", colours::css(colours::token(i, dark.get()))));
    view! { <th class:token=token.is_some() style=colour title=label.text.clone()>{label.text.clone()}</th> }
        .into_any()
}

/// What so many rows or columns of that kind stand for.
fn labels(lesson: &dyn Opened, table: &Table, axis: Axis, count: usize) -> Vec<Label> {
    let plain = |text: String| Label { text, token: None };
    let named = lesson.labels(axis);
    let token = |i: usize| match named.get(i) {
        Some(text) => Label {
            text: text.clone(),
            token: Some(i),
        },
        None => plain(format!("d{}", subscript(i + 1))),
    };
    match axis {
        Axis::One => vec![plain(table.symbol.to_owned())],
        Axis::Queries | Axis::Keys | Axis::Counted => (0..count).map(token).collect(),
    }
}
