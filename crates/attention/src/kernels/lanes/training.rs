//! What training needs besides products, four numbers at a time.

use super::Vector;
use crate::kernels::{AdamStep, scalar};
use crate::matrix::Matrix;

/// [`scalar::add`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn add<V: Vector>(x: &mut [f32], y: &[f32]) {
    let (xs, x_tail) = x.as_chunks_mut();
    let (ys, y_tail) = y.as_chunks();
    for (x, y) in xs.iter_mut().zip(ys) {
        V::load(x).add(V::load(y)).store(x);
    }
    scalar::add(x_tail, y_tail);
}

/// [`scalar::times`], four at a time.
#[inline(always)]
pub(in crate::kernels) fn times<V: Vector>(x: &mut [f32], y: &[f32]) {
    let (xs, x_tail) = x.as_chunks_mut();
    let (ys, y_tail) = y.as_chunks();
    for (x, y) in xs.iter_mut().zip(ys) {
        V::load(x).mul(V::load(y)).store(x);
    }
    scalar::times(x_tail, y_tail);
}

/// [`scalar::add_rows`], four columns at a time.
#[inline(always)]
pub(in crate::kernels) fn add_rows<V: Vector>(sum: &mut [f32], x: &Matrix) {
    for row in x.iter_rows() {
        add::<V>(sum, row);
    }
}

/// [`scalar::softmax_backward`]: the sums of four rows at once, each from left to right.
#[inline(always)]
pub(in crate::kernels) fn softmax_backward<V: Vector>(weights: &Matrix, d: &mut Matrix) {
    let n = weights.rows();
    let whole = n - n % 4;
    let mut sums = [0.0; 4];
    for i in 0..n {
        if i >= whole {
            sums[i % 4] = scalar::dot(weights.row(i), d.row(i));
        } else if i % 4 == 0 {
            dots::<V>(weights, d, i).store(&mut sums);
        }
        centre::<V>(weights.row(i), d.row_mut(i), sums[i % 4]);
    }
}

/// Σ w·d_w of four rows.
#[inline(always)]
fn dots<V: Vector>(weights: &Matrix, d: &Matrix, i: usize) -> V {
    let w = weights.row(i).iter().zip(weights.row(i + 1));
    let w = w.zip(weights.row(i + 2)).zip(weights.row(i + 3));
    let d = d
        .row(i)
        .iter()
        .zip(d.row(i + 1))
        .zip(d.row(i + 2))
        .zip(d.row(i + 3));
    let mut sum = V::splat(0.0);
    for ((((w0, w1), w2), w3), (((d0, d1), d2), d3)) in w.zip(d) {
        let w = V::load(&[*w0, *w1, *w2, *w3]);
        sum = sum.add(w.mul(V::load(&[*d0, *d1, *d2, *d3])));
    }
    sum
}

/// d = w ∘ (d − sum) for one row.
#[inline(always)]
fn centre<V: Vector>(weights: &[f32], d: &mut [f32], sum: f32) {
    let (ws, w_tail) = weights.as_chunks();
    let (ds, d_tail) = d.as_chunks_mut();
    for (w, d) in ws.iter().zip(ds) {
        V::load(w).mul(V::load(d).sub(V::splat(sum))).store(d);
    }
    for (w, d) in w_tail.iter().zip(d_tail) {
        *d = w * (*d - sum);
    }
}

/// [`scalar::sgd`], four weights at a time.
#[inline(always)]
pub(in crate::kernels) fn sgd<V: Vector>(
    [rate, momentum]: [f32; 2],
    w: &mut [f32],
    g: &[f32],
    v: &mut [f32],
) {
    let (ws, w_tail) = w.as_chunks_mut();
    let (gs, g_tail) = g.as_chunks();
    let (vs, v_tail) = v.as_chunks_mut();
    let (splat_rate, splat_momentum) = (V::splat(rate), V::splat(momentum));
    for ((w, g), v) in ws.iter_mut().zip(gs).zip(vs) {
        let velocity = V::load(v).mul(splat_momentum).add(V::load(g));
        V::load(w).sub(splat_rate.mul(velocity)).store(w);
        velocity.store(v);
    }
    scalar::sgd([rate, momentum], w_tail, g_tail, v_tail);
}

/// [`scalar::adamw`], four weights at a time.
#[inline(always)]
pub(in crate::kernels) fn adamw<V: Vector>(
    step: AdamStep,
    w: &mut [f32],
    g: &[f32],
    m: &mut [f32],
    v: &mut [f32],
) {
    let (ws, w_tail) = w.as_chunks_mut();
    let (gs, g_tail) = g.as_chunks();
    let (ms, m_tail) = m.as_chunks_mut();
    let (vs, v_tail) = v.as_chunks_mut();
    let (beta_1, rest_1) = (V::splat(step.beta_1), V::splat(1.0 - step.beta_1));
    let (beta_2, rest_2) = (V::splat(step.beta_2), V::splat(1.0 - step.beta_2));
    let (correction, eps) = (V::splat(step.root_correction_2), V::splat(step.eps));
    let (keep, rate) = (V::splat(step.keep), V::splat(step.rate));
    for (((w, g), m), v) in ws.iter_mut().zip(gs).zip(ms).zip(vs) {
        let g = V::load(g);
        let first = V::load(m).mul(beta_1).add(g.mul(rest_1));
        let second = V::load(v).mul(beta_2).add(g.mul(g).mul(rest_2));
        let root = second.sqrt().div(correction).add(eps);
        V::load(w).mul(keep).sub(rate.mul(first.div(root))).store(w);
        first.store(m);
        second.store(v);
    }
    scalar::adamw(step, w_tail, g_tail, m_tail, v_tail);
}
