//! The few operations attention is made of, each written several ways with the same result.
//!
//! - [`scalar`] is the specification: naive loops, to be read.
//! - `lanes` is the same arithmetic four cells at a time, written once over a small vector
//!   trait; `portable` runs it on `[f32; 4]`, `simd128` on WebAssembly's 128-bit vectors.
//!
//! Four *cells* at a time, not four terms of one sum: each cell still adds its own terms from
//! left to right, which is why every [`Backend`] gives the same bits.

mod backend;
mod exp;
mod lanes;
mod overflow;
mod portable;
pub mod scalar;
#[cfg(target_arch = "wasm32")]
mod simd128;

pub use backend::Backend;
pub use exp::exp;
pub use scalar::dot;
