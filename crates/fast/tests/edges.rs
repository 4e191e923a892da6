//! Sizes around the edges of tiles, stretches and tiles of keys, from slices that end where the numbers do: what the
//! `unsafe` loops of `tile.rs` read and write must lie inside. Small enough for Miri, which sees every access:
//! `cargo xtask miri`.

use crate::common::Seeded;
use fast::{Attention, Backend, Product, naive};

for_each_backend!(
    products_end_where_slices_end,
    sums_go_on_from_stretch_to_stretch,
    large_factors_end_where_slices_end,
    attention_ends_where_slices_end,
    attention_goes_on_from_tile_to_tile,
);

// The same with tiles as high as those of relaxed SIMD, which runs in a browser alone.
#[cfg(not(target_arch = "wasm32"))]
for_each_backend!(
    @ tall, Tall,
    products_end_where_slices_end
    sums_go_on_from_stretch_to_stretch
    large_factors_end_where_slices_end
    attention_ends_where_slices_end
    attention_goes_on_from_tile_to_tile
);

/// Both add up the same numbers in another order.
const NEAR: f32 = 1e-5;

/// One term more than a stretch of a sum (`product.rs`), and one key more than a tile of keys (`attention/mod.rs`).
const TERMS: usize = 769;
const KEYS: usize = 129;

/// Exactly so long: no room behind the last number.
fn exact(numbers: &mut Seeded, count: usize) -> Box<[f32]> {
    numbers.normals(count).into_boxed_slice()
}

/// As long, of halves from −2 to 2: a sum of their products is the same in every order, and making them takes Miri no time.
fn halves(count: usize) -> Box<[f32]> {
    let half = |at: usize| (at * 37 % 61 % 9) as f32 * 0.5 - 2.0;
    (0..count).map(half).collect()
}

#[track_caller]
fn assert_near(found: &[f32], wanted: &[f32], what: &dyn std::fmt::Debug) {
    for (found, wanted) in found.iter().zip(wanted) {
        let error = (found - wanted).abs();
        assert!(
            error <= NEAR * (1.0 + wanted.abs()),
            "{what:?}: {found}, not {wanted}"
        );
    }
}

/// The product is that of the naive loops; nothing of what stood in the result or in the scratch is in it.
fn check_product<B: Backend>(shape: &Product, a: &[f32], b: &[f32]) {
    let room = |count| vec![f32::NAN; count].into_boxed_slice();
    let [mut out, mut wanted] = [shape.n * shape.m; 2].map(room);
    B::matmul(shape, a, b, &mut out, &mut room(shape.packed())).unwrap();
    naive::matmul(shape, a, b, &mut wanted);
    assert_near(&out, &wanted, shape);
}

fn products_end_where_slices_end<B: Backend>() {
    let mut numbers = Seeded(3);
    for n in [1, 3, 4, 5, 6, 7, 13] {
        for (k, m) in [(1, 1), (2, 7), (3, 8), (1, 9), (5, 17), (2, KEYS)] {
            for transposed in [false, true] {
                let shape = Product {
                    n,
                    k,
                    m,
                    transposed,
                };
                let (a, b) = (exact(&mut numbers, n * k), exact(&mut numbers, k * m));
                check_product::<B>(&shape, &a, &b);
            }
        }
    }
}

/// A long sum is put down after each stretch and taken up again: a whole tile through pointers, others cell by cell.
fn sums_go_on_from_stretch_to_stretch<B: Backend>() {
    for (n, m, transposed) in [(1, 9, false), (5, 9, true), (7, 9, false)] {
        let shape = Product {
            n,
            k: TERMS,
            m,
            transposed,
        };
        check_product::<B>(&shape, &halves(n * TERMS), &halves(TERMS * m));
    }
}

/// Of a factor of more than 65 536 numbers each panel is a product of its own.
fn large_factors_end_where_slices_end<B: Backend>() {
    let rows: &[usize] = if cfg!(miri) { &[5] } else { &[1, 5, 7] };
    for n in rows {
        let shape = Product {
            n: *n,
            k: TERMS,
            m: KEYS,
            transposed: false,
        };
        check_product::<B>(&shape, &halves(n * TERMS), &halves(TERMS * KEYS));
    }
}

fn check_attention<B: Backend>(shape: &Attention<'_>, numbers: &mut Seeded) {
    let Attention { n, m, d_k, d_v, .. } = *shape;
    let [q, k, v] = [n * d_k, m * d_k, m * d_v].map(|count| exact(numbers, count));
    let [mut out, mut wanted] = [n * d_v; 2].map(|count| exact(numbers, count));
    let mut scratch = exact(numbers, shape.scratch());
    B::attention(shape, &q, &k, &v, &mut out, &mut scratch).unwrap();
    naive::attention(shape, &q, &k, &v, &mut wanted, &mut vec![0.0; m]);
    assert_near(&out, &wanted, shape);
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
                check_attention::<B>(&shape, &mut numbers);
            }
        }
    }
}

/// What a tile of keys gave is faded and the next one added to it. Where there is a mask, scores are not known to be near
/// 0, and fade by their largest.
fn attention_goes_on_from_tile_to_tile<B: Backend>() {
    let mut numbers = Seeded(5);
    for (n, first, causal) in [(1, 0, false), (5, 0, false), (7, 0, false), (7, 122, true)] {
        for (d_v, masked) in [(8, false), (9, true)] {
            let mask = exact(&mut numbers, n * KEYS);
            let shape = Attention {
                first,
                m: KEYS,
                d_v,
                causal,
                mask: masked.then_some(&*mask),
                ..Attention::full(n, 2)
            };
            check_attention::<B>(&shape, &mut numbers);
        }
    }
}
