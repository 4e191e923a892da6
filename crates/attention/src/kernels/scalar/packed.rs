//! Products with a right factor that was laid out for reading.

use crate::kernels::packed::{BLOCK, Int8Panels, Panels};
use crate::matrix::Matrix;
use crate::view::ViewMut;

/// bias + A·B (n×k times k×m), as [`multiply`](super::multiply) adds it up.
///
/// # Panics
/// Where the shapes do not fit, like slice indexing.
pub fn multiply_panels(a: &Matrix, b: &Panels, mut out: ViewMut<'_>, bias: Option<&[f32]>) {
    let (n, m) = out.shape();
    for i in 0..n {
        for j in 0..m {
            let mut sum = bias.map_or(0.0, |bias| bias[j]);
            for (k, x) in a.row(i).iter().enumerate() {
                sum += x * b.at(k, j);
            }
            out.row_mut(i)[j] = sum;
        }
    }
}

/// bias + A·B (n×k times k×m) in whole numbers: each 32 numbers of a row of A are rounded as those of B are, to whole
/// numbers times one scale; the products of whole numbers are added up exactly, and then multiplied by both scales.
/// Each cell starts at its bias and adds its blocks from left to right.
///
/// # Panics
/// Where the shapes do not fit, like slice indexing.
pub fn multiply_int8(a: &Matrix, b: &Int8Panels, mut out: ViewMut<'_>, bias: Option<&[f32]>) {
    let (n, m) = out.shape();
    for i in 0..n {
        for j in 0..m {
            let mut sum = bias.map_or(0.0, |bias| bias[j]);
            for (block, numbers) in a.row(i).chunks(BLOCK).enumerate() {
                let (wholes, scale) = rounded(numbers);
                let (weights, scale_of_weights) = b.block(block, j);
                let mut whole = 0;
                for (x, w) in wholes.iter().zip(weights) {
                    whole += x * i32::from(w);
                }
                sum += whole as f32 * (scale_of_weights * scale);
            }
            out.row_mut(i)[j] = sum;
        }
    }
}

/// Up to 32 numbers as whole ones from −127 to 127, and what to multiply them by; that is no number where one of them
/// is none.
fn rounded(numbers: &[f32]) -> (Vec<i32>, f32) {
    let mut largest = 0.0;
    for x in numbers {
        // What is no number stays the largest.
        if !f32::is_nan(largest) && (x.is_nan() || x.abs() > largest) {
            largest = x.abs();
        }
    }
    let scale = largest / 127.0;
    let inverse = if scale.is_normal() { 1.0 / scale } else { 0.0 };
    let whole = |x: &f32| (x * inverse).round_ties_even() as i32;
    (numbers.iter().map(whole).collect(), scale)
}
