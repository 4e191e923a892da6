//! Fused attention on random shapes, masks and bits.
#![cfg(not(target_arch = "wasm32"))]

use crate::common::{Seeded, UNIT_ROUNDOFF, assert_near, operands, output};
use fast::Attention;
use proptest::prelude::*;

/// To first order, in units of the largest value: a score's error, d_k roundings of its terms and a few
/// more, is its weight's relative error, once above and once below the line; then come m roundings
/// of the average, and those of the exponential (Higham 2002, §3.1).
fn bound(shape: &Attention<'_>, i: usize, [q, k, v]: &[Vec<f32>; 3]) -> f64 {
    let Attention {
        m,
        d_k,
        scale,
        mask,
        ..
    } = *shape;
    let score = |j: usize| {
        let pairs = q[i * d_k..][..d_k].iter().zip(&k[j * d_k..][..d_k]);
        let terms: f64 = pairs.map(|(q, k)| f64::from((q * k).abs())).sum();
        let bias = mask.map_or(0.0, |mask| mask[i * m + j]);
        let bias = if bias == f32::NEG_INFINITY {
            0.0
        } else {
            f64::from(bias.abs())
        };
        (d_k as f64 + 4.0) * f64::from(scale) * terms + bias
    };
    let scores = (0..m).map(score).fold(0.0, f64::max);
    let largest = v.iter().fold(0.0f32, |most, v| most.max(v.abs()));
    (2.0 * scores + m as f64 + 16.0) * UNIT_ROUNDOFF * f64::from(largest)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_shape(
        n in 1..150usize, m in 1..400usize, d_k in 1..90usize, d_v in 1..90usize,
        first in 0..300usize, causal: bool, window in prop::option::of(0..200usize), hidden in prop::option::of(0.0..1.0f64), seed: u64,
    ) {
        let mut numbers = Seeded(seed);
        let mut cell = |hidden| if numbers.uniform() < hidden { f32::NEG_INFINITY } else { numbers.normal() };
        let mask: Option<Vec<f32>> = hidden.map(|hidden| (0..n * m).map(|_| cell(hidden)).collect());
        let shape = Attention { m, d_v, first, causal, window, mask: mask.as_deref(), ..Attention::full(n, d_k) };
        let all = operands(&shape, seed);
        let (mut out, mut scratch) = (vec![f32::NAN; n * d_v], vec![f32::NAN; shape.scratch()]);
        fast::attention(&shape, &all[0], &all[1], &all[2], &mut out, &mut scratch).unwrap();
        for i in 0..n {
            let what = format_args!("query {i}");
            let bound = bound(&shape, i, &all);
            assert_near(&out[i * d_v..][..d_v], &output(&shape, i, &all), bound, what);
        }
    }

    /// Any bits at all: a result or a refusal, and a result is finite.
    #[test]
    fn any_bits(bits in prop::collection::vec(any::<u32>(), 3 * 12 + 1), causal: bool) {
        let numbers: Vec<f32> = bits.into_iter().map(f32::from_bits).collect();
        let shape = Attention { scale: numbers[36], causal, ..Attention::full(4, 3) };
        let (mut out, mut scratch) = (vec![f32::NAN; 12], vec![f32::NAN; shape.scratch()]);
        let (q, k, v) = (&numbers[..12], &numbers[12..24], &numbers[24..36]);
        if fast::attention(&shape, q, k, v, &mut out, &mut scratch).is_ok() {
            prop_assert!(out.iter().all(|x| x.is_finite()));
        }
    }
}
