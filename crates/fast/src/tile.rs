//! The one inner loop of every matrix product: a tile of cells that never leaves the registers.
//!
//! ```text
//!                         ┌──┬──┬──┐
//!                         │▓▓│  │  │  B in panels of eight columns, from a packed copy or where
//!                  depth  │▓▓│  │  │  it lies
//!                         └──┴──┴──┘
//!               depth
//!           ┌───────────┐ ┌──┬──┬──┐
//!         R │░░░░░░░░░░░│ │██│  │  │  a tile of R×8 cells (█): for each step of depth, two vectors
//!           ├───────────┤ ├──┼──┼──┤  of the panel (▓) times one number of each of R rows of A (░)
//!         R │           │ │  │  │  │
//!           └───────────┘ └──┴──┴──┘
//! ```
//!
//! Every number that is loaded is used R or eight times, so arithmetic, not memory, sets the pace
//! (Goto and van de Geijn 2008, §4). Six rows need 12 registers for the cells, two for the panel and
//! one for the number of A: 15, and V8 leaves 15 of the 16 that most processors have. So the loop is
//! not unrolled by hand, and does nothing else.
//!
//! This file is the crate's only `unsafe` code: with a check at each load the loop is half as fast.
//! [`strip`] checks once, for all that its loops touch.

use crate::kernels::Kernels;
use core::ops::Range;
use simd::vector::Vector;

/// Columns of a panel: two vectors.
pub const WIDTH: usize = 8;

/// Columns when rounded up to whole panels.
pub fn whole_panels(cols: usize) -> usize {
    cols.div_ceil(WIDTH).saturating_mul(WIDTH)
}

/// out = (A·B + out·start)·finish, where A is rows×depth and B depth×cols, both at least 1.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    /// A's cell (i, t) is `a[i·a_row + t]`.
    pub a: &'a [f32],
    /// See `a`.
    pub a_row: usize,
    /// Rows of A and of the result.
    pub rows: usize,
    /// Terms of a sum.
    pub depth: usize,
    /// B's cell (t, c) is `b[p·b_panel + t·b_row + c − 8p]`, where p is its panel ⌊c/8⌋. A last
    /// panel that is not full must be followed by numbers that may be read.
    pub b: &'a [f32],
    /// See `b`.
    pub b_row: usize,
    /// See `b`.
    pub b_panel: usize,
    /// Columns of B and of the result.
    pub cols: usize,
    /// The result's cell (i, c) is `out[i·out_row + c]`.
    pub out_row: usize,
    /// What stood in `out` is added, each row with its factor; without, it is replaced.
    pub start: Option<&'a [f32]>,
    /// In the end each row is multiplied with its factor.
    pub finish: Option<&'a [f32]>,
}

/// Computes the block: as many whole tiles as there are, then the rows that are left.
#[inline(never)]
pub fn multiply<K: Kernels>(block: &Block<'_>, out: &mut [f32]) {
    let whole = block.rows - block.rows % K::HEIGHT;
    if whole > 0 {
        K::strips(block, 0..whole, out);
    }
    if whole < block.rows {
        K::last_strips(block, whole..block.rows, out);
    }
}

/// Some rows, `R` at a time: panel by panel, so that the panel at work stays in the fastest cache.
#[inline(always)]
pub fn strips<V: Vector, const R: usize, const WHOLE: bool>(
    block: &Block<'_>,
    rows: Range<usize>,
    out: &mut [f32],
) {
    for panel in 0..block.cols.div_ceil(WIDTH) {
        strip::<V, R, WHOLE>(block, panel, rows.clone(), out);
    }
}

/// `R` rows at a time of one panel. If the last may be fewer (not `WHOLE`), one of them is computed several
/// times over, and put down once: a tile of its own for each number of rows would be a kilobyte each.
#[inline(always)]
fn strip<V: Vector, const R: usize, const WHOLE: bool>(
    block: &Block<'_>,
    panel: usize,
    rows: Range<usize>,
    out: &mut [f32],
) {
    let Block {
        a_row,
        depth,
        b_row,
        out_row,
        ..
    } = *block;
    let cols = WIDTH.min(block.cols - panel * WIDTH);
    // All that is read and written below, cut out once, so that whatever does not fit stops here.
    let a = &block.a[..(rows.end - 1) * a_row + depth];
    let b = &block.b[panel * block.b_panel..][..(depth - 1) * b_row + WIDTH];
    let out = &mut out[panel * WIDTH..][..(rows.end - 1) * out_row + cols];
    let start = block.start.map(|start| &start[..rows.end]);
    let finish = block.finish.map(|finish| &finish[..rows.end]);
    for i in rows.clone().step_by(R) {
        let here = if WHOLE {
            i..i + R
        } else {
            i..rows.end.min(i + R)
        };
        let mut from = [a.as_ptr(); R];
        for (r, from) in from.iter_mut().enumerate() {
            let row = if WHOLE {
                i + r
            } else {
                (i + r).min(rows.end - 1)
            };
            *from = from.wrapping_add(row * a_row);
        }
        let edge = Edge {
            start: start.map(|start| &start[here.clone()]),
            finish: finish.map(|finish| &finish[here.clone()]),
        };
        // SAFETY: the cells read are a[row·a_row + t] and b[t·b_row..][..8] with row below `rows.end`
        // and t below `depth`, all inside the slices cut out above.
        let sums = unsafe { tile::<V, R>(from, b.as_ptr(), b_row, depth) };
        if cols == WIDTH && here.len() == R {
            let out = out[i * out_row..].as_mut_ptr();
            // SAFETY: rows i to i + R − 1 of `out`, eight cells each, are inside the slice cut out.
            unsafe { put::<V, R>(sums, &edge, out, out_row) };
        } else {
            let mut wide = [[[0.0; 4]; 2]; R];
            for (wide, sums) in wide.iter_mut().zip(sums) {
                let [left, right] = wide;
                sums[0].store(left);
                sums[1].store(right);
            }
            let (wide, _) = wide.as_flattened().as_flattened().as_chunks();
            put_part(
                &wide[..here.len()],
                &edge,
                &mut out[i * out_row..],
                out_row,
                cols,
            );
        }
    }
}

/// R×8 sums of products; `from` are the first numbers of R rows of A.
///
/// # Safety
/// `from[r][t]` and the eight numbers from `b[t·b_row]` on must be readable for all t < depth.
#[inline(always)]
unsafe fn tile<V: Vector, const R: usize>(
    from: [*const f32; R],
    mut b: *const f32,
    b_row: usize,
    depth: usize,
) -> [[V; 2]; R] {
    let mut sums = [[V::splat(0.0); 2]; R];
    // No counter of its own: with one more number V8 runs out of registers, and what it then keeps in
    // memory costs a tenth of the speed.
    let (mut at, end) = (0, depth * size_of::<f32>());
    while at < end {
        // SAFETY: the caller's promise; an array of f32 needs no more alignment than an f32.
        let [left, right] = unsafe { *b.cast::<[[f32; 4]; 2]>() };
        let (left, right) = (V::load(&left), V::load(&right));
        for (sum, from) in sums.iter_mut().zip(from) {
            // SAFETY: the caller's promise.
            let x = V::splat(unsafe { *from.byte_add(at) });
            *sum = [x.madd(left, sum[0]), x.madd(right, sum[1])];
        }
        // Past the last step these point beyond the operands, and are not used.
        b = b.wrapping_add(b_row);
        at += size_of::<f32>();
    }
    sums
}

/// What happens to the R rows of a tile when it is put down; see [`Block`].
struct Edge<'a> {
    start: Option<&'a [f32]>,
    finish: Option<&'a [f32]>,
}

/// The tile into its place.
///
/// # Safety
/// The eight numbers from `out[r·out_row]` on must be readable and writable for all r < R.
#[inline(always)]
unsafe fn put<V: Vector, const R: usize>(
    mut sums: [[V; 2]; R],
    edge: &Edge<'_>,
    out: *mut f32,
    out_row: usize,
) {
    // SAFETY: the caller's promise.
    let row = |r: usize| unsafe { out.add(r * out_row).cast::<[[f32; 4]; 2]>() };
    if let Some(start) = edge.start {
        for (r, (sum, factor)) in sums.iter_mut().zip(start).enumerate() {
            // SAFETY: the same.
            let [left, right] = unsafe { *row(r) };
            let factor = V::splat(*factor);
            sum[0] = V::load(&left).madd(factor, sum[0]);
            sum[1] = V::load(&right).madd(factor, sum[1]);
        }
    }
    if let Some(finish) = edge.finish {
        for (sum, factor) in sums.iter_mut().zip(finish) {
            let factor = V::splat(*factor);
            *sum = [sum[0].mul(factor), sum[1].mul(factor)];
        }
    }
    for (r, sum) in sums.into_iter().enumerate() {
        // SAFETY: the same.
        let [left, right] = unsafe { &mut *row(r) };
        sum[0].store(left);
        sum[1].store(right);
    }
}

/// A tile, or some rows of it, into a place narrower than itself. One plain function for all vectors and
/// heights: it is needed at the edges alone, and as vector code in every strip it was a kilobyte.
#[inline(never)]
fn put_part(sums: &[[f32; WIDTH]], edge: &Edge<'_>, out: &mut [f32], out_row: usize, cols: usize) {
    for (r, (sums, out)) in sums.iter().zip(out.chunks_mut(out_row)).enumerate() {
        let start = edge.start.map(|start| start[r]);
        let finish = edge.finish.map_or(1.0, |finish| finish[r]);
        for (sum, out) in sums.iter().zip(&mut out[..cols]) {
            *out = start.map_or(*sum, |start| *out * start + sum) * finish;
        }
    }
}
