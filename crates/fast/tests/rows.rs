//! Softmax, layer norm, GELU, the stages of attention and linear attention against f64.

use crate::common::{FEW_KEYS, SOFTMAX, Seeded, assert_near, masked, operands, output, softmax};
use fast::{Attention, Backend, Rows, StageBuffers};

for_each_backend!(
    softmax_of_every_length,
    softmax_far_from_zero,
    softmax_of_hidden_numbers,
    layer_norm_of_every_length,
    gelu_everywhere,
    every_stage,
    linear_attention_of_every_size,
);

/// The largest error of a normalised number up to 6 with gain and bias of about 1.
const LAYER_NORM: f64 = 3e-6;
/// The largest error of GELU: 4 ulp of |x| up to 1, relative above.
const GELU: f64 = 5e-7;
/// The largest error of linear attention: an average of numbers of about 1.
const LINEAR: f64 = 2e-6;
/// The largest error of a score of about 1, of up to 40 terms.
const SCORE: f64 = 4e-6;

fn softmaxed<B: Backend>(cols: usize, x: &[f32]) -> Vec<f32> {
    let mut out = vec![f32::NAN; x.len()];
    B::softmax(
        &Rows {
            rows: x.len() / cols,
            cols,
        },
        x,
        &mut out,
    )
    .unwrap();
    out
}

#[track_caller]
fn assert_softmax<B: Backend>(cols: usize, x: &[f32]) {
    for (x, out) in x.chunks(cols).zip(softmaxed::<B>(cols, x).chunks(cols)) {
        let x: Vec<f64> = x.iter().map(|x| f64::from(*x)).collect();
        assert_near(out, &softmax(&x), SOFTMAX, format_args!("{cols} columns"));
    }
}

fn softmax_of_every_length<B: Backend>() {
    for cols in (1..=40).chain([63, 64, 65, 1000, 1024, 4096]) {
        for spread in [0.1, 1.0, 5.0, 40.0] {
            let x: Vec<f32> = Seeded(cols as u64)
                .normals(3 * cols)
                .iter()
                .map(|x| x * spread)
                .collect();
            assert_softmax::<B>(cols, &x);
        }
    }
}

/// All that counts is the differences: the maximum goes before anything is rounded.
fn softmax_far_from_zero<B: Backend>() {
    for centre in [-1e4, 1e4, 1e6, -3e38, 3e38] {
        let x: Vec<f32> = Seeded(3).normals(64).iter().map(|x| centre + x).collect();
        assert_softmax::<B>(64, &x);
    }
    assert_eq!(softmaxed::<B>(2, &[f32::MAX, f32::MIN]), [1.0, 0.0]);
}

fn softmax_of_hidden_numbers<B: Backend>() {
    for cols in 1..=20 {
        for seen in 0..cols {
            let mut x = vec![f32::NEG_INFINITY; cols];
            x[seen] = -7.0;
            let mut wanted = vec![0.0; cols];
            wanted[seen] = 1.0;
            assert_eq!(softmaxed::<B>(cols, &x), wanted);
        }
        let hidden = vec![f32::NEG_INFINITY; cols];
        assert_eq!(softmaxed::<B>(cols, &hidden), vec![0.0; cols]);
    }
}

fn layer_norm_of_every_length<B: Backend>() {
    for cols in (2..=40).chain([768]) {
        let mut numbers = Seeded(cols as u64);
        let (x, gain, bias) = (
            numbers.normals(2 * cols),
            numbers.normals(cols),
            numbers.normals(cols),
        );
        let mut out = vec![f32::NAN; 2 * cols];
        B::layer_norm(&Rows { rows: 2, cols }, &x, &gain, &bias, 1e-5, &mut out).unwrap();
        for (x, out) in x.chunks(cols).zip(out.chunks(cols)) {
            let x: Vec<f64> = x.iter().map(|x| f64::from(*x)).collect();
            let mean = x.iter().sum::<f64>() / cols as f64;
            let variance = x.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / cols as f64;
            let parts = x.iter().zip(&gain).zip(&bias);
            let wanted: Vec<f64> = parts
                .map(|((x, gain), bias)| {
                    (x - mean) / (variance + 1e-5).sqrt() * f64::from(*gain) + f64::from(*bias)
                })
                .collect();
            assert_near(out, &wanted, LAYER_NORM, format_args!("{cols} columns"));
        }
    }
}

fn gelu_everywhere<B: Backend>() {
    let x: Vec<f32> = (-4001..=4000)
        .map(|i| i as f32 / 400.0)
        .chain([-1e30, -200.0, 0.0, 200.0, 1e30])
        .collect();
    let mut out = vec![f32::NAN; x.len()];
    B::gelu(&x, &mut out).unwrap();
    for (x, out) in x.iter().zip(out) {
        let x = f64::from(*x);
        let u = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x.powi(3));
        let wanted = x / (1.0 + (-2.0 * u).exp());
        assert_near(
            &[out],
            &[wanted],
            GELU * x.abs().max(1.0),
            format_args!("gelu({x})"),
        );
    }
    for len in 0..=9 {
        let mut out = vec![f32::NAN; len];
        B::gelu(&vec![1.0; len], &mut out).unwrap();
        assert!(
            out.iter().all(|y| (y - 0.841_192).abs() < 1e-6),
            "{len} numbers"
        );
    }
}

fn every_stage<B: Backend>() {
    let bias = |n: usize, m: usize| -> Vec<f32> {
        let hidden = |at: usize| if at % 3 == 1 { f32::NEG_INFINITY } else { 0.25 };
        (0..n * m).map(hidden).collect()
    };
    for (n, m, d_k, d_v) in [
        (1, 1, 1, 1),
        (9, 14, 5, 3),
        (40, 33, 16, 8),
        (7, 70, 40, 21),
    ] {
        let mask = bias(n, m);
        for (causal, window, mask) in [
            (false, None, None),
            (true, Some(5), None),
            (false, None, Some(&mask[..])),
        ] {
            let shape = Attention {
                m,
                d_v,
                causal,
                window,
                mask,
                ..Attention::full(n, d_k)
            };
            check_stages::<B>(&shape);
        }
    }
}

fn check_stages<B: Backend>(shape: &Attention<'_>) {
    let Attention {
        n, m, d_v, scale, ..
    } = *shape;
    let all = operands(shape, 11);
    let nan = |len| vec![f32::NAN; len];
    let [mut scores, mut scaled, mut hidden, mut exp, mut weights] =
        [nan(n * m), nan(n * m), nan(n * m), nan(n * m), nan(n * m)];
    let (mut max, mut sum, mut out, mut scratch) =
        (nan(n), nan(n), nan(n * d_v), nan(shape.stages_scratch()));
    let mut to = StageBuffers {
        scores: &mut scores,
        scaled: &mut scaled,
        masked: &mut hidden,
        max: &mut max,
        exp: &mut exp,
        sum: &mut sum,
        weights: &mut weights,
        output: &mut out,
    };
    B::attention_stages(shape, &all[0], &all[1], &all[2], &mut to, &mut scratch).unwrap();
    for i in 0..n {
        let row = i * m..(i + 1) * m;
        let what = format_args!("{shape:?}, query {i}");
        let wanted = masked(shape, i, &all[0], &all[1]);
        for (at, wanted) in row.clone().zip(&wanted) {
            assert_eq!(scaled[at], scores[at] * scale, "{what}");
            let same = f64::from(hidden[at]) == *wanted;
            assert!(
                same || (f64::from(hidden[at]) - wanted).abs() <= SCORE,
                "{what}: {} not {wanted}",
                hidden[at]
            );
        }
        let largest = hidden[row.clone()]
            .iter()
            .copied()
            .fold(f32::NEG_INFINITY, f32::max);
        assert_eq!(max[i], largest, "{what}");
        let total: f64 = exp[row.clone()].iter().map(|e| f64::from(*e)).sum();
        assert_near(&[sum[i]], &[total], 1e-6 * total, what);
        assert_near(&weights[row], &softmax(&wanted), FEW_KEYS, what);
        assert_near(
            &out[i * d_v..][..d_v],
            &output(shape, i, &all),
            FEW_KEYS,
            what,
        );
    }
}

fn phi(x: f32) -> f64 {
    let x = f64::from(x);
    if x > 0.0 { x + 1.0 } else { x.exp() }
}

fn linear_attention_of_every_size<B: Backend>() {
    for size in 1..=40 {
        for causal in [false, true] {
            let (n, m) = (size, 1 + (size * 7) % 40);
            let shape = Attention {
                m,
                d_v: 41 - size,
                first: size % 3,
                causal,
                ..Attention::full(n, size)
            };
            let all = operands(&shape, size as u64);
            let (mut out, mut scratch) = (
                vec![f32::NAN; n * shape.d_v],
                vec![f32::NAN; shape.linear_scratch()],
            );
            B::linear_attention(&shape, &all[0], &all[1], &all[2], &mut out, &mut scratch).unwrap();
            for i in 0..n {
                let wanted = linear(&shape, i, &all);
                assert_near(
                    &out[i * shape.d_v..][..shape.d_v],
                    &wanted,
                    LINEAR,
                    format_args!("{shape:?}, query {i}"),
                );
            }
        }
    }
}

/// Σ φ(q)·φ(k) v / Σ φ(q)·φ(k), weight by weight.
fn linear(shape: &Attention<'_>, i: usize, [q, k, v]: &[Vec<f32>; 3]) -> Vec<f64> {
    let Attention {
        m,
        d_k,
        d_v,
        causal,
        ..
    } = *shape;
    let keys = if causal {
        m.min(shape.first + i + 1)
    } else {
        m
    };
    let weight = |j: usize| -> f64 {
        (0..d_k)
            .map(|t| phi(q[i * d_k + t]) * phi(k[j * d_k + t]))
            .sum()
    };
    let weights: Vec<f64> = (0..keys).map(weight).collect();
    let sum: f64 = weights.iter().sum();
    let mean = |c: usize| {
        weights
            .iter()
            .enumerate()
            .map(|(j, w)| w * f64::from(v[j * d_v + c]))
            .sum::<f64>()
            / sum
    };
    (0..d_v).map(mean).collect()
}
