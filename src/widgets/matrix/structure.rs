//! The structure of a table: its size and labels. It is built anew only when these change; the
//! numbers in it are written by another effect.

use html_escape::encode_double_quoted_attribute;
use leptos::prelude::*;
use lesson::core::number::subscript;
use lesson::core::table::{Axis, Cell, Table, TableId};

use crate::browser::focus;
use crate::plot::colours;
use crate::shell::{Frames, Shell};
use crate::text::tr;
use crate::widgets::markup;

/// A name of so few letters fits over the narrowest column, two rem, and is cut off nowhere: what may have to be cut off, a
/// browser paints and looks through on its own at every key.
const SHORT: usize = 3;

/// Whether a name is so short. Letters of most scripts are wider than Latin ones, and count twice.
fn is_short(name: &str) -> bool {
    let width = |letter: char| if letter.is_ascii() { 1 } else { 2 };
    name.chars().map(width).sum::<usize>() <= SHORT
}

/// What a drawn row or column stands for, and its place among the tokens if it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Label {
    text: String,
    token: Option<usize>,
}

/// Everything a table's elements depend on. `rows`, `cols` as drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Structure {
    pub rows: usize,
    pub cols: usize,
    pub typed: bool,
    transposed: bool,
    row_labels: Vec<Label>,
    col_labels: Vec<Label>,
}

impl Structure {
    /// The structure of a table of the lesson as it is.
    pub fn of(shell: Shell, table: TableId, transposed: bool) -> Structure {
        shell.frames.with(|frames| {
            let shape = frames.shape(table).unwrap_or_default();
            let known = shell.table(table);
            let down = labels(frames, known, known.rows, shape.0);
            let across = labels(frames, known, known.cols, shape.1);
            let turned = |(a, b)| if transposed { (b, a) } else { (a, b) };
            let (rows, cols) = turned(shape);
            let (row_labels, col_labels) = match transposed {
                true => (across, down),
                false => (down, across),
            };
            Structure {
                rows,
                cols,
                typed: frames.typed(table),
                transposed,
                row_labels,
                col_labels,
            }
        })
    }

    /// What stands in the table: its head and its empty cells. As markup, which a browser reads in a tenth of the
    /// time that so many elements take.
    pub fn markup(&self, shell: Shell, name: TableId) -> String {
        let head: String = self
            .col_labels
            .iter()
            .map(|own| own.markup("col"))
            .collect();
        let row = |row| self.row(shell, name, row);
        let rows: String = (0..self.rows).map(row).collect();
        format!("<thead><tr><td class=\"corner\"></td>{head}</tr></thead><tbody>{rows}</tbody>")
    }

    fn row(&self, shell: Shell, name: TableId, drawn_row: usize) -> String {
        let label = self.row_labels.get(drawn_row).map(|own| own.markup("row"));
        let cell = |drawn_col| {
            let (row, col) = match self.transposed {
                true => (drawn_col, drawn_row),
                false => (drawn_row, drawn_col),
            };
            match self.typed {
                true => input(shell, Cell::new(name, row, col)),
                false => computed((row, col)),
            }
        };
        let cells: String = (0..self.cols).map(cell).collect();
        format!("<tr>{}{cells}</tr>", label.unwrap_or_default())
    }
}

fn input(shell: Shell, cell: Cell) -> String {
    let Cell { name, row, col } = cell;
    let key = shell.table(name).key;
    let label = encode_double_quoted_attribute(&input_label(shell, cell)).into_owned();
    let stop = focus::stop((row, col) == (0, 0));
    format!(
        "<td><input type=\"text\" inputmode=\"text\" autocomplete=\"off\" spellcheck=\"false\" \
         tabindex=\"{stop}\" aria-label=\"{label}\" data-matrix=\"{key}\" data-row=\"{row}\" data-col=\"{col}\"></td>"
    )
}

/// What a screen reader calls a cell that is typed into: by its token, where its row is one's.
pub fn input_label(shell: Shell, cell: Cell) -> String {
    let table = shell.table(cell.name);
    let tokens = shell
        .frames
        .with(|frames| frames.labels(table.rows).to_vec());
    if let (Axis::Counted, Some(token)) = (table.cols, tokens.get(cell.row)) {
        let number = cell.col + 1;
        return match table.key {
            "q" => tr!(matrix.of_query, token = token, number = number),
            "k" => tr!(matrix.of_key, token = token, number = number),
            "v" => tr!(matrix.of_value, token = token, number = number),
            _ => tr!(
                matrix.of_token,
                name = shell.called(cell.name),
                token = token,
                number = number
            ),
        };
    }
    tr!(
        matrix.cell,
        name = shell.called(cell.name),
        row = cell.row + 1,
        col = cell.col + 1
    )
}

/// One stop for Tab in each table; arrows go on from there. The number stands in a `<span>` of fixed
/// size, so that changing it lays out nothing else: a table of 256 cells would be laid out anew.
fn computed((row, col): (usize, usize)) -> String {
    let stop = focus::stop((row, col) == (0, 0));
    format!(
        "<td data-row=\"{row}\" data-col=\"{col}\" data-value=\"\" \
         tabindex=\"{stop}\"><span> </span></td>"
    )
}

impl Label {
    /// The heading of a row or a column, with the colours of its token on a light page and on a dark one.
    fn markup(&self, scope: &str) -> String {
        let title = encode_double_quoted_attribute(&self.text);
        let style = self.token.map(|index| {
            let colour = |dark| colours::css(colours::token(index, dark));
            let (light, dark) = (colour(false), colour(true));
            format!(" style=\"--light:{light};--dark:{dark}\"")
        });
        let token = style.as_ref().map_or("", |_| "token");
        let short = match is_short(&self.text) {
            true => " short",
            false => "",
        };
        let style = style.unwrap_or_default();
        let attributes =
            format!("scope=\"{scope}\" title=\"{title}\" class=\"{token}{short}\"{style}");
        markup::element("th", &attributes, &self.text)
    }
}

/// What so many rows or columns of that kind stand for.
fn labels(frames: &Frames, table: &Table, axis: Axis, count: usize) -> Vec<Label> {
    let plain = |text: String| Label { text, token: None };
    let named = frames.labels(axis);
    let token = |i: usize| match named.get(i) {
        Some(text) => Label {
            text: text.clone(),
            token: token_of(frames, axis, i, text),
        },
        None => plain(format!("d{}", subscript(i + 1))),
    };
    match axis {
        Axis::One => vec![plain(table.symbol.to_owned())],
        Axis::Named(names) => {
            let names = names.iter().take(count);
            names.map(|name| plain((*name).to_owned())).collect()
        }
        Axis::Places => (0..count).map(|place| plain(place.to_string())).collect(),
        Axis::Queries | Axis::Keys | Axis::Shuffled | Axis::Counted => {
            (0..count).map(token).collect()
        }
    }
}

/// The place among the tokens whose colour a label has: a token keeps its own wherever it stands.
fn token_of(frames: &Frames, axis: Axis, place: usize, text: &str) -> Option<usize> {
    match axis {
        Axis::Shuffled => {
            let mut names = frames.labels(Axis::Queries).iter();
            // A new word has the colour of its place.
            names.position(|name| name == text).or(Some(place))
        }
        _ => Some(place),
    }
}

#[cfg(test)]
mod tests {
    use super::is_short;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    #[test]
    fn what_may_be_wider_than_a_column_is_not_short() {
        assert!(["", "it", "dog", "d₁", "猫"].into_iter().all(is_short));
        assert!(!["bank", "d₁₂", "注意力"].into_iter().any(is_short));
    }
}
