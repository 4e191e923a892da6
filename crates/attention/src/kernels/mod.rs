//! The few operations attention is made of, each written several ways with the same result.
//!
//! - [`scalar`] is the specification: naive loops, to be read.
//! - `lanes` is the same arithmetic four cells at a time, written once over a small vector
//!   trait; `portable` runs it on `[f32; 4]`, `simd128` on WebAssembly's 128-bit vectors.
//!
//! Four *cells* at a time, not four terms of one sum: each cell still adds its own terms from
//! left to right, which is why every [`Backend`] gives the same bits.

mod activation;
mod backend;
mod backend_activation;
mod backend_training;
mod lanes;
mod normal;
mod overflow;
mod packed;
mod portable;
pub mod scalar;
mod sigmoid;
#[cfg(target_arch = "wasm32")]
mod simd128;

#[cfg(not(target_arch = "wasm32"))]
use portable as fast;
#[cfg(target_arch = "wasm32")]
use simd128 as fast;

/// What a cell of a product is before the first term is added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start<'a> {
    /// 0: the product replaces what was there.
    Zero,
    /// What was there.
    Add,
    /// The number of its column, a bias: one for every column.
    Row(&'a [f32]),
}

/// How rows are normalised, and with what they are then multiplied and added to.
#[derive(Clone, Copy, Debug)]
pub struct Normalizer<'a> {
    /// Is the mean taken away first (LayerNorm), or not (RMSNorm)?
    pub centred: bool,
    /// Added to the variance.
    pub eps: f32,
    /// One factor per column.
    pub gain: &'a [f32],
    /// One summand per column.
    pub bias: Option<&'a [f32]>,
}

/// The numbers of one AdamW step that are the same for all weights.
#[derive(Clone, Copy, Debug)]
pub struct AdamStep {
    /// Learning rate over 1 − β₁ᵗ.
    pub rate: f32,
    /// 1 − learning rate · weight decay.
    pub keep: f32,
    /// β₁
    pub beta_1: f32,
    /// β₂
    pub beta_2: f32,
    /// √(1 − β₂ᵗ)
    pub root_correction_2: f32,
    /// Added to the root.
    pub eps: f32,
}

pub use activation::Activation;
pub use backend::Backend;
pub use normal::{normal_cdf, normal_density};
pub use packed::{BLOCK, Int8Panels, Loss, Panels};
pub use scalar::dot;
pub use sigmoid::{sigmoid, sigmoid_slope};
pub use simd::exp;
