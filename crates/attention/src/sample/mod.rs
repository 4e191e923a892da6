//! Writing on, token by token: which token comes next, given the logits. [`distribution()`] gives each token its
//! probability, and its chance after top-k and top-p; [`draw`] takes one by a random number of the caller's.

mod distribution;
mod greedy;
mod settings;

pub use distribution::{Choice, distribution, draw};
pub use greedy::{greedy, most_likely};
pub use settings::{Sampling, SamplingError};
