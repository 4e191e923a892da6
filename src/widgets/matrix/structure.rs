//! The structure of a table: its size and labels. It is built anew only when these change; the
//! numbers in it are written by another effect.

use leptos::html;
use leptos::prelude::*;
use lesson::core::number::subscript;
use lesson::head::tokens::row_side;
use lesson::{Cell, Document, Name, lessons::stepper::arithmetic};

use super::table_label;
use crate::plot::colours;
use crate::state::lab;
use crate::text::{self, tr};

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
    /// The structure of `name` in this document.
    pub fn of(document: &Document, name: Name, transposed: bool) -> Structure {
        let shape = document.shape(name);
        let (down, across) = labels(document, name, shape);
        let (rows, cols) = if transposed {
            (shape.1, shape.0)
        } else {
            shape
        };
        let (row_labels, col_labels) = if transposed {
            (across, down)
        } else {
            (down, across)
        };
        let typed = document.typed().contains(&name);
        Structure {
            rows,
            cols,
            shape,
            typed,
            transposed,
            row_labels,
            col_labels,
        }
    }

    /// The table.
    pub fn view(self, name: Name, body: NodeRef<html::Tbody>) -> AnyView {
        let computed = (!self.typed).then_some(name.key());
        let typed = self.typed.then_some(name.key());
        let label = table_label(name, self.shape);
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

    fn row_view(&self, name: Name, drawn_row: usize) -> impl IntoView + use<> {
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
    let label = tr!(
        matrix.cell,
        name = text::matrix(cell.name),
        row = cell.row + 1,
        col = cell.col + 1
    );
    view! {
        <td>
            <input
                type="text" inputmode="text" autocomplete="off" spellcheck="false" aria-label=label aria-describedby="arithmetic"
                data-matrix=cell.name.key() data-row=cell.row data-col=cell.col
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
    let dark = lab().dark;
    let token = label.token;
    let colour =
        move || token.map(|i| format!("--token:{}", colours::css(colours::token(i, dark.get()))));
    view! { <th class:token=token.is_some() style=colour title=label.text.clone()>{label.text.clone()}</th> }
        .into_any()
}

fn labels(
    document: &Document,
    name: Name,
    (rows, cols): (usize, usize),
) -> (Vec<Label>, Vec<Label>) {
    let tokens = |tokens: &[String]| {
        let one = |(i, text): (usize, &String)| Label {
            text: text.clone(),
            token: Some(i),
        };
        tokens.iter().enumerate().map(one).collect::<Vec<_>>()
    };
    let numbered = |count: usize, symbol: &str| {
        let one = |i| Label {
            text: format!("{symbol}{}", subscript(i + 1)),
            token: None,
        };
        (0..count).map(one).collect::<Vec<_>>()
    };
    let down = match row_side(name) {
        Some(side) => tokens(document.tokens(side)),
        None => numbered(rows, "d"),
    };
    let across = if name.columns_are_keys() {
        tokens(document.key_tokens())
    } else if cols == 1 && matches!(name, Name::Max | Name::Sum) {
        vec![Label {
            text: arithmetic::symbol(Cell::new(name, 0, 0)).replace('₁', ""),
            token: None,
        }]
    } else {
        numbered(cols, "d")
    };
    (down, across)
}
