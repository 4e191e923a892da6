//! Attention and the operations it is made of, near the speed limit of WebAssembly's SIMD.
//!
//! Each kernel stands beside its naive loop ([`naive`]), which is its specification and the oracle
//! of its tests. Nothing here allocates: what a kernel needs beside its operands is the `scratch`
//! that its shape asks for.
//!
//! # Conventions
//!
//! - Matrices are row-major `f32`, one token per row. `n` counts queries, `m` keys and values, `d_k`
//!   the width of queries and keys, `d_v` that of values.
//! - Query `i` and key `j` are counted from 0 at the first token, also where n ≠ m.
//! - A query that may see no key gets zeros.
//! - Results agree with [`naive`] within the bounds that `tests/` name; the order of a sum is the
//!   kernel's own, so they are not the same to the last bit. (`attention::kernels` are.)
//! - Whatever does not fit, is not finite or overflows is a [`Misfit`], never a trap or a wrong number.
//!
//! # Where things stand
//!
//! - [`naive`] is the specification. `tile` is the one inner loop of all products, and the only `unsafe`.
//!   `attention` walks tiles of keys with it; `online` turns scores into weights between the two products.
//! - `backend` checks sizes and numbers, then calls the entry points in `kernels`, one function each, because
//!   an engine compiles function by function. The same bodies run on `[f32; 4]`, on simd128 and, by the
//!   build's flags, on relaxed SIMD.
//! - Σx² of each row is computed once. It finds NaN, bounds every score (Cauchy and Schwarz), and so decides
//!   what must be looked at for overflow (`overflow`) and whether weights need a largest score at all.
#![cfg_attr(not(test), no_std)]

mod activation;
mod attention;
mod backend;
mod elementwise;
mod exp2;
mod kernels;
mod linear;
mod misfit;
pub mod naive;
mod norm;
mod online;
mod overflow;
mod pack;
mod product;
mod shape;
mod softmax;
mod stages;
mod tile;

#[cfg(target_arch = "wasm32")]
pub use backend::Simd128;
#[cfg(not(target_arch = "wasm32"))]
#[doc(hidden)]
pub use backend::Tall;
pub use backend::{Backend, Portable};
pub use misfit::Misfit;
pub use shape::{Attention, Product, Rows, StageBuffers};

/// What the functions of the root run on: WebAssembly's vectors, elsewhere [`Portable`].
#[cfg(target_arch = "wasm32")]
pub type Fastest = Simd128;
/// What the functions of the root run on: WebAssembly's vectors, elsewhere [`Portable`].
#[cfg(not(target_arch = "wasm32"))]
pub type Fastest = Portable;

/// Works on the shapes of [`Attention`] with the fastest kernel here: softmax(scale·Q·Kᵀ + mask)·V
/// without ever holding the n×m weights (FlashAttention; Dao et al. 2022, algorithm 1).
///
/// `q` n×d_k, `k` m×d_k, `v` m×d_v, `out` n×d_v, `scratch` at least [`Attention::scratch`] numbers.
///
/// # Errors
/// [`Misfit`]; `out` is then unspecified.
pub fn attention(
    shape: &Attention<'_>,
    q: &[f32],
    k: &[f32],
    v: &[f32],
    out: &mut [f32],
    scratch: &mut [f32],
) -> Result<(), Misfit> {
    <Fastest as Backend>::attention(shape, q, k, v, out, scratch)
}

/// Every stage of attention, each kept in n×m: what a lesson shows, and what fused attention avoids.
///
/// # Errors
/// [`Misfit`]; the buffers are then unspecified.
pub fn attention_stages(
    shape: &Attention<'_>,
    q: &[f32],
    k: &[f32],
    v: &[f32],
    to: &mut StageBuffers<'_>,
    scratch: &mut [f32],
) -> Result<(), Misfit> {
    <Fastest as Backend>::attention_stages(shape, q, k, v, to, scratch)
}

/// Linear attention (see [`naive::linear_attention`]): n·d_k·d_v work, no n×m at all.
///
/// # Errors
/// [`Misfit`]; `out` is then unspecified.
pub fn linear_attention(
    shape: &Attention<'_>,
    q: &[f32],
    k: &[f32],
    v: &[f32],
    out: &mut [f32],
    scratch: &mut [f32],
) -> Result<(), Misfit> {
    <Fastest as Backend>::linear_attention(shape, q, k, v, out, scratch)
}

/// out = A·B or A·Bᵀ; `scratch` holds [`Product::packed`] numbers.
///
/// # Errors
/// [`Misfit`]; `out` is then unspecified.
pub fn matmul(
    shape: &Product,
    a: &[f32],
    b: &[f32],
    out: &mut [f32],
    scratch: &mut [f32],
) -> Result<(), Misfit> {
    <Fastest as Backend>::matmul(shape, a, b, out, scratch)
}

/// Packs `b` for [`matmul_packed`], once for many products.
///
/// # Errors
/// [`Misfit`], also for what is not finite.
pub fn pack(shape: &Product, b: &[f32], packed: &mut [f32]) -> Result<(), Misfit> {
    <Fastest as Backend>::pack(shape, b, packed)
}

/// out = A·B or A·Bᵀ with a `b` that [`pack`] packed for the same `k`, `m` and `transposed`.
///
/// # Errors
/// [`Misfit`]; `out` is then unspecified.
pub fn matmul_packed(
    shape: &Product,
    a: &[f32],
    packed: &[f32],
    out: &mut [f32],
) -> Result<(), Misfit> {
    <Fastest as Backend>::matmul_packed(shape, a, packed, out)
}

/// The softmax of each row; −∞ is allowed and gets 0.
///
/// # Errors
/// [`Misfit`]; `out` is then unspecified.
pub fn softmax(shape: &Rows, x: &[f32], out: &mut [f32]) -> Result<(), Misfit> {
    <Fastest as Backend>::softmax(shape, x, out)
}

/// Layer norm of each row; `gain` and `bias` have one number a column.
///
/// # Errors
/// [`Misfit`]; `out` is then unspecified.
pub fn layer_norm(
    shape: &Rows,
    x: &[f32],
    gain: &[f32],
    bias: &[f32],
    eps: f32,
    out: &mut [f32],
) -> Result<(), Misfit> {
    <Fastest as Backend>::layer_norm(shape, x, gain, bias, eps, out)
}

/// GELU of every number.
///
/// # Errors
/// [`Misfit`] unless both have the same length and all is finite.
pub fn gelu(x: &[f32], out: &mut [f32]) -> Result<(), Misfit> {
    <Fastest as Backend>::gelu(x, out)
}
