//! A matrix of a model as the page draws it, with its numbers where they fit.

use lesson::share::export::{ExportError, Table, TableKind};

use super::readable;
use crate::plot::{Framed, Range, Scene, heatmap_size};

/// The picture of a table.
pub fn framed(table: &Table, title: &str) -> Result<Framed, ExportError> {
    let matrix = table.sheet()?.numbers;
    let range = match table.kind {
        TableKind::Weights => Range::Sequential(1.0),
        TableKind::Stream => Range::around(&matrix),
    };
    let all = |labels: &[String]| labels.iter().map(|label| readable(label)).collect();
    Ok(Framed {
        title: readable(title),
        note: String::new(),
        inside: heatmap_size(matrix.shape()),
        scene: Scene::Heatmap {
            matrix,
            transposed: false,
            range,
            keep: table.keep(),
            labels: Some((all(&table.rows), all(&table.cols))),
        },
    })
}
