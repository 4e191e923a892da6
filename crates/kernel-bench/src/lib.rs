//! What `cargo xtask bench kernels` measures and nothing ships: a whole GPT-2 block in one call
//! ([`Block`]), and loops that do nothing but multiply and add (`peak`), as the limit of everybody.

mod block;
mod heads;
mod layers;
#[cfg(target_arch = "wasm32")]
mod peak;
#[cfg(target_arch = "wasm32")]
mod web;
mod weights;

pub use block::{Block, HEADS, HIDDEN, WIDTH};
pub use weights::Weights;
