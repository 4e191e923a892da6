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
    match name {
        Name::Q | Name::Wq => "q",
        Name::K | Name::Wk => "k",
        Name::V | Name::Wv => "v",
        Name::X | Name::Xkv => "x",
        Name::Scores | Name::Scaled | Name::Mask | Name::Masked => "scores",
        Name::Max | Name::Shifted | Name::Exp | Name::Sum | Name::Weights => "weights",
        Name::Output => "output",
    }
}

/// The symbol of the whole matrix, as in the formulas.
pub const fn symbol(name: Name, transposed: bool) -> &'static str {
    match name {
        Name::X => "X",
        Name::Xkv => "Y",
        Name::Wq => "W_Q",
        Name::Wk => "W_K",
        Name::Wv => "W_V",
        Name::Q => "Q",
        Name::K if transposed => "Kᵀ",
        Name::K => "K",
        Name::V => "V",
        Name::Scores => "S",
        Name::Scaled => "S′",
        Name::Mask => "M",
        Name::Masked => "Z",
        Name::Max => "μ",
        Name::Shifted => "Z′",
        Name::Exp => "E",
        Name::Sum => "Σ",
        Name::Weights => "A",
        Name::Output => "O",
    }
}
