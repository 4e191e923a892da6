//! The specification: each operation as the plain loops that its formula says, in the order in which
//! one would do it on paper. Slow, and never in doubt. Operands are taken as they are; the checked
//! doors are the functions of the crate's root.

use crate::shape::{Attention, Product, Rows, StageBuffers};
use simd::exp;

/// a·b of two rows of the same length.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

/// out = A·B, or A·Bᵀ where `shape` says that `b` is transposed.
pub fn matmul(shape: &Product, a: &[f32], b: &[f32], out: &mut [f32]) {
    let Product {
        n,
        k,
        m,
        transposed,
    } = *shape;
    for i in 0..n {
        for j in 0..m {
            let term = |t: usize| {
                let b = if transposed {
                    b[j * k + t]
                } else {
                    b[t * m + j]
                };
                a[i * k + t] * b
            };
            out[i * m + j] = (0..k).fold(0.0, |sum, t| sum + term(t));
        }
    }
}

/// Softmax of one row, in place: exp(x − max) over its sum; all zeros where all are −∞.
fn softmax_row(x: &mut [f32]) {
    let max = x.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    if max == f32::NEG_INFINITY {
        x.fill(0.0);
        return;
    }
    let mut sum = 0.0;
    for x in x.iter_mut() {
        *x = exp(*x - max);
        sum += *x;
    }
    for x in x {
        *x /= sum;
    }
}

/// The softmax of each row.
pub fn softmax(shape: &Rows, x: &[f32], out: &mut [f32]) {
    out.copy_from_slice(x);
    out.chunks_exact_mut(shape.cols).for_each(softmax_row);
}

/// The masked, scaled scores of query `i` into a row of m.
fn masked_row(shape: &Attention<'_>, i: usize, q: &[f32], k: &[f32], row: &mut [f32]) {
    let Attention {
        m,
        d_k,
        scale,
        mask,
        ..
    } = *shape;
    let seen = shape.keys_of(i);
    for (j, score) in row.iter_mut().enumerate() {
        let bias = mask.map_or(0.0, |mask| mask[i * m + j]);
        *score = if seen.contains(&j) {
            scale * dot(&q[i * d_k..][..d_k], &k[j * d_k..][..d_k]) + bias
        } else {
            f32::NEG_INFINITY
        };
    }
}

/// softmax(scale·Q·Kᵀ + mask)·V, one query after the other; `row` holds the m weights of one query.
pub fn attention(
    shape: &Attention<'_>,
    q: &[f32],
    k: &[f32],
    v: &[f32],
    out: &mut [f32],
    row: &mut [f32],
) {
    let (m, d_v) = (shape.m, shape.d_v);
    for (i, out) in out.chunks_exact_mut(d_v).enumerate() {
        let row = &mut row[..m];
        masked_row(shape, i, q, k, row);
        softmax_row(row);
        out.fill(0.0);
        for (weight, v) in row.iter().zip(v.chunks_exact(d_v)) {
            for (out, v) in out.iter_mut().zip(v) {
                *out += weight * v;
            }
        }
    }
}

/// Every stage on the way to the output, each kept.
pub fn attention_stages(
    shape: &Attention<'_>,
    q: &[f32],
    k: &[f32],
    v: &[f32],
    to: &mut StageBuffers<'_>,
) {
    let Attention {
        n,
        m,
        d_k,
        d_v,
        scale,
        mask,
        ..
    } = *shape;
    let scores = Product {
        n,
        k: d_k,
        m,
        transposed: true,
    };
    matmul(&scores, q, k, to.scores);
    for i in 0..n {
        let (seen, row) = (shape.keys_of(i), i * m..(i + 1) * m);
        for (j, at) in row.clone().enumerate() {
            to.scaled[at] = scale * to.scores[at];
            let bias = mask.map_or(0.0, |mask| mask[at]);
            let open = seen.contains(&j);
            to.masked[at] = if open {
                to.scaled[at] + bias
            } else {
                f32::NEG_INFINITY
            };
        }
        let largest = to.masked[row.clone()].iter().copied();
        to.max[i] = largest.fold(f32::NEG_INFINITY, f32::max);
        let blind = to.max[i] == f32::NEG_INFINITY;
        to.sum[i] = 0.0;
        for at in row.clone() {
            to.exp[at] = if blind {
                0.0
            } else {
                exp(to.masked[at] - to.max[i])
            };
            to.sum[i] += to.exp[at];
        }
        for at in row {
            to.weights[at] = if blind { 0.0 } else { to.exp[at] / to.sum[i] };
        }
    }
    let mix = Product {
        n,
        k: m,
        m: d_v,
        transposed: false,
    };
    matmul(&mix, to.weights, v, to.output);
}

/// φ of linear attention: elu(x) + 1, which is positive (Katharopoulos et al. 2020, eq. 7).
#[must_use]
pub fn feature(x: f32) -> f32 {
    if x > 0.0 { x + 1.0 } else { exp(x) }
}

/// Numbers that [`linear_attention`] keeps: φ(K)ᵀV, and the sum of φ(k).
pub(crate) fn linear_scratch(shape: &Attention<'_>) -> usize {
    shape.d_k.saturating_mul(shape.d_v.saturating_add(1))
}

/// Linear attention: φ(q)·Σφ(k)vᵀ / φ(q)·Σφ(k), over all keys, or where `shape` is causal over those
/// up to the query's own (Katharopoulos et al. 2020, eq. 5 and 9). It is not softmax attention, and
/// takes no scale, window or mask.
pub fn linear_attention(
    shape: &Attention<'_>,
    q: &[f32],
    k: &[f32],
    v: &[f32],
    out: &mut [f32],
    scratch: &mut [f32],
) {
    let Attention {
        first,
        m,
        d_k,
        d_v,
        causal,
        ..
    } = *shape;
    let (state, sum) = scratch[..linear_scratch(shape)].split_at_mut(d_k * d_v);
    state.fill(0.0);
    sum.fill(0.0);
    let mut read = 0;
    for (i, (q, out)) in q
        .chunks_exact(d_k)
        .zip(out.chunks_exact_mut(d_v))
        .enumerate()
    {
        let seen = first.saturating_add(i + 1);
        let until = if causal { m.min(seen) } else { m };
        for j in read..until {
            for (t, k) in k[j * d_k..][..d_k].iter().enumerate() {
                let phi = feature(*k);
                sum[t] += phi;
                for (c, v) in v[j * d_v..][..d_v].iter().enumerate() {
                    state[t * d_v + c] += phi * v;
                }
            }
        }
        read = read.max(until);
        out.fill(0.0);
        let mut normaliser = 0.0;
        for (t, q) in q.iter().enumerate() {
            let phi = feature(*q);
            normaliser += phi * sum[t];
            for (c, out) in out.iter_mut().enumerate() {
                *out += phi * state[t * d_v + c];
            }
        }
        for out in out {
            *out /= normaliser;
        }
    }
}

/// (x − mean) / √(variance + eps) · gain + bias, row by row (Ba et al. 2016).
pub fn layer_norm(shape: &Rows, x: &[f32], gain: &[f32], bias: &[f32], eps: f32, out: &mut [f32]) {
    let cols = shape.cols;
    for (x, out) in x.chunks_exact(cols).zip(out.chunks_exact_mut(cols)) {
        let mean = x.iter().sum::<f32>() / cols as f32;
        let variance = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f32>() / cols as f32;
        let rstd = 1.0 / libm::sqrtf(variance + eps);
        for j in 0..cols {
            out[j] = (x[j] - mean) * rstd * gain[j] + bias[j];
        }
    }
}

/// GELU in its tanh form, x·σ(2u) with u = √(2/π)·(x + 0.044715·x³) (Hendrycks and Gimpel 2016).
pub fn gelu(x: &[f32], out: &mut [f32]) {
    const ROOT: f32 = 0.797_884_6;
    for (x, out) in x.iter().zip(out) {
        let u = ROOT * (x + 0.044_715 * x * x * x);
        *out = x / (1.0 + exp(-2.0 * u));
    }
}
