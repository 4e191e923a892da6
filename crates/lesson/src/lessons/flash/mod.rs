//! Flash attention by hand: the stepper's document walked tile by tile, with a running maximum, a
//! running sum and an output that is rescaled, and never a whole matrix of scores.
//!
//! The order is that of FlashAttention-2 (Dao 2023, algorithm 1): blocks of queries outside, blocks
//! of keys inside, one division at the end. The first paper (Dao et al. 2022, algorithm 1) has the
//! keys outside, so that every query's maximum, sum and output go to slow memory and come back once
//! a block of keys; here a query begins, is finished and is written once, which is how a reader
//! follows one row, and how today's kernels run.
//!
//! A [`Walk`] is a list of [`Step`]s. Each holds the numbers it computed; [`Walk::rule`] says as data
//! how each of them is computed, and the walk *is* computed by its rules, so that the written
//! arithmetic cannot say anything else than what happened.

mod address;
mod arithmetic;
pub mod formula;
pub mod link;
mod memory;
mod shown;
mod step;
mod tile;
mod walk;
mod walker;

pub use address::{At, Source};
pub use arithmetic::{symbol, text, written};
pub use memory::Held;
pub use shown::{Part, Shown, State};
pub use step::{Kind, Step};
pub use tile::Tile;
pub use walk::Walk;
pub use walker::Walker;
