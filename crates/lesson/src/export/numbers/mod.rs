//! The numbers themselves: CSV, JSON and NumPy's file format.

mod csv;
mod json;
mod npy;

pub use csv::csv;
pub use json::json;
pub use npy::npy;
