//! Matrix products: a block of cells at a time, each cell summed from left to right.
//!
//! The right factor is copied into panels of eight columns, so that the inner loop reads it
//! straight through whether it was given as B or as Bᵀ (Goto and van de Geijn 2008, §4).

use super::Vector;
use crate::matrix::Matrix;

/// Columns of a panel: two vectors.
const WIDTH: usize = 8;
/// Rows of a block: 4×8 cells keep eight running vectors, few enough for the registers.
const HEIGHT: usize = 4;

/// `panel[k]` is row `k` of eight neighbouring columns of the right factor.
type Panel = [[f32; WIDTH]];

/// A·B, as [`scalar::product`](crate::kernels::scalar::product).
#[inline(always)]
pub(in crate::kernels) fn product<V: Vector>(a: &Matrix, b: &Matrix, out: &mut Matrix) {
    let mut panel = vec![[0.0; WIDTH]; a.cols()];
    for j in (0..out.cols()).step_by(WIDTH) {
        let width = WIDTH.min(out.cols() - j);
        for (slots, row) in panel.iter_mut().zip(b.iter_rows()) {
            slots[..width].copy_from_slice(&row[j..j + width]);
        }
        strip::<V>(a, &panel, j, out);
    }
}

/// A·Bᵀ, as [`scalar::product_transposed`](crate::kernels::scalar::product_transposed).
#[inline(always)]
pub(in crate::kernels) fn product_transposed<V: Vector>(a: &Matrix, b: &Matrix, out: &mut Matrix) {
    let mut panel = vec![[0.0; WIDTH]; a.cols()];
    for j in (0..out.cols()).step_by(WIDTH) {
        for col in 0..WIDTH.min(out.cols() - j) {
            for (slots, x) in panel.iter_mut().zip(b.row(j + col)) {
                slots[col] = *x;
            }
        }
        strip::<V>(a, &panel, j, out);
    }
}

/// The cells of `out` in the columns of one panel.
#[inline(always)]
fn strip<V: Vector>(a: &Matrix, panel: &Panel, j: usize, out: &mut Matrix) {
    let whole = a.rows() - a.rows() % HEIGHT;
    for i in (0..whole).step_by(HEIGHT) {
        block::<V, HEIGHT>(a, panel, (i, j), out);
    }
    for i in whole..a.rows() {
        block::<V, 1>(a, panel, (i, j), out);
    }
}

/// `R` rows times eight columns of cells, `(i, j)` being the first.
#[inline(always)]
fn block<V: Vector, const R: usize>(
    a: &Matrix,
    panel: &Panel,
    (i, j): (usize, usize),
    out: &mut Matrix,
) {
    let mut rows = [a.row(i); R];
    for (r, row) in rows.iter_mut().enumerate() {
        *row = &a.row(i + r)[..panel.len()];
    }
    let mut sums = [[V::splat(0.0); 2]; R];
    for (k, columns) in panel.iter().enumerate() {
        let [left, right] = halves::<V>(columns);
        for (sum, row) in sums.iter_mut().zip(rows) {
            let x = V::splat(row[k]);
            *sum = [sum[0].add(x.mul(left)), sum[1].add(x.mul(right))];
        }
    }
    for (r, sum) in sums.into_iter().enumerate() {
        write(sum, &mut out.row_mut(i + r)[j..]);
    }
}

#[inline(always)]
fn halves<V: Vector>(x: &[f32; WIDTH]) -> [V; 2] {
    let [a, b, c, d, e, f, g, h] = *x;
    [V::load(&[a, b, c, d]), V::load(&[e, f, g, h])]
}

/// Eight cells into the row; those past its end were padding.
#[inline(always)]
fn write<V: Vector>(sum: [V; 2], out: &mut [f32]) {
    let mut cells = [[0.0; 4]; 2];
    sum[0].store(&mut cells[0]);
    sum[1].store(&mut cells[1]);
    for (out, cell) in out.iter_mut().zip(cells.as_flattened()) {
        *out = *cell;
    }
}
