//! Opening Hugging Face folders: what is in them arrives where it belongs, and whatever else they
//! hold is an error that names it.
#![cfg(all(feature = "load", not(target_arch = "wasm32")))]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that fails to set up has failed"
)]

#[path = "../common/mod.rs"]
mod common;
mod config;
mod folder;
mod forms;
mod hostile;
mod loaded;
mod memory;
mod open;
mod relatives;
mod save;
mod support;
mod team;
mod tokenizer;
mod tokenizer_errors;
mod weights;
mod weights_errors;
mod whole_numbers;
