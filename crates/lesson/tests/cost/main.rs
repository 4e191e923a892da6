//! The cost lesson without a page: needs, guards, slopes, links, and what the worker answers.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod engine;
mod growth;
mod links;
mod needs;

use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::point::{Measured, Point};

/// A measurement that was never made.
fn made_up(method: Method, n: usize, ms: f64) -> Point {
    let outcome = Ok(Measured {
        batches: vec![ms],
        calls: 1,
        bytes: 4 * n as u64,
        multiply_adds: 1,
        error: None,
        gap: None,
    });
    Point { method, n, outcome }
}
