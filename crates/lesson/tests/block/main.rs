//! Every number of a token's way is what its formula gives, for every switch of the model.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod formulas;
mod models;
mod rows;
