//! What `cargo xtask bench kernels` measures and nothing ships: a whole GPT-2 block in one call
//! ([`Block`]), and loops that do nothing but multiply and add (`peak`), as the limit of everybody. For `cargo xtask bench
//! models` there is a whole model of GPT-2's size, as the lesson on real models computes it (`model`).

mod block;
mod heads;
mod layers;
#[cfg(target_arch = "wasm32")]
mod model;
#[cfg(target_arch = "wasm32")]
mod peak;
#[cfg(target_arch = "wasm32")]
mod web;
mod weights;

pub use block::{Block, HEADS, HIDDEN, WIDTH};
pub use weights::Weights;
