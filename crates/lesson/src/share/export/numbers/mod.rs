//! The numbers themselves: CSV, JSON and NumPy's file format.

mod csv;
mod json;
mod npy;

pub use csv::csv;
pub(super) use csv::{field as csv_field, line as csv_line};
pub use json::json;
pub(super) use json::of_sheet as json_of_sheet;
pub(super) use npy::file as npy_file;
pub use npy::{npy, npy_header};
