//! What the tests share: seeded numbers, the oracle in f64, one test per backend.
#![allow(dead_code, reason = "every test binary uses a part of this")]
#![allow(clippy::unwrap_used, reason = "a test that fails to set up has failed")]

use fast::Attention;

/// The largest error of attention among 64 to 4096 tokens, for inputs from N(0, 1) scaled by 1/√d_k.
pub const ATTENTION: f64 = 7e-7;
/// The same where a query sees few keys, so that outputs are larger, and over millions of outputs; the
/// naive loops have as much.
pub const FEW_KEYS: f64 = 1.2e-6;
/// The largest error of a softmax.
pub const SOFTMAX: f64 = 4e-7;
/// Half the distance between 1 and the next f32: the largest relative error of one rounding.
pub const UNIT_ROUNDOFF: f64 = 1.0 / 16_777_216.0;

/// Instantiates `fn body<B: Backend>()` once per backend, so that a failure names its backend, as a
/// native test and, on wasm32, as a browser test.
#[macro_export]
macro_rules! for_each_backend {
    ($($body:ident),* $(,)?) => {
        $crate::for_each_backend!(@ portable, Portable, $($body)*);
        #[cfg(target_arch = "wasm32")]
        $crate::for_each_backend!(@ simd128, Simd128, $($body)*);
    };
    (@ $module:ident, $backend:ident, $($body:ident)*) => {
        mod $module {
            $(
                #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
                #[cfg_attr(not(target_arch = "wasm32"), test)]
                fn $body() {
                    super::$body::<fast::$backend>();
                }
            )*
        }
    };
}

/// The same numbers on every machine (Knuth's MMIX generator).
pub struct Seeded(pub u64);

impl Seeded {
    /// Uniform in (0, 1).
    pub fn uniform(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 11) as f64 + 0.5) / (1u64 << 53) as f64
    }

    /// From N(0, 1), by Box and Muller.
    pub fn normal(&mut self) -> f32 {
        let (radius, angle) = (self.uniform(), self.uniform());
        ((-2.0 * radius.ln()).sqrt() * (std::f64::consts::TAU * angle).cos()) as f32
    }

    /// Many of them.
    pub fn normals(&mut self, count: usize) -> Vec<f32> {
        (0..count).map(|_| self.normal()).collect()
    }
}

/// Q, K and V for a shape.
pub fn operands(shape: &Attention<'_>, seed: u64) -> [Vec<f32>; 3] {
    let mut numbers = Seeded(seed);
    let Attention { n, m, d_k, d_v, .. } = *shape;
    [n * d_k, m * d_k, m * d_v].map(|count| numbers.normals(count))
}

/// The masked scores of query `i` in f64; −∞ for what may not be seen.
pub fn masked(shape: &Attention<'_>, i: usize, q: &[f32], k: &[f32]) -> Vec<f64> {
    let Attention {
        m,
        d_k,
        scale,
        mask,
        ..
    } = *shape;
    let dot = |j: usize| -> f64 {
        let pairs = q[i * d_k..][..d_k].iter().zip(&k[j * d_k..][..d_k]);
        pairs.map(|(q, k)| f64::from(*q) * f64::from(*k)).sum()
    };
    let bias = |j: usize| f64::from(mask.map_or(0.0, |mask| mask[i * m + j]));
    let sees = |j: usize| {
        let place = shape.first + i;
        let causal = !shape.causal || j <= place;
        causal && shape.window.is_none_or(|w| j <= place && place < j + w)
    };
    (0..m)
        .map(|j| {
            if sees(j) {
                f64::from(scale) * dot(j) + bias(j)
            } else {
                f64::NEG_INFINITY
            }
        })
        .collect()
}

/// The softmax of a row in f64; zeros where all is −∞.
pub fn softmax(row: &[f64]) -> Vec<f64> {
    let max = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if max == f64::NEG_INFINITY {
        return vec![0.0; row.len()];
    }
    let exp: Vec<f64> = row.iter().map(|x| (x - max).exp()).collect();
    let sum: f64 = exp.iter().sum();
    exp.into_iter().map(|e| e / sum).collect()
}

/// The output of query `i` in f64.
pub fn output(shape: &Attention<'_>, i: usize, [q, k, v]: &[Vec<f32>; 3]) -> Vec<f64> {
    let weights = softmax(&masked(shape, i, q, k));
    let mut out = vec![0.0; shape.d_v];
    for (weight, v) in weights.iter().zip(v.chunks_exact(shape.d_v)) {
        for (out, v) in out.iter_mut().zip(v) {
            *out += weight * f64::from(*v);
        }
    }
    out
}

/// Is every number as near as that?
#[track_caller]
pub fn assert_near(found: &[f32], wanted: &[f64], bound: f64, what: std::fmt::Arguments<'_>) {
    assert_eq!(found.len(), wanted.len(), "{what}: length");
    for (at, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        let error = (f64::from(*found) - wanted).abs();
        // Written so that NaN fails.
        assert!(
            error <= bound,
            "{what}: number {at} is {found}, not {wanted}: off by {error:e}, allowed {bound:e}"
        );
    }
}
