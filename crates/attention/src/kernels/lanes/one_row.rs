//! The product of one row with a matrix, as when a token is written: each number of the matrix is used once, so the memory
//! sets the pace, and the matrix is read straight through. Every cell is summed from left to right, as in `product`.

use super::Vector;
use super::product::{WIDTH, halves, write};
use crate::kernels::{Start, scalar};
use crate::view::{View, ViewMut};

/// [`scalar::multiply`] of one row: `a` 1×k, `b` k×m, `out` 1×m.
#[inline(always)]
pub(in crate::kernels) fn multiply_one<V: Vector>(
    a: View,
    b: View,
    mut out: ViewMut,
    start: Start<'_>,
) {
    let (k, m) = b.shape();
    if k == 0 || m == 0 || a.transposed {
        return scalar::multiply(a, b, out, start);
    }
    let (a, out) = (a.stored_row(0), out.row_mut(0));
    match start {
        Start::Zero => out.fill(0.0),
        Start::Add => {}
        Start::Row(bias) => out.copy_from_slice(bias),
    }
    match b.transposed {
        true => turned::<V>(a, b, out),
        false => straight::<V>(a, b, out),
    }
}

/// So many rows of B pass by at once.
const AT_ONCE: usize = 4;

/// One row of A, k numbers, times B, k×m.
#[inline(always)]
fn straight<V: Vector>(a: &[f32], b: View, out: &mut [f32]) {
    let (fours, rest) = a.as_chunks::<AT_ONCE>();
    for (at, four) in fours.iter().enumerate() {
        let row = |r: usize| (four[r], b.stored_row(at * AT_ONCE + r));
        pass::<V, AT_ONCE>([0, 1, 2, 3].map(row), out);
    }
    let done = a.len() - rest.len();
    for (at, x) in rest.iter().enumerate() {
        pass::<V, 1>([(*x, b.stored_row(done + at))], out);
    }
}

/// One row of A, k numbers, times a B that is turned over: m rows of k.
#[inline(always)]
fn turned<V: Vector>(a: &[f32], b: View, out: &mut [f32]) {
    let (pieces, rest) = a.as_chunks::<4>();
    let (most, last) = out.as_chunks_mut::<WIDTH>();
    for (at, cells) in most.iter_mut().enumerate() {
        let rows: [&[f32]; WIDTH] = std::array::from_fn(|j| b.stored_row(at * WIDTH + j));
        let fours = fours(rows, pieces.len());
        let mut sums = halves::<V>(cells);
        for (at, piece) in pieces.iter().enumerate() {
            for (x, both) in piece.iter().zip(columns::<V>(&fours, at)) {
                let x = V::splat(*x);
                sums = [sums[0].add(x.mul(both[0])), sums[1].add(x.mul(both[1]))];
            }
        }
        write(sums, cells);
        for (cell, row) in cells.iter_mut().zip(rows) {
            for (x, y) in rest.iter().zip(&row[a.len() - rest.len()..]) {
                *cell += x * y;
            }
        }
    }
    let done = most.len() * WIDTH;
    for (at, cell) in last.iter_mut().enumerate() {
        for (x, y) in a.iter().zip(b.stored_row(done + at)) {
            *cell += x * y;
        }
    }
}

/// Adds `R` rows of B, each times its number of A, to the row of C, one after the other.
#[inline(always)]
fn pass<V: Vector, const R: usize>(rows: [(f32, &[f32]); R], out: &mut [f32]) {
    let m = out.len();
    let factors = rows.map(|(x, _)| V::splat(x));
    // Pieces of one known length, which the compiler need not check at every step.
    let pieces = rows.map(|(_, row)| row[..m].as_chunks::<4>());
    let (most, last) = out.as_chunks_mut::<4>();
    for (at, cells) in most.iter_mut().enumerate() {
        let mut sum = V::load(cells);
        for (x, (piece, _)) in factors.iter().zip(&pieces) {
            sum = sum.add(x.mul(V::load(&piece[at])));
        }
        sum.store(cells);
    }
    for (at, cell) in last.iter_mut().enumerate() {
        for ((x, _), (_, rest)) in rows.iter().zip(&pieces) {
            *cell += x * rest[at];
        }
    }
}

/// The first `count` pieces of four numbers of each row: cut to the length that is run through, so that the compiler
/// need not check at every step.
#[inline(always)]
fn fours(rows: [&[f32]; WIDTH], count: usize) -> [&[[f32; 4]]; WIDTH] {
    rows.map(|row| &row.as_chunks::<4>().0[..count])
}

/// The columns of the pieces at `at` of eight rows: of the upper four rows and the lower.
#[inline(always)]
fn columns<V: Vector>(rows: &[&[[f32; 4]]; WIDTH], at: usize) -> [[V; 2]; 4] {
    let [a, b, c, d, e, f, g, h] = rows;
    let upper = V::transposed([a, b, c, d].map(|row| V::load(&row[at])));
    let lower = V::transposed([e, f, g, h].map(|row| V::load(&row[at])));
    [0, 1, 2, 3].map(|k| [upper[k], lower[k]])
}
