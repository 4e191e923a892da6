//! Exported files hold the figure's numbers: read back, and computed anew by the programs.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod documents;
mod formulas;
mod literals;
mod numbers;
mod programs;
