//! Weights of several heads at once, and the cells one looks at.

use attention::{Matrix, ShapeError};

/// How the weights of several heads become one matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Combine {
    /// The smallest: what all heads look at.
    Min,
    /// The mean: rows still sum to 1.
    Mean,
    /// The largest: what any head looks at.
    Max,
}

/// The weights of several heads, each n×m, as one n×m matrix, cell by cell; no heads give a 0×0
/// matrix. The mean adds from the first head to the last, then divides.
///
/// # Errors
/// [`ShapeError::Mismatch`] unless all have one shape.
pub fn combine(heads: &[&Matrix], how: Combine) -> Result<Matrix, ShapeError> {
    let Some((first, others)) = heads.split_first() else {
        return Ok(Matrix::zeros(0, 0));
    };
    let mut all = (*first).clone();
    for head in others {
        let rule = "heads that are combined need weights of one shape";
        fitting(rule, all.shape(), head.shape())?;
        let cells = all.data_mut().iter_mut().zip(head.data());
        cells.for_each(|(cell, &weight)| *cell = joined(*cell, weight, how));
    }
    if how == Combine::Mean {
        let count = heads.len() as f32;
        all.data_mut().iter_mut().for_each(|cell| *cell /= count);
    }
    Ok(all)
}

fn joined(a: f32, b: f32, how: Combine) -> f32 {
    match how {
        Combine::Min => a.min(b),
        Combine::Mean => a + b,
        Combine::Max => a.max(b),
    }
}

/// The weight with which query `from` looks at key `to`; 0 outside the matrix.
#[must_use]
pub fn link(weights: &Matrix, from: usize, to: usize) -> f32 {
    weights.get(from, to).unwrap_or(0.0)
}

/// The `count` largest weights of a row with their keys, the largest first, equal ones from left
/// to right. Keys without weight are left out, so there may be fewer.
#[must_use]
pub fn strongest(row: &[f32], count: usize) -> Vec<(usize, f32)> {
    let mut keys: Vec<(usize, f32)> = row.iter().copied().enumerate().collect();
    keys.retain(|(_, weight)| *weight > 0.0);
    keys.sort_by(|a, b| b.1.total_cmp(&a.1));
    keys.truncate(count);
    keys
}

/// `Ok` when both shapes are the same.
pub(super) fn fitting(
    rule: &'static str,
    left: (usize, usize),
    right: (usize, usize),
) -> Result<(), ShapeError> {
    if left == right {
        return Ok(());
    }
    Err(ShapeError::Mismatch {
        operation: "heads",
        rule,
        left,
        right,
    })
}
