//! A toy transformer that trains in the tab: what it is given to learn, how it is set up, and what
//! can be seen of it while it learns.

pub mod block;
pub mod chart;
pub mod curve;
pub mod engine;
pub mod experiment;
pub mod file;
pub mod heads;
pub mod link;
pub mod look;
pub mod open;
pub mod problem;
pub mod random;
pub mod session;
pub mod settings;
pub mod shipped;
pub mod snapshot;
pub mod task;
pub mod writing;
