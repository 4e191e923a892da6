//! Products with whole numbers of eight bits: sums of whole numbers are exact, so nothing but the scales is rounded, and
//! every machine gives the same bits.

use super::Vector;
use super::product::{WIDTH, halves, read, write};
use crate::kernels::packed::{Int8Panels, PAIRS, Quantised};
use crate::matrix::Matrix;
use crate::view::ViewMut;
use simd::Vector as _;

/// Eight sums of whole numbers, a column each.
pub(in crate::kernels) trait Sums: Copy {
    /// The vector of four numbers that belongs to it.
    type Numbers: Vector;

    /// Zeros.
    fn zero() -> Self;

    /// Adds `x`₀ times the upper and `x`₁ times the lower number of each column.
    fn add_pair(self, x: [i16; 2], pair: [Self; 2]) -> Self;

    /// A pair of rows, made wide enough to be multiplied.
    fn wide(pair: &[i8; 2 * WIDTH]) -> [Self; 2];

    /// As numbers with a fraction.
    fn numbers(self) -> [Self::Numbers; 2];
}

/// Rows of a block; see `product`. Their sums of whole numbers and the pair at work fill the registers.
const HEIGHT: usize = 4;

/// [`scalar::multiply_int8`](crate::kernels::scalar::multiply_int8): `a` n×k, `b` k×m, `out` n×m.
#[inline(always)]
pub(in crate::kernels) fn multiply_int8<S: Sums>(
    a: &Matrix,
    b: &Int8Panels,
    mut out: ViewMut,
    bias: Option<&[f32]>,
) {
    let (n, m) = out.shape();
    let a = Quantised::of(a);
    let whole = n - n % HEIGHT;
    for panel in 0..m.div_ceil(WIDTH) {
        for i in (0..whole).step_by(HEIGHT) {
            block::<S, HEIGHT>(&a, b, &mut out, bias, (i, panel));
        }
        match n % HEIGHT {
            1 => block::<S, 1>(&a, b, &mut out, bias, (whole, panel)),
            2 => block::<S, 2>(&a, b, &mut out, bias, (whole, panel)),
            3 => block::<S, 3>(&a, b, &mut out, bias, (whole, panel)),
            _ => {}
        }
    }
}

/// `R` rows of A, from row `i`, times one panel.
#[inline(always)]
fn block<S: Sums, const R: usize>(
    a: &Quantised,
    b: &Int8Panels,
    out: &mut ViewMut,
    bias: Option<&[f32]>,
    (i, panel): (usize, usize),
) {
    let columns = panel * WIDTH..out.shape().1.min((panel + 1) * WIDTH);
    let mut sums = [[S::Numbers::splat(0.0); 2]; R];
    if let Some(bias) = bias {
        sums = [read(&bias[columns.clone()]); R];
    }
    let (blocks, scales) = b.panel(panel);
    let rows: [_; R] = std::array::from_fn(|r| {
        let (blocks_of_row, scales_of_row) = a.row(i + r);
        (
            &blocks_of_row[..blocks.len()],
            &scales_of_row[..blocks.len()],
        )
    });
    for (at, (pairs, scales)) in blocks.iter().zip(scales).enumerate() {
        let mut whole = [S::zero(); R];
        for t in 0..PAIRS {
            let wide = S::wide(&pairs[t]);
            for (whole, (numbers, _)) in whole.iter_mut().zip(&rows) {
                *whole = whole.add_pair(numbers[at][t], wide);
            }
        }
        let scales = halves::<S::Numbers>(scales);
        for ((sum, whole), (_, of_row)) in sums.iter_mut().zip(whole).zip(&rows) {
            let (whole, scale) = (whole.numbers(), S::Numbers::splat(of_row[at]));
            for half in 0..2 {
                let scaled = whole[half].mul(scales[half].mul(scale));
                sum[half] = sum[half].add(scaled);
            }
        }
    }
    for (r, sum) in sums.into_iter().enumerate() {
        write(sum, &mut out.row_mut(i + r)[columns.clone()]);
    }
}
