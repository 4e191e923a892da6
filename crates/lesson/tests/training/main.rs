//! The training lesson without a page: runs, moments, links, files, and what the worker answers.
#![cfg(not(target_arch = "wasm32"))]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod engine;
mod files;
mod links;
mod retrace;
mod runs;
mod shipped;

use lesson::lessons::training::session::Session;
use lesson::lessons::training::settings::Settings;
use lesson::lessons::training::task::Task;

/// Settings of a model that is quick to train.
fn small(task: Task) -> Settings {
    Settings {
        n_layers: 1,
        n_heads: 2,
        d_model: 16,
        batch: 8,
        ..Settings::of(task)
    }
}

fn run(settings: &Settings, steps: u32) -> Session {
    let mut session = Session::new(settings.clone()).unwrap();
    for _ in 0..steps {
        session.step().unwrap();
    }
    session
}
