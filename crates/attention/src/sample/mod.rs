//! Writing on, token by token: which token comes next, given the logits.

mod distribution;
mod greedy;
mod settings;

pub use distribution::{Choice, distribution, draw};
pub use greedy::{greedy, most_likely};
pub use settings::{Sampling, SamplingError};
