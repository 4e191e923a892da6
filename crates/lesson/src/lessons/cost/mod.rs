//! What attention costs on the device this runs on: which methods are measured at which sizes, what
//! each needs, what is refused, and what follows from the numbers. Without a browser: the engine is
//! given its clock.

pub mod chart;
pub mod engine;
pub mod fit;
pub mod guard;
mod inputs;
mod job;
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
