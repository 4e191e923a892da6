//! How attention, which by itself sees a set, is told about order: three ways that learn nothing.
//!
//! What they need of sines and powers is computed once, at set-up, in `f64` by `libm` (which, unlike
//! the platform's library, gives the same bits everywhere) and rounded to `f32` at the end.

mod alibi;
mod rope;
mod sinusoidal;

pub use alibi::alibi_slopes;
pub use rope::Rope;
pub use sinusoidal::{rate, sinusoidal, sinusoidal_of, wave};
