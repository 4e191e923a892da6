//! Blocks of cells: emptying, copying, cutting and pasting them, as drawn.

use attention::Matrix;
use leptos::ev::Event;
use leptos::prelude::*;
use lesson::core::command::{Command, Edit};
use lesson::core::paste;
use lesson::core::table::{Cell, TableId as Name};

use crate::browser::fields::Field;
use crate::browser::{cells, clipboard};
use crate::shell::{Place, Shell};

/// Empties the selected block: typed cells become 0, computed ones let go of their overrides.
/// Without a block a computed cell lets go, and a typed one is edited as text.
pub fn clear(shell: Shell, cell: Cell, typed: bool) -> bool {
    let block = shell
        .block
        .get_untracked()
        .filter(|block| block.is_many() && block.anchor == cell);
    let (rows, cols) = match block {
        Some(block) => block.bounds(),
        None if typed => return false,
        None => ((cell.row, cell.row), (cell.col, cell.col)),
    };
    if !typed {
        return shell.try_run(
            Command::Edit(Edit::ClearBlock(cell.name, rows, cols)),
            Place::Matrix(cell.name),
            None,
        );
    }
    let zeros = vec![vec![0.0; cols.1 - cols.0 + 1]; rows.1 - rows.0 + 1];
    let at = Cell::new(cell.name, rows.0, cols.0);
    shell.try_run(
        Command::Edit(Edit::Paste(at, zeros)),
        Place::Matrix(cell.name),
        None,
    )
}

/// The first cell of the selected block that begins at `cell`, else `cell`.
fn first_of_block(shell: Shell, cell: Cell) -> Cell {
    let block = shell
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
pub fn pasted(shell: Shell, name: Name, transposed: bool, event: &Event) {
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
            let cell = first_of_block(shell, cell);
            // Where a whole matrix of another shape was meant, one click makes room for it.
            let typed = shell.lesson.with_untracked(|own| own.typed(name));
            let whole = (typed && (cell.row, cell.col) == (0, 0))
                .then(|| Command::Edit(Edit::Replace(name, rows.clone())));
            shell.try_run(
                Command::Edit(Edit::Paste(cell, rows)),
                Place::Matrix(name),
                whole,
            );
        }
        Err(problem) => shell.complain(Place::Matrix(name), problem),
    }
}

/// What a copy takes: the selected block, else the focused cell. Marked text is the browser's.
/// A cut empties what it took.
pub fn copied(shell: Shell, name: Name, transposed: bool, event: &Event, cut: bool) {
    let Some((row, col)) = cells::position(event) else {
        return;
    };
    let cell = Cell::new(name, row, col);
    let block = shell
        .block
        .get_untracked()
        .filter(|block| block.is_many() && block.anchor == cell);
    if block.is_none() && (cut || clipboard::part_of_text_is_marked()) {
        return;
    }
    let (rows, cols) = block.map_or(((row, row), (col, col)), |block| block.bounds());
    let taken = turned(numbers(shell, name, rows, cols), transposed);
    clipboard::answer_copy(event, &paste::to_tsv(&taken));
    if cut {
        clear(shell, cell, Field::of(event).is_some());
    }
}

/// The numbers of a block of any matrix.
pub fn numbers(
    shell: Shell,
    name: Name,
    rows: (usize, usize),
    cols: (usize, usize),
) -> Vec<Vec<f32>> {
    shell.numbers.with_untracked(|numbers| {
        let matrix = numbers.matrix(name);
        matrix.map_or(vec![], |matrix| cut(&matrix, rows, cols))
    })
}

/// The rows of a block of a matrix: rows and columns inclusive.
fn cut(matrix: &Matrix, rows: (usize, usize), cols: (usize, usize)) -> Vec<Vec<f32>> {
    let row = |i| (cols.0..=cols.1).filter_map(|j| matrix.get(i, j)).collect();
    let last = rows.1.min(matrix.rows().saturating_sub(1));
    (rows.0..=last).map(row).collect()
}
