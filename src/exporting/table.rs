//! A matrix by value as the page draws it, with its numbers where they fit.

use lesson::core::table::Axis;
use lesson::share::export::{ExportError, Table, TableKind};

use super::readable;
use crate::plot::{Framed, Labels, Range, Scene, heatmap_size};
use crate::widgets::matrix;

/// So many numbers are drawn: each is an element of the picture.
const MOST: usize = 1 << 16;

/// The picture of a table.
pub fn framed(table: &Table, title: &str, digits: u8) -> Result<Framed, ExportError> {
    let matrix = table.sheet()?.numbers;
    if matrix.data().len() > MOST {
        return Err(ExportError::Table);
    }
    let range = match (&table.kind, table.known()) {
        (TableKind::Weights, _) => Range::Sequential(1.0),
        (_, Some(known)) => matrix::range(known, &matrix),
        (TableKind::Stream | TableKind::Own { .. }, _) => Range::around(&matrix),
    };
    // The one column of a table that has one number a row needs no name.
    let single = table.known().is_some_and(|known| known.cols == Axis::One);
    let cols = if single { &[][..] } else { &table.cols };
    let all =
        |labels: &[String]| -> Vec<String> { labels.iter().map(|label| readable(label)).collect() };
    Ok(Framed {
        title: readable(title),
        note: String::new(),
        inside: heatmap_size(matrix.shape(), digits),
        scene: Scene::Heatmap {
            matrix,
            transposed: false,
            range,
            keep: table.keep(),
            labels: Some(Labels {
                rows: all(&table.rows),
                cols: all(cols),
                digits,
            }),
        },
    })
}
