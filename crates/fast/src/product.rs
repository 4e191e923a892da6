//! Matrix products of any size by tiles.

use crate::kernels::Kernels;
use crate::shape::Product;
use crate::tile::{self, Block, WIDTH};

/// The longest stretch of a sum at once: the panel at work (24 KB) stays in the fastest cache.
const DEPTH: usize = 768;
/// Rows of A at once: with DEPTH columns 576 KB, which stay in the second cache.
const ROWS: usize = 192;

/// From so many numbers on (256 KB) B is fetched ahead: the panel at work would else be waited for.
const LARGE: usize = 1 << 16;

/// Factors that change nothing.
static ONES: [f32; ROWS] = [1.0; ROWS];

/// Packs `b` into panels.
pub fn pack<K: Kernels>(shape: &Product, b: &[f32], packed: &mut [f32]) {
    if shape.transposed {
        K::pack_rows(b, shape.k, 1.0, packed);
    } else {
        K::pack_columns(b, shape.m, packed);
    }
}

/// out = A·B, with room for the packed `b` in `scratch`.
pub fn matmul<K: Kernels>(
    shape: &Product,
    a: &[f32],
    b: &[f32],
    out: &mut [f32],
    scratch: &mut [f32],
) {
    let packed = &mut scratch[..shape.packed()];
    pack::<K>(shape, b, packed);
    matmul_packed::<K>(shape, a, packed, out);
}

/// out = A·B with B in panels. A long sum is cut into stretches: the cells are then put down and
/// taken up again.
pub fn matmul_packed<K: Kernels>(shape: &Product, a: &[f32], packed: &[f32], out: &mut [f32]) {
    let Product { n, k, m, .. } = *shape;
    for i in (0..n).step_by(ROWS) {
        let rows = ROWS.min(n - i);
        for t in (0..k).step_by(DEPTH) {
            let block = Block {
                a: &a[i * k + t..],
                a_row: k,
                rows,
                depth: DEPTH.min(k - t),
                b: &packed[t * WIDTH..],
                b_row: WIDTH,
                b_panel: k * WIDTH,
                cols: m,
                out_row: m,
                start: (t > 0).then_some(&ONES[..rows]),
                finish: None,
            };
            let out = &mut out[i * m..];
            if packed.len() < LARGE {
                tile::multiply::<K>(&block, out);
            } else {
                panel_by_panel::<K>(&block, out);
            }
        }
    }
}

/// [`tile::multiply`], where each panel is fetched while the one before is at work.
fn panel_by_panel<K: Kernels>(block: &Block<'_>, out: &mut [f32]) {
    let stretch = block.depth * WIDTH;
    for col in (0..block.cols).step_by(WIDTH) {
        let b = &block.b[col / WIDTH * block.b_panel..];
        if let Some(next) = b.get(block.b_panel..) {
            fetch(&next[..stretch.min(next.len())]);
        }
        let panel = Block {
            b,
            cols: WIDTH.min(block.cols - col),
            ..*block
        };
        tile::multiply::<K>(&panel, &mut out[col..]);
    }
}

/// Reads one number of each line of the cache (64 bytes), so that the others are there when they are
/// needed. WebAssembly has no instruction for it; a load that nothing waits for does the same.
#[inline(never)]
fn fetch(numbers: &[f32]) {
    let bits = numbers.iter().step_by(16).map(|x| x.to_bits());
    core::hint::black_box(bits.fold(0, |all, bits| all | bits));
}
