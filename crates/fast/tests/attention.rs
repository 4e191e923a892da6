//! Fused attention against f64: every remainder of every size, every kind of mask.

use crate::common::{ATTENTION, FEW_KEYS, Seeded, assert_near, operands, output};
use fast::{Attention, Backend};

for_each_backend!(
    every_number_of_queries_and_keys,
    every_width_of_keys_and_values,
    causal_and_windows,
    any_mask,
    a_query_that_sees_no_key_gets_zeros,
    a_mask_of_the_lowest_numbers_hides_nothing,
    sizes_beyond_one_tile,
    long_sequences,
    scores_far_apart,
    scores_as_large_as_weights_without_a_maximum_allow,
    the_output_is_overwritten,
    a_call_in_pieces_is_the_whole_call,
);

/// Compares the rows `rows` of a shape with f64.
fn check<B: Backend>(shape: &Attention<'_>, rows: impl Iterator<Item = usize>) {
    check_within::<B>(shape, rows, FEW_KEYS);
}

fn check_within<B: Backend>(shape: &Attention<'_>, rows: impl Iterator<Item = usize>, bound: f64) {
    let seed = (shape.n * 1_000_003 + shape.m * 1009 + shape.d_k * 41 + shape.d_v) as u64;
    let operands = operands(shape, seed);
    let found = run::<B>(shape, &operands);
    for i in rows {
        let wanted = output(shape, i, &operands);
        let what = format_args!("{shape:?}, query {i}");
        assert_near(&found[i * shape.d_v..][..shape.d_v], &wanted, bound, what);
    }
}

/// The output, from buffers full of NaN.
fn run<B: Backend>(shape: &Attention<'_>, [q, k, v]: &[Vec<f32>; 3]) -> Vec<f32> {
    let mut out = vec![f32::NAN; shape.n * shape.d_v];
    let mut scratch = vec![f32::NAN; shape.scratch()];
    B::attention(shape, q, k, v, &mut out, &mut scratch).unwrap();
    out
}

/// n queries on m keys.
fn sized(n: usize, m: usize, d_k: usize, d_v: usize) -> Attention<'static> {
    Attention {
        m,
        d_v,
        ..Attention::full(n, d_k)
    }
}

fn every_number_of_queries_and_keys<B: Backend>() {
    for n in 1..=40 {
        for m in 1..=40 {
            let shape = sized(n, m, 1 + (n * 7 + m * 3) % 40, 1 + (n * 3 + m * 11) % 40);
            check::<B>(&shape, 0..n);
            check::<B>(
                &Attention {
                    causal: true,
                    ..shape
                },
                0..n,
            );
        }
    }
}

fn every_width_of_keys_and_values<B: Backend>() {
    for d_k in 1..=40 {
        for d_v in 1..=40 {
            check::<B>(&sized(7, 13, d_k, d_v), 0..7);
        }
    }
}

fn causal_and_windows<B: Backend>() {
    for (n, m) in [(40, 40), (67, 67), (130, 130), (70, 33), (33, 70), (200, 9)] {
        for window in [
            None,
            Some(0),
            Some(1),
            Some(2),
            Some(7),
            Some(8),
            Some(30),
            Some(64),
            Some(1000),
        ] {
            for causal in [false, true] {
                check::<B>(
                    &Attention {
                        causal,
                        window,
                        ..sized(n, m, 8, 9)
                    },
                    0..n,
                );
            }
        }
    }
}

/// A mask with this share of −∞ and biases between −4 and 4.
fn mask(n: usize, m: usize, hidden: f64) -> Vec<f32> {
    let mut numbers = Seeded(5);
    let mut cell = || {
        if numbers.uniform() < hidden {
            f32::NEG_INFINITY
        } else {
            numbers.uniform() as f32 * 8.0 - 4.0
        }
    };
    (0..n * m).map(|_| cell()).collect()
}

fn any_mask<B: Backend>() {
    for (n, m) in [(1, 1), (13, 27), (61, 70), (30, 300)] {
        for hidden in [0.0, 0.5, 0.95, 1.0] {
            let mask = mask(n, m, hidden);
            for (causal, window) in [(false, None), (true, None), (true, Some(11))] {
                check::<B>(
                    &Attention {
                        causal,
                        window,
                        mask: Some(&mask),
                        ..sized(n, m, 16, 24)
                    },
                    0..n,
                );
            }
        }
    }
}

fn a_query_that_sees_no_key_gets_zeros<B: Backend>() {
    let mut mask = vec![0.0; 20 * 20];
    mask[3 * 20..4 * 20].fill(f32::NEG_INFINITY);
    let shape = Attention {
        mask: Some(&mask),
        ..Attention::full(20, 12)
    };
    let out = run::<B>(&shape, &operands(&shape, 1));
    assert_eq!(out[3 * 12..4 * 12], [0.0; 12]);
    assert!(out[4 * 12..].iter().all(|x| *x != 0.0));
    let shape = Attention {
        window: Some(4),
        ..sized(90, 10, 8, 8)
    };
    let out = run::<B>(&shape, &operands(&shape, 2));
    assert!(out[..13 * 8].iter().all(|x| *x != 0.0));
    assert!(out[13 * 8..].iter().all(|x| *x == 0.0));
}

/// Some libraries hide with the lowest f32 instead of −∞; a row of nothing else is then an average.
fn a_mask_of_the_lowest_numbers_hides_nothing<B: Backend>() {
    let mask = vec![f32::MIN; 9 * 9];
    let shape = Attention {
        mask: Some(&mask),
        ..Attention::full(9, 4)
    };
    let operands = operands(&shape, 3);
    let out = run::<B>(&shape, &operands);
    for c in 0..4 {
        let mean: f64 = (0..9)
            .map(|j| f64::from(operands[2][j * 4 + c]))
            .sum::<f64>()
            / 9.0;
        assert_near(&[out[c]], &[mean], ATTENTION, format_args!("column {c}"));
    }
}

fn sizes_beyond_one_tile<B: Backend>() {
    for (n, m) in [(59, 255), (60, 256), (61, 257), (121, 600), (300, 300)] {
        for causal in [false, true] {
            for window in [None, Some(100)] {
                check::<B>(
                    &Attention {
                        causal,
                        window,
                        ..sized(n, m, 20, 12)
                    },
                    0..n,
                );
            }
        }
    }
}

fn long_sequences<B: Backend>() {
    for n in [64, 65, 128, 200, 1024, 4096] {
        let shape = Attention::full(n, 64);
        check_within::<B>(&shape, (0..n).step_by((n / 16).max(1)), ATTENTION);
    }
    let causal = Attention {
        causal: true,
        ..Attention::full(4096, 64)
    };
    check_within::<B>(&causal, (63..4096).step_by(500), ATTENTION);
}

/// Where one score towers above the others the weights are 1 and 0.
fn scores_far_apart<B: Backend>() {
    let shape = Attention {
        scale: 300.0,
        ..Attention::full(50, 8)
    };
    let mut found = Vec::new();
    let operands = operands(&shape, 4);
    found.extend(run::<B>(&shape, &operands));
    for i in 0..50 {
        // The error of a score, d_k·u·Σ|q·k|·scale, is one of its weight too.
        let wanted = output(&shape, i, &operands);
        assert_near(
            &found[i * 8..][..8],
            &wanted,
            2e-2,
            format_args!("query {i}"),
        );
    }
}

/// Up to an exponent of 32 weights are relative to 0, beyond it to the row's largest score; neither may
/// lose large or small values.
fn scores_as_large_as_weights_without_a_maximum_allow<B: Backend>() {
    for exponent in [31.9f32, 32.1] {
        let x = (exponent / std::f32::consts::LOG2_E).sqrt();
        for size in [1e-20f32, 1.0, 1e12] {
            for causal in [false, true] {
                let shape = Attention {
                    causal,
                    ..sized(3, 3, 1, 2)
                };
                let v = [1.0, -2.0, 3.0, 0.5, -0.25, 7.0].map(|v| v * size);
                let operands = [vec![-x, x, 0.0], vec![x, -x, 0.0], v.to_vec()];
                let found = run::<B>(&shape, &operands);
                for i in 0..3 {
                    let what = format_args!("2^{exponent}, values of {size:e}, query {i}");
                    let bound = f64::from(size) * 2e-5;
                    let wanted = output(&shape, i, &operands);
                    assert_near(&found[i * 2..][..2], &wanted, bound, what);
                }
            }
        }
    }
}

fn the_output_is_overwritten<B: Backend>() {
    let shape = Attention::full(30, 10);
    let operands = operands(&shape, 6);
    let (mut out, mut scratch) = (vec![1e9; 300], vec![7.0; shape.scratch()]);
    let [q, k, v] = &operands;
    B::attention(&shape, q, k, v, &mut out, &mut scratch).unwrap();
    assert_eq!(out, run::<B>(&shape, &operands));
}

/// Some queries at a time, each piece told where it begins; down to one query on keys kept from before.
fn a_call_in_pieces_is_the_whole_call<B: Backend>() {
    for window in [None, Some(20)] {
        for rows in [1, 7, 48, 64] {
            let whole = Attention {
                causal: true,
                window,
                ..Attention::full(130, 8)
            };
            let [q, k, v] = operands(&whole, 9);
            for first in (0..130).step_by(rows) {
                let end = 130.min(first + rows);
                let piece = Attention {
                    n: end - first,
                    first,
                    ..whole
                };
                let q = q[first * 8..end * 8].to_vec();
                let operands = [q, k.clone(), v.clone()];
                let found = run::<B>(&piece, &operands);
                for i in 0..end - first {
                    let what = format_args!("{piece:?}, query {i}");
                    let wanted = output(&piece, i, &operands);
                    assert_near(&found[i * 8..][..8], &wanted, FEW_KEYS, what);
                }
            }
        }
    }
}
