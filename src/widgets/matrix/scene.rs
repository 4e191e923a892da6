//! The heatmap of a table.

use std::borrow::Cow;

use attention::Matrix;
use leptos::prelude::*;
use lesson::core::table::{Table, TableId};

use crate::plot::{Range, Scene};
use crate::shell::Shell;

/// The heatmap of a table without labels, as it lies under the cells.
pub fn of(shell: Shell, table: TableId, transposed: bool) -> Scene {
    shell.numbers.with(|numbers| {
        let matrix = numbers.matrix(table);
        let matrix = matrix.map_or_else(|| Matrix::zeros(0, 0), |matrix| matrix.into_owned());
        Scene::Heatmap {
            range: range_beside(shell.table(table), &matrix, |of| numbers.matrix(of)),
            keep: numbers.0.as_ref().and_then(|numbers| numbers.keep(table)),
            matrix,
            transposed,
            labels: None,
        }
    })
}

/// The heatmap of a table that is not to be seen.
pub fn nothing() -> Scene {
    Scene::Heatmap {
        matrix: Matrix::zeros(0, 0),
        transposed: false,
        range: Range::Sequential(1.0),
        keep: None,
        labels: None,
    }
}

/// Shares run from 0; all else is signed.
pub fn range(table: &Table, matrix: &Matrix) -> Range {
    match table.shares {
        true => Range::from_zero(matrix),
        false => Range::around(matrix),
    }
}

/// The same, with at least the range of the table that it is to be compared with.
pub fn range_beside<'a>(
    table: &Table,
    matrix: &Matrix,
    of: impl Fn(TableId) -> Option<Cow<'a, Matrix>>,
) -> Range {
    let beside = table.compared.and_then(of);
    match (range(table, matrix), beside) {
        (Range::Diverging(own), Some(other)) => {
            Range::Diverging(own.max(Range::around(&other).end()))
        }
        (own, _) => own,
    }
}

/// The symbol of the whole table, as in formulas.
pub fn symbol(table: &Table, transposed: bool) -> String {
    let mark = if transposed { "ᵀ" } else { "" };
    format!("{}{mark}", table.whole)
}
