//! Flash attention by hand: a head's document walked tile by tile, with a running maximum, a running
//! sum and an output that is rescaled, and never a whole matrix of scores.
//!
//! The order is that of FlashAttention-2 (Dao 2023, algorithm 1): blocks of queries outside, blocks
//! of keys inside, one division at the end. The first paper (Dao et al. 2022, algorithm 1) has the
//! keys outside, so that every query's maximum, sum and output go to slow memory and come back once
//! a block of keys; here a query begins, is finished and is written once, which is how a reader
//! follows one row, and how today's kernels run.
//!
//! A `Walk` is a list of `Step`s, finer than a tile. Each holds the numbers it computed; a number's
//! address is (step, query, column). `Walk::rule` says as data how each of them is computed, and the walk
//! *is* computed by its rules, so that the written arithmetic cannot say anything else than what happened.
//! Tests compare it with an online softmax of their own, bit for bit, and with the plain softmax's output.
//!
//! `Walk::shown` says what stands in each cell of the figure at a step. These are the last of the lesson's
//! `TABLES`; the first are those of the head, as plain softmax gives them. So the numbers depend on where one
//! stands, and a number that the step does not have is NaN. A question about one of the figure's numbers covers
//! the head's as well, since they would be the answer.

mod address;
mod arithmetic;
mod controls;
pub mod formula;
mod lesson;
mod memory;
mod plan;
mod shown;
mod step;
mod tile;
mod walk;

pub use address::{At, Source};
pub use arithmetic::{symbol, text, written};
pub use lesson::{Change, Command, Document, Flash, FlashNumbers, META, TABLES, View, Walker};
pub use memory::Held;
pub use shown::{Part, Shown, State};
pub use step::{Kind, Step};
pub use tile::Tile;
pub use walk::Walk;
