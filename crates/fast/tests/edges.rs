//! Sizes around the edges of a tile, from slices that end where the numbers do: what the `unsafe` loops of `tile.rs` read
//! and write must lie inside. Small enough for Miri, which sees every access: `cargo xtask miri`.

use crate::common::Seeded;
use fast::{Attention, Backend, Product, naive};

for_each_backend!(
    products_end_where_slices_end,
    attention_ends_where_slices_end
);

/// Both add up the same numbers in another order.
const NEAR: f32 = 1e-5;

/// Exactly so long: no room behind the last number.
fn exact(numbers: &mut Seeded, count: usize) -> Box<[f32]> {
    numbers.normals(count).into_boxed_slice()
}

#[track_caller]
fn assert_near(found: &[f32], wanted: &[f32], what: &str) {
    for (found, wanted) in found.iter().zip(wanted) {
        let error = (found - wanted).abs();
        assert!(
            error <= NEAR * (1.0 + wanted.abs()),
            "{what}: {found}, not {wanted}"
        );
    }
}

fn products_end_where_slices_end<B: Backend>() {
    let mut numbers = Seeded(3);
    for n in [1, 3, 4, 5, 6, 7, 13] {
        for (k, m) in [(1, 1), (2, 7), (3, 8), (1, 9), (5, 17)] {
            for transposed in [false, true] {
                let shape = Product {
                    n,
                    k,
                    m,
                    transposed,
                };
                let (a, b) = (exact(&mut numbers, n * k), exact(&mut numbers, k * m));
                let (mut out, mut wanted) =
                    (exact(&mut numbers, n * m), exact(&mut numbers, n * m));
                let mut scratch = exact(&mut numbers, shape.packed());
                B::matmul(&shape, &a, &b, &mut out, &mut scratch).unwrap();
                naive::matmul(&shape, &a, &b, &mut wanted);
                assert_near(&out, &wanted, &format!("{shape:?}"));
            }
        }
    }
}

fn attention_ends_where_slices_end<B: Backend>() {
    let mut numbers = Seeded(4);
    for (n, m) in [(1, 1), (5, 7), (6, 8), (7, 9), (13, 17)] {
        for (d_k, d_v) in [(1, 1), (2, 8), (9, 7)] {
            for causal in [false, true] {
                let shape = Attention {
                    m,
                    d_v,
                    causal,
                    ..Attention::full(n, d_k)
                };
                let [q, k, v] = [n * d_k, m * d_k, m * d_v].map(|count| exact(&mut numbers, count));
                let [mut out, mut wanted] = [n * d_v; 2].map(|count| exact(&mut numbers, count));
                let mut scratch = exact(&mut numbers, shape.scratch());
                B::attention(&shape, &q, &k, &v, &mut out, &mut scratch).unwrap();
                naive::attention(&shape, &q, &k, &v, &mut wanted, &mut vec![0.0; m]);
                assert_near(&out, &wanted, &format!("{shape:?}"));
            }
        }
    }
}
