//! All that is tested of the kernels in one program, but for what counts memory.
#![allow(clippy::unwrap_used, reason = "a test that fails to set up has failed")]

#[macro_use]
mod common;
mod attention;
mod bad_input;
mod edges;
mod fixtures;
mod products;
mod properties;
mod rows;

#[cfg(target_arch = "wasm32")]
wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);
