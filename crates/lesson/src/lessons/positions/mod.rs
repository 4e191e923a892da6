//! Positions: what attention does without them, and four ways to tell it about order.
//!
//! One small head, its scores without positions and with those of the step: waves that are added (Vaswani et al. 2017,
//! §3.5), a learned table that is added, queries and keys that are turned (RoPE, Su et al. 2021), and a penalty on the
//! distance (ALiBi, Press et al. 2021). What is added, turned and taken off comes from the `attention` crate; every other
//! number is computed by its rule ([`Pass`]). The learned table is that of a shipped model ([`learned`]).

mod beyond;
mod controls;
mod document;
pub mod learned;
mod lesson;
mod pass;
mod rule;
mod scheme;
mod shuffled;
mod tables;

pub use document::{Document, Map, Range, Slopes};
pub use lesson::{Change, META, Positions, STEPS, scheme};
pub use pass::Pass;
pub use scheme::Scheme;
pub use shuffled::Compared;
pub use tables::*;
