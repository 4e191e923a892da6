//! Blocks of cells: emptying, copying, cutting and pasting them, as drawn.

use attention::Matrix;
use leptos::ev::Event;
use leptos::prelude::*;
use lesson::{Cell, Command, Document, Name, core::paste};

use crate::browser::fields::Field;
use crate::browser::{cells, clipboard};
use crate::state::{Lab, Place};

/// Empties the selected block: typed cells become 0, computed ones let go of their overrides.
/// Without a block a computed cell lets go, and a typed one is edited as text.
pub fn clear(lab: Lab, cell: Cell, typed: bool) -> bool {
    let block = lab
        .block
        .get_untracked()
        .filter(|block| block.is_many() && block.anchor == cell);
    let (rows, cols) = match block {
        Some(block) => block.bounds(),
        None if typed => return false,
        None => ((cell.row, cell.row), (cell.col, cell.col)),
    };
    if !typed {
        return lab.try_run(
            Command::ClearBlock(cell.name, rows, cols),
            Place::Matrix(cell.name),
            None,
        );
    }
    let zeros = vec![vec![0.0; cols.1 - cols.0 + 1]; rows.1 - rows.0 + 1];
    let at = Cell::new(cell.name, rows.0, cols.0);
    lab.try_run(Command::Paste(at, zeros), Place::Matrix(cell.name), None)
}

/// The first cell of the selected block that begins at `cell`, else `cell`.
fn first_of_block(lab: Lab, cell: Cell) -> Cell {
    let block = lab
        .block
        .get_untracked()
        .filter(|block| block.anchor == cell);
    block.map_or(cell, |block| {
        let (rows, cols) = block.bounds();
        Cell::new(cell.name, rows.0, cols.0)
    })
}

/// Rows as drawn ⇄ rows as kept, for a matrix that is drawn transposed.
fn turned(rows: Vec<Vec<f32>>, transposed: bool) -> Vec<Vec<f32>> {
    match Matrix::from_rows(&rows) {
        Ok(matrix) if transposed => matrix
            .transposed()
            .iter_rows()
            .map(<[f32]>::to_vec)
            .collect(),
        _ => rows,
    }
}

/// A block goes into the cells from here on; a single number into the field, by the browser.
pub fn pasted(lab: Lab, name: Name, transposed: bool, event: &Event) {
    let (Some((row, col)), Some(text)) = (cells::position(event), clipboard::pasted(event)) else {
        return;
    };
    if Field::of(event).is_some() && !paste::is_block(&text) && text.len() < 100 {
        return;
    }
    event.prevent_default();
    let cell = Cell::new(name, row, col);
    match paste::parse(&text) {
        Ok(rows) => {
            let rows = turned(rows, transposed);
            let cell = first_of_block(lab, cell);
            // Where a whole matrix of another shape was meant, one click makes room for it.
            let typed = lab.document.with_untracked(|d| d.typed().contains(&name));
            let whole = (typed && (cell.row, cell.col) == (0, 0))
                .then(|| Command::Replace(name, rows.clone()));
            lab.try_run(Command::Paste(cell, rows), Place::Matrix(name), whole);
        }
        Err(problem) => lab.complain(Place::Matrix(name), problem),
    }
}

/// What a copy takes: the selected block, else the focused cell. Marked text is the browser's.
/// A cut empties what it took.
pub fn copied(lab: Lab, name: Name, transposed: bool, event: &Event, cut: bool) {
    let Some((row, col)) = cells::position(event) else {
        return;
    };
    let cell = Cell::new(name, row, col);
    let block = lab
        .block
        .get_untracked()
        .filter(|block| block.is_many() && block.anchor == cell);
    if block.is_none() && (cut || clipboard::part_of_text_is_marked()) {
        return;
    }
    let (rows, cols) = block.map_or(((row, row), (col, col)), |block| block.bounds());
    let taken = turned(numbers(lab, name, rows, cols), transposed);
    clipboard::answer_copy(event, &paste::to_tsv(&taken));
    if cut {
        clear(lab, cell, Field::of(event).is_some());
    }
}

/// The numbers of a block of any matrix.
pub fn numbers(lab: Lab, name: Name, rows: (usize, usize), cols: (usize, usize)) -> Vec<Vec<f32>> {
    let block = |matrix: &Matrix| Document::block(matrix, rows, cols);
    lab.trace.with_untracked(|trace| block(trace.get(name)))
}
