//! The right factor of a product, laid out once for a model that only reads: in panels of eight columns, each read
//! straight through, as f32 ([`Panels`]) or as whole numbers of eight bits ([`Int8Panels`]).
//!
//! Training needs weights as matrices, because it changes them and multiplies by their transposes. Who only reads uses
//! each number again and again in one order: packed, nothing is copied together before it is used, and one written
//! token reads memory as one stream.

mod int8;
mod panels;
mod quantised;

pub(super) use int8::PAIRS;
pub use int8::{BLOCK, Int8Panels, Loss};
pub use panels::Panels;
pub(super) use quantised::Quantised;

/// Columns of a panel: two vectors of four.
pub(super) const WIDTH: usize = 8;
