//! All that is tested of the mathematics in one program, because each would be compiled, linked and, in a browser, started
//! for itself. Programs of their own have what counts memory, what needs a feature, and what measures.
#![allow(clippy::unwrap_used, reason = "a test that fails to set up has failed")]

#[macro_use]
mod common;
mod ablation;
mod activation;
mod cache;
mod changes;
mod cost;
mod example_folders;
mod example_stages;
mod fixtures;
mod functions;
mod gradients;
mod kernels;
mod limits;
mod model;
mod optimisers;
mod packed;
mod positions;
mod properties;
mod sampling;
mod shapes;
mod share;
mod special;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
