//! Matrix products of any size by tiles.

use crate::kernels::Kernels;
use crate::shape::Product;
use crate::tile::{self, Block, WIDTH};

/// The longest stretch of a sum at once: the panel at work (8 KB) stays in the fastest cache.
const DEPTH: usize = 256;
/// Rows of A at once: with DEPTH columns 192 KB, which stay in the second cache.
const ROWS: usize = 192;

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
            tile::multiply::<K>(&block, &mut out[i * m..]);
        }
    }
}
