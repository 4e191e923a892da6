//! A real model, held for the page in a worker of its own: the lesson `models` asks, [`Engine`] answers. Without a
//! browser, so that tests drive it natively; `main.rs` puts it behind messages.
//!
//! A large one is held by several workers (`sharing`): this one and helpers, which only multiply.
//!
//! What a notebook has written down (`notebook`) is looked at as a text that was read.
//!
//! A model is opened tensor by tensor (`opening`) and replaces the one before only when it is whole. A text is read
//! once (`reading`); what is asked afterwards, one head, one place, is taken from that run. Messages are those of
//! `lesson::lessons::models::messages`.

mod archive;
mod changes;
pub mod check;
mod compared;
mod engine;
mod gated;
pub mod listing;
mod notebook;
mod opening;
mod place;
mod program;
mod reading;
pub mod sharing;
mod sweep;
mod trouble;
mod writing;

pub use engine::Engine;
