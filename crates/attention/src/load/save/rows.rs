//! Rows of weights as whole numbers, each row with a factor of its own.

use super::{Laid, Numbers, Tensor};

/// The tensor `name` as whole numbers up to ±`levels`, and the factor of each of its rows beside it.
pub(super) fn whole((name, laid): (String, Laid), levels: i8) -> [(String, Tensor); 2] {
    let rows = laid.shape.first().copied().unwrap_or(1);
    let width = laid.numbers.len().checked_div(rows).unwrap_or(0).max(1);
    let (mut numbers, mut factors) = (Vec::with_capacity(laid.numbers.len()), Vec::new());
    for row in laid.numbers.chunks(width) {
        let largest = row.iter().fold(0.0, |largest: f32, x| largest.max(x.abs()));
        let factor = largest / f32::from(levels);
        // A row of zeros, or of numbers too small to be divided, is all zeros.
        let inverse = if factor.is_normal() {
            1.0 / factor
        } else {
            0.0
        };
        numbers.extend(row.iter().map(|x| (x * inverse).round() as i8));
        factors.push(factor);
    }
    let scale = Tensor {
        shape: vec![rows, 1],
        numbers: Numbers::F32(factors),
    };
    let whole = Tensor {
        shape: laid.shape,
        numbers: Numbers::I8(numbers),
    };
    [(format!("{name}_scale"), scale), (name, whole)]
}
