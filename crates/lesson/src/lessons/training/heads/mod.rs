//! What a head looks at: measured, and named only where the measurement bears the name.

mod combine;
mod kind;
mod measure;
mod pattern;
mod scores;

pub use combine::{Combine, combine, link, strongest};
pub use kind::HeadKind;
pub use measure::{Measure, measure};
pub use scores::{CLEAR, HeadScores};
