//! Matrix products: a block of cells at a time, each cell summed from left to right.
//!
//! To compute C = A·B, where A is n×k and B is k×m:
//!
//! ```text
//!                      ┌──┬──┬──┐
//!                      │▓▓│  │  │  B in panels of eight columns; the panel at work (▓) is
//!                   k  │▓▓│  │  │  copied together, so that it is read straight through
//!                      └──┴──┴──┘
//!        ┌───────────┐ ┌──┬──┬──┐
//!     4  │░░░░░░░░░░░│ │██│  │  │  a block of 4×8 cells (█) stays in registers while the four
//!        ├───────────┤ ├──┼──┼──┤  rows of A (░) and the panel pass by once: for each k, two
//!        │           │ │  │  │  │  vectors of the panel times four numbers of A
//!        └───────────┘ └──┴──┴──┘
//! ```
//!
//! Every number that is loaded is used four or eight times, so the arithmetic, not the memory,
//! sets the pace (Goto and van de Geijn 2008, §4). A long k is cut into stretches that keep the
//! panel in the fastest cache; a cell is then put down and taken up again, in the same order.

use super::Vector;
pub(super) use crate::kernels::packed::WIDTH;
use crate::kernels::{Start, scalar};
use crate::view::{View, ViewMut};
use std::ops::Range;

/// Rows of a block: 4×8 cells are eight running vectors, which leaves registers for the factors.
/// (With 5 or 6 rows the compiler runs out of registers in its order of working: half as fast.)
const HEIGHT: usize = 4;
/// The longest stretch of k at once: a panel of 4 KB.
const DEPTH: usize = 128;

/// Row `k` of eight neighbouring columns of the right factor.
type Panel = [[f32; WIDTH]];

/// [`scalar::multiply`] by blocks.
#[inline(always)]
pub(in crate::kernels) fn multiply<V: Vector>(
    a: View,
    b: View,
    mut out: ViewMut,
    start: Start<'_>,
) {
    let (k, m) = b.shape();
    if k == 0 {
        return scalar::multiply(a, b, out, start);
    }
    let mut slots = [[0.0; WIDTH]; DEPTH];
    for from in (0..k).step_by(DEPTH) {
        let depth = from..k.min(from + DEPTH);
        let panel = &mut slots[..depth.len()];
        let start = if from == 0 { start } else { Start::Add };
        for j in (0..m).step_by(WIDTH) {
            let columns = j..m.min(j + WIDTH);
            fill(panel, b, &depth, &columns);
            strip::<V>(a, panel, from, &mut out, &columns, start);
        }
    }
}

/// Copies the part of B that is at work. Where it is narrower than the panel, the rest keeps
/// what it had: cells computed from it are not written out.
#[inline(always)]
fn fill(panel: &mut Panel, b: View, depth: &Range<usize>, columns: &Range<usize>) {
    if b.transposed {
        for (slot, j) in columns.clone().enumerate() {
            for (slots, x) in panel.iter_mut().zip(&b.stored_row(j)[depth.clone()]) {
                slots[slot] = *x;
            }
        }
        return;
    }
    for (slots, k) in panel.iter_mut().zip(depth.clone()) {
        let row = &b.stored_row(k)[columns.clone()];
        match <&[f32; WIDTH]>::try_from(row) {
            Ok(row) => *slots = *row,
            Err(_) => slots[..row.len()].copy_from_slice(row),
        }
    }
}

/// The cells of `out` in the columns of one panel, four rows at a time and then the rest.
#[inline(always)]
pub(super) fn strip<V: Vector>(
    a: View,
    panel: &Panel,
    from: usize,
    out: &mut ViewMut,
    columns: &Range<usize>,
    start: Start<'_>,
) {
    let n = out.shape().0;
    let whole = n - n % HEIGHT;
    for i in (0..whole).step_by(HEIGHT) {
        block::<V, HEIGHT>(a, panel, from, out, i, columns, start);
    }
    match n % HEIGHT {
        1 => block::<V, 1>(a, panel, from, out, whole, columns, start),
        2 => block::<V, 2>(a, panel, from, out, whole, columns, start),
        3 => block::<V, 3>(a, panel, from, out, whole, columns, start),
        _ => {}
    }
}

/// `R` rows times the columns of one panel, from row `i`.
#[inline(always)]
fn block<V: Vector, const R: usize>(
    a: View,
    panel: &Panel,
    from: usize,
    out: &mut ViewMut,
    i: usize,
    columns: &Range<usize>,
    start: Start<'_>,
) {
    let mut sums = [[V::splat(0.0); 2]; R];
    match start {
        Start::Zero => {}
        Start::Add => {
            for (r, sum) in sums.iter_mut().enumerate() {
                *sum = read(&out.row_mut(i + r)[columns.clone()]);
            }
        }
        Start::Row(bias) => sums = [read(&bias[columns.clone()]); R],
    }
    let sums = if a.transposed {
        down::<V, R>(sums, &a.data[from * a.stride + i..], a.stride, panel)
    } else {
        let mut rows = [&[][..]; R];
        for (r, row) in rows.iter_mut().enumerate() {
            *row = &a.stored_row(i + r)[from..][..panel.len()];
        }
        along::<V, R>(sums, rows, panel)
    };
    for (r, sum) in sums.into_iter().enumerate() {
        write(sum, &mut out.row_mut(i + r)[columns.clone()]);
    }
}

/// So many steps of k need no check, because the compiler knows their number: measured in Chromium's engine, half as
/// fast again.
const STEPS: usize = 64;

/// The inner loop where a row of A lies in one piece.
#[inline(always)]
fn along<V: Vector, const R: usize>(
    mut sums: [[V; 2]; R],
    rows: [&[f32]; R],
    panel: &Panel,
) -> [[V; 2]; R] {
    let (whole, rest) = panel.as_chunks::<STEPS>();
    let rows = rows.map(|row| row[..panel.len()].as_chunks::<STEPS>());
    for (at, panel) in whole.iter().enumerate() {
        let rows = rows.map(|(row, _)| &row[at]);
        for k in 0..STEPS {
            let [left, right] = halves::<V>(&panel[k]);
            for (sum, row) in sums.iter_mut().zip(rows) {
                let x = V::splat(row[k]);
                *sum = [sum[0].add(x.mul(left)), sum[1].add(x.mul(right))];
            }
        }
    }
    let rows = rows.map(|(_, row)| &row[..rest.len()]);
    for (k, columns) in rest.iter().enumerate() {
        let [left, right] = halves::<V>(columns);
        for (sum, row) in sums.iter_mut().zip(rows) {
            let x = V::splat(row[k]);
            *sum = [sum[0].add(x.mul(left)), sum[1].add(x.mul(right))];
        }
    }
    sums
}

/// The inner loop where A is turned over, so that a column of the block lies in one piece.
#[inline(always)]
fn down<V: Vector, const R: usize>(
    mut sums: [[V; 2]; R],
    a: &[f32],
    stride: usize,
    panel: &Panel,
) -> [[V; 2]; R] {
    let Some((last, most)) = panel.split_last() else {
        return sums;
    };
    // Pieces of one known length, which the compiler need not check at every step; the last may
    // be shorter.
    let (a, a_last) = a.split_at(most.len() * stride);
    for (columns, a) in most.iter().zip(a.chunks_exact(stride)) {
        step(&mut sums, columns, a);
    }
    step(&mut sums, last, a_last);
    sums
}

/// One k: `R` numbers of A times a row of the panel.
#[inline(always)]
fn step<V: Vector, const R: usize>(sums: &mut [[V; 2]; R], columns: &[f32; WIDTH], a: &[f32]) {
    let [left, right] = halves::<V>(columns);
    for (sum, x) in sums.iter_mut().zip(&a[..R]) {
        let x = V::splat(*x);
        *sum = [sum[0].add(x.mul(left)), sum[1].add(x.mul(right))];
    }
}

#[inline(always)]
pub(super) fn halves<V: Vector>(x: &[f32; WIDTH]) -> [V; 2] {
    let [a, b, c, d, e, f, g, h] = *x;
    [V::load(&[a, b, c, d]), V::load(&[e, f, g, h])]
}

/// The cells that are there, zeros for the rest.
#[inline(always)]
pub(super) fn read<V: Vector>(cells: &[f32]) -> [V; 2] {
    match <&[f32; WIDTH]>::try_from(cells) {
        Ok(cells) => halves(cells),
        Err(_) => {
            let mut padded = [0.0; WIDTH];
            for (slot, cell) in padded.iter_mut().zip(cells) {
                *slot = *cell;
            }
            halves(&padded)
        }
    }
}

/// Eight cells into the row; those past its end were padding.
#[inline(always)]
pub(super) fn write<V: Vector>(sum: [V; 2], out: &mut [f32]) {
    if let Ok(out) = <&mut [f32; WIDTH]>::try_from(&mut *out) {
        let (left, right) = out.split_at_mut(4);
        if let (Some(left), Some(right)) = (left.first_chunk_mut(), right.first_chunk_mut()) {
            sum[0].store(left);
            sum[1].store(right);
        }
        return;
    }
    let mut cells = [[0.0; 4]; 2];
    sum[0].store(&mut cells[0]);
    sum[1].store(&mut cells[1]);
    for (out, cell) in out.iter_mut().zip(cells.as_flattened()) {
        *out = *cell;
    }
}
