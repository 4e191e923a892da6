//! Vectors of four numbers, and eˣ: what the kernels of `attention`, which promise their bits, and
//! those of `fast`, which promise speed, have in common.
//!
//! - [`vector`]: one trait and its two kinds, plain arrays and WebAssembly's 128-bit vectors. What is
//!   generic over [`Vector`] is written once and runs on both.
//! - [`mod@exp`]: the exponential function of one number, with the same bits everywhere, and the constants
//!   from which it is made on vectors.
//!
//! What works on vectors is inlined where it is used, since only a kernel's entry point carries the CPU
//! feature that they need.
#![cfg_attr(not(test), no_std)]

pub mod exp;
pub mod vector;

pub use exp::exp;
pub use vector::{F32x4, Vector};
