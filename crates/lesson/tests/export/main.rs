//! Exported files hold the figure's numbers: read back, and computed anew by the programs.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod charts;
mod documents;
mod formulas;
mod growth;
mod literals;
mod numbers;
mod programs;
mod tables;
