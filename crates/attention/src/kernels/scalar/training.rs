//! What training needs besides products: sums of gradients, the softmax's way back, the optimisers.

use crate::kernels::AdamStep;
use crate::matrix::Matrix;

/// x += y, number by number.
pub fn add(x: &mut [f32], y: &[f32]) {
    for (x, y) in x.iter_mut().zip(y) {
        *x += y;
    }
}

/// x = x·y, number by number.
pub fn times(x: &mut [f32], y: &[f32]) {
    for (x, y) in x.iter_mut().zip(y) {
        *x *= y;
    }
}

/// sum += each row of `x` (R×d) from top to bottom, `sum` being one row of d numbers.
pub fn add_rows(sum: &mut [f32], x: &Matrix) {
    for row in x.iter_rows() {
        add(sum, row);
    }
}

/// The way back through softmax, row by row and in place: `d` comes in as d_weights and leaves
/// as d_masked (n×m). wᵢ depends on every score sⱼ of its row by the Jacobian
/// ∂wᵢ/∂sⱼ = wᵢ·(δᵢⱼ − wⱼ), so d_s = w ∘ (d_w − Σ w·d_w).
pub fn softmax_backward(weights: &Matrix, d: &mut Matrix) {
    for (i, weights) in weights.iter_rows().enumerate() {
        let d = d.row_mut(i);
        let sum = super::dot(weights, d);
        for (d, weight) in d.iter_mut().zip(weights) {
            *d = weight * (*d - sum);
        }
    }
}

/// One step of gradient descent with momentum (Sutskever et al. 2013, §2, in PyTorch's convention)
/// for weights w with gradient g and velocity v: v = momentum·v + g;  w −= rate·v.
pub fn sgd([rate, momentum]: [f32; 2], w: &mut [f32], g: &[f32], v: &mut [f32]) {
    for ((w, g), v) in w.iter_mut().zip(g).zip(v) {
        *v = *v * momentum + g;
        *w -= rate * *v;
    }
}

/// One step of AdamW (Loshchilov and Hutter 2019, algorithm 2, with PyTorch's order of
/// operations) for weights w with gradient g, first moment m and second moment v:
///
/// w −= lr·decay·w;  m = β₁·m + (1 − β₁)·g;  v = β₂·v + (1 − β₂)·g²;
/// w −= lr · m̂ / (√v̂ + eps), where m̂ = m/(1 − β₁ᵗ) and v̂ = v/(1 − β₂ᵗ).
pub fn adamw(step: AdamStep, w: &mut [f32], g: &[f32], m: &mut [f32], v: &mut [f32]) {
    for (((w, g), m), v) in w.iter_mut().zip(g).zip(m).zip(v) {
        *m = *m * step.beta_1 + g * (1.0 - step.beta_1);
        *v = *v * step.beta_2 + (g * g) * (1.0 - step.beta_2);
        let root = v.sqrt() / step.root_correction_2 + step.eps;
        *w = *w * step.keep - step.rate * (*m / root);
    }
}
