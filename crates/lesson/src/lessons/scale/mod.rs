//! Why √d_k: queries and keys are drawn at random, and what their dot products do as d_k grows is measured.
//!
//! Components that are independent, with mean 0 and variance 1, give q·k the variance d_k (Vaswani et al. 2017, §3.2.1,
//! footnote 4). One draw is shown number by number ([`Drawn`]); thousands are measured beside the page
//! ([`engine`] → [`Tally`](tally::Tally) → [`Summary`](summary::Summary)), the same ones for the same seed. All
//! widths are measured at once: the first d_k components of a draw are the draw of that width.

mod controls;
mod document;
mod drawn;
pub mod engine;
mod lesson;
mod measured;
pub mod messages;
mod source;
pub mod summary;
mod tables;
pub mod tally;

pub use document::{
    COUNTS, Distribution, Document, MOST_HEADS, MOST_KEYS, Rule, SHOWN, WIDEST, WIDTHS,
};
pub use drawn::Drawn;
pub use lesson::{Change, META, Scale, Show, View};
pub use measured::measured;
pub use tables::*;
