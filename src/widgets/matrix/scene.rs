//! The heatmap of a matrix, its hue and its symbol.

use attention::Matrix;
use leptos::prelude::*;
use lesson::Name;

use crate::plot::{Range, Scene};
use crate::state::Lab;

/// The heatmap of `name` without labels, as it lies under the table.
pub fn of(lab: Lab, name: Name, transposed: bool) -> Scene {
    lab.trace.with(|trace| {
        let matrix = trace.get(name);
        let masked = matches!(
            name,
            Name::Mask | Name::Masked | Name::Shifted | Name::Exp | Name::Weights
        );
        Scene::Heatmap {
            matrix: matrix.clone(),
            transposed,
            range: range(name, matrix),
            keep: masked.then(|| lab.document.with(|d| d.keep())),
            labels: None,
        }
    })
}

/// Weights and what they are made of run from 0; all else is signed.
pub fn range(name: Name, matrix: &Matrix) -> Range {
    match name {
        Name::Weights | Name::Exp | Name::Sum => Range::from_zero(matrix),
        _ => Range::around(matrix),
    }
}

/// The hue its frame, label and symbol have in common.
pub const fn hue(name: Name) -> &'static str {
    name.table().hue
}

/// The symbol of the whole matrix, as in the formulas.
pub const fn symbol(name: Name, transposed: bool) -> &'static str {
    match name {
        Name::K if transposed => "Kᵀ",
        name => name.table().whole,
    }
}
