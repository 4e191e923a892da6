//! What attention costs on the device this runs on: which methods are measured at which sizes, what
//! each needs, what is refused, and what follows from the numbers. Without a browser: the engine is
//! given its clock.
//!
//! `Start` → worker: `engine` → `run` → `job` → `Report` (`messages`) → signals → views.
//!
//! - `need` says from the shapes what a point takes in bytes and multiply-adds, and `guard` refuses
//!   before anything is allocated. What was allocated is counted again, and a test compares the two.
//! - `plan` orders the points, small n first. `timing` makes batches that the clock can see. `work` cuts a
//!   call into steps, between which the worker reads its messages.
//! - `fit` is slopes, ratios and predictions.
//! - The engine keeps no points. The page has them and gives back those it has, so going on after a pause,
//!   with a larger budget or after a lost worker is one and the same request.
//!
//! The link holds settings, never measurements. The tables of the lesson (`time`, `memory`) are what was
//! measured here: a row a method, a column a size.

pub mod chart;
mod controls;
pub mod engine;
pub mod fit;
pub mod guard;
mod inputs;
mod job;
pub mod lesson;
pub mod link;
pub mod messages;
pub mod method;
pub mod need;
pub mod plan;
pub mod point;
pub mod problem;
mod reference;
mod run;
pub mod settings;
mod timing;
mod work;

pub use lesson::{Cost, META, Meter};
