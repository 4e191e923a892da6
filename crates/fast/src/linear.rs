//! Linear attention: φ(q)·Σφ(k)vᵀ / φ(q)·Σφ(k), with a state of d_k×d_v instead of n×m weights
//! (Katharopoulos et al. 2020, eq. 5 and 9).

use crate::kernels::Kernels;
use crate::shape::Attention;

/// Numbers of scratch: the state, the sum of φ(k), and φ of one row.
pub fn scratch(shape: &Attention<'_>) -> usize {
    shape.d_k.saturating_mul(shape.d_v.saturating_add(2))
}

/// Over all keys or, where `shape` is causal, over those up to the query's own.
pub fn linear_attention<K: Kernels>(
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
    let (state, rest) = scratch.split_at_mut(d_k * d_v);
    let (sum, rest) = rest.split_at_mut(d_k);
    let phi = &mut rest[..d_k];
    state.fill(0.0);
    sum.fill(0.0);
    let mut tokens = k.chunks_exact(d_k).zip(v.chunks_exact(d_v));
    for (i, (q, out)) in q
        .chunks_exact(d_k)
        .zip(out.chunks_exact_mut(d_v))
        .enumerate()
    {
        // What this query sees that the one before did not.
        let new = match (i, causal) {
            (0, true) => first.saturating_add(1),
            (_, true) => 1,
            (0, false) => m,
            (_, false) => 0,
        };
        for (k, v) in tokens.by_ref().take(new) {
            K::feature(k, phi);
            K::add_times(sum, phi, 1.0);
            for (state, phi) in state.chunks_exact_mut(d_v).zip(&*phi) {
                K::add_times(state, v, *phi);
            }
        }
        K::feature(q, phi);
        out.fill(0.0);
        let mut normaliser = 0.0;
        for ((state, phi), sum) in state.chunks_exact(d_v).zip(&*phi).zip(&*sum) {
            K::add_times(out, state, *phi);
            normaliser += phi * sum;
        }
        for out in out {
            *out /= normaliser;
        }
    }
}
