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
use core::mem::MaybeUninit;
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

/// Computes the block, panel by panel, so that the panel at work stays in the fastest cache: as many
/// whole tiles as there are, then the rows that are left, in tiles of 4, 2 and 1: a tile of 3 or 5
/// rows would be quicker for those only, and each is half a kilobyte.
pub fn multiply<K: Kernels>(block: &Block<'_>, out: &mut [f32]) {
    let whole = block.rows - block.rows % K::HEIGHT;
    for panel in 0..block.cols.div_ceil(WIDTH) {
        if whole > 0 {
            K::strip(K::HEIGHT, block, panel, 0..whole, out);
        }
        let mut at = whole;
        for height in [4, 2, 1] {
            if block.rows - at >= height {
                K::strip(height, block, panel, at..at + height, out);
                at += height;
            }
        }
    }
}

/// `R` rows at a time of one panel; `rows` are a multiple of `R`. (With the loop over panels in here
/// too, V8 runs out of registers: two thirds of the speed.)
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
    // All that is read and written below, cut out once, so that whatever does not fit stops here.
    let a = &block.a[..(rows.end - 1) * a_row + (depth - 1) * a_step + 1];
    let b = &block.b[panel * block.b_panel..][..(depth - 1) * b_row + WIDTH];
    let out = &mut out[panel * WIDTH..][..(rows.end - 1) * out_row + cols];
    let start = block.start.map(|start| &start[..rows.end]);
    let finish = block.finish.map(|finish| &finish[..rows.end]);
    for i in rows.step_by(R) {
        let mut from = [a.as_ptr(); R];
        for (r, from) in from.iter_mut().enumerate() {
            *from = from.wrapping_add((i + r) * a_row);
        }
        let edge = Edge {
            start: start.map(|start| &start[i..i + R]),
            finish: finish.map(|finish| &finish[i..i + R]),
        };
        let out = &mut out[i * out_row..];
        let mut wide = MaybeUninit::<[[f32; WIDTH]; R]>::uninit();
        let (to, to_row) = if cols == WIDTH {
            (out.as_mut_ptr(), out_row)
        } else {
            let wide = wide.write([[0.0; WIDTH]; R]).as_flattened_mut();
            copy_rows(cols, (out, out_row), (wide, WIDTH));
            (wide.as_mut_ptr(), WIDTH)
        };
        // SAFETY: the cells read are a[(i + r)·a_row + t·a_step] and b[t·b_row..][..8] with i + r
        // below `rows.end` and t below `depth`, all inside the slices cut out above; those written
        // are rows i to i + R − 1 of `out`, eight cells each and inside the slice, or all of `wide`.
        unsafe {
            let sums = tile::<V, R>(from, a_step, b.as_ptr(), b_row, depth);
            put::<V, R>(sums, &edge, to, to_row);
        }
        if cols < WIDTH {
            // SAFETY: it was written above.
            let wide = unsafe { wide.assume_init_ref() }.as_flattened();
            copy_rows(cols, (wide, WIDTH), (out, out_row));
        }
    }
}

/// Copies `cols` numbers of each row; both have a length of row, and as many rows as the shorter has.
/// A function of its own, because it is in every strip and never in a hurry.
#[inline(never)]
fn copy_rows(cols: usize, (from, from_row): (&[f32], usize), (to, to_row): (&mut [f32], usize)) {
    for (from, to) in from.chunks(from_row).zip(to.chunks_mut(to_row)) {
        for (from, to) in from[..cols].iter().zip(&mut to[..cols]) {
            *to = *from;
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
            let x = V::splat(unsafe { *from.byte_add(at) });
            *sum = [x.madd(left, sum[0]), x.madd(right, sum[1])];
        }
        // Past the last step these point beyond the operands, and are not used.
        b = b.wrapping_add(b_row);
        at += step * size_of::<f32>();
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
