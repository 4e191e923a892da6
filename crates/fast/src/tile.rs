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
//! one for the number of A: 15 of the 16 that most processors have.

use crate::kernels::Kernels;
use crate::vector::Vector;
use core::ops::Range;

/// Columns of a panel: two vectors.
pub const WIDTH: usize = 8;

/// Columns when rounded up to whole panels.
pub fn whole_panels(cols: usize) -> usize {
    cols.div_ceil(WIDTH).saturating_mul(WIDTH)
}

/// out = (A·B + out·start)·finish, where A is rows×depth and B depth×cols, both at least 1.
#[derive(Clone, Copy)]
pub struct Block<'a> {
    /// A's cell (i, t) is `a[i·a_row + t·a_step]`.
    pub a: &'a [f32],
    /// See `a`.
    pub a_row: usize,
    /// See `a`.
    pub a_step: usize,
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

/// Computes the block, panel by panel, so that the panel at work stays in the fastest cache.
pub fn multiply<K: Kernels>(block: &Block<'_>, out: &mut [f32]) {
    let whole = block.rows - block.rows % K::HEIGHT;
    let rest = whole..block.rows;
    for panel in 0..block.cols.div_ceil(WIDTH) {
        if whole > 0 {
            K::strip(K::HEIGHT, block, panel, 0..whole, out);
        }
        if !rest.is_empty() {
            K::strip(rest.len(), block, panel, rest.clone(), out);
        }
    }
}

/// `R` rows at a time of one panel; `rows` are a multiple of `R`.
#[inline(always)]
pub fn strip<V: Vector, const R: usize>(
    block: &Block<'_>,
    panel: usize,
    rows: Range<usize>,
    out: &mut [f32],
) {
    let Block {
        a_row,
        a_step,
        depth,
        b_row,
        out_row,
        ..
    } = *block;
    let cols = WIDTH.min(block.cols - panel * WIDTH);
    // All that is read below, cut out once, so that whatever does not fit stops here.
    let a = &block.a[..(rows.end - 1) * a_row + (depth - 1) * a_step + 1];
    let b = &block.b[panel * block.b_panel..][..(depth - 1) * b_row + WIDTH];
    let start = block.start.map(|start| &start[..rows.end]);
    let finish = block.finish.map(|finish| &finish[..rows.end]);
    for i in rows.step_by(R) {
        let mut from = [a.as_ptr(); R];
        for (r, from) in from.iter_mut().enumerate() {
            *from = from.wrapping_add((i + r) * a_row);
        }
        // SAFETY: the cells read are a[(i + r)·a_row + t·a_step] and b[t·b_row..][..8] with i + r
        // below `rows.end` and t below `depth`, all inside the slices cut out above.
        let mut sums = unsafe { tile::<V, R>(from, a_step, b.as_ptr(), b_row, depth) };
        for (r, sums) in sums.iter_mut().enumerate() {
            let out = &mut out[(i + r) * out_row + panel * WIDTH..][..cols];
            let start = start.map(|start| start[i + r]);
            let finish = finish.map(|finish| finish[i + r]);
            put(*sums, start, finish, out);
        }
    }
}

/// R×8 sums of products; `from` are the first numbers of R rows of A.
///
/// # Safety
/// `from[r][t·step]` and the eight numbers from `b[t·b_row]` on must be readable for all t < depth.
#[inline(always)]
unsafe fn tile<V: Vector, const R: usize>(
    from: [*const f32; R],
    step: usize,
    mut b: *const f32,
    b_row: usize,
    depth: usize,
) -> [[V; 2]; R] {
    let mut sums = [[V::splat(0.0); 2]; R];
    let mut at = 0;
    for _ in 0..depth {
        // SAFETY: the caller's promise; an array of f32 needs no more alignment than an f32.
        let [left, right] = unsafe { *b.cast::<[[f32; 4]; 2]>() };
        let (left, right) = (V::load(&left), V::load(&right));
        for (sum, from) in sums.iter_mut().zip(from) {
            // SAFETY: the caller's promise.
            let x = V::splat(unsafe { *from.add(at) });
            *sum = [x.madd(left, sum[0]), x.madd(right, sum[1])];
        }
        // Past the last step these point beyond the operands, and are not used.
        b = b.wrapping_add(b_row);
        at += step;
    }
    sums
}

/// Up to eight cells into their row.
#[inline(always)]
fn put<V: Vector>(sums: [V; 2], start: Option<f32>, finish: Option<f32>, out: &mut [f32]) {
    if let Ok(out) = <&mut [f32; WIDTH]>::try_from(&mut *out) {
        return put_eight(sums, start, finish, out);
    }
    let mut eight = [0.0; WIDTH];
    for (cell, out) in eight.iter_mut().zip(&*out) {
        *cell = *out;
    }
    put_eight(sums, start, finish, &mut eight);
    for (out, cell) in out.iter_mut().zip(eight) {
        *out = cell;
    }
}

#[inline(always)]
fn put_eight<V: Vector>(
    sums: [V; 2],
    start: Option<f32>,
    finish: Option<f32>,
    out: &mut [f32; WIDTH],
) {
    let (halves, _) = out.as_chunks_mut::<4>();
    for (out, mut sum) in halves.iter_mut().zip(sums) {
        if let Some(factor) = start {
            sum = V::load(out).madd(V::splat(factor), sum);
        }
        if let Some(factor) = finish {
            sum = sum.mul(V::splat(factor));
        }
        sum.store(out);
    }
}
