//! The lessons, one folder each. They know `core` and `head`, never each other but by a link.

pub mod cost;
pub mod flash;
pub mod stepper;
pub mod training;
