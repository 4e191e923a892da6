//! A figure taken along: its picture, its numbers, its computation as a program, its formula.
//!
//! `ExportMenu` → [`Request`] → the part `export` of the page: [`Figure`], [`Chart`] or [`Table`] → bytes → saved
//! or copied.
//!
//! What is exported is one matrix of a figure ([`Figure`]), found again from the lesson's own link, so that whoever
//! makes the file needs nothing else; or a [`Chart`] or a [`Table`] by value, of numbers that no link holds, and of
//! every lesson that has nothing but its tables. Pictures and MathML are drawn by the page (`src/exporting`), all
//! that is text or numbers is made here. Which forms there are of what is an [`Offer`].
//!
//! - A program is a template (`code/templates`) with lines `@name@`, which a `Dialect` fills in.
//! - A token is untrusted: [`literal`] escapes whatever could end a string, and a property test reads it back.
//! - `tests/export` runs the Rust programs, `cargo xtask test --only exports` those for NumPy and Node,
//!   `cargo xtask verify-exports` those for PyTorch: every preset, mask, scale and override, compared with the
//!   figure's numbers.
//! - The part is fetched when a menu is opened first, so that the page does not carry it.

pub mod chart;
pub mod code;
mod figure;
mod format;
mod formula;
pub mod literal;
pub mod numbers;
mod offer;
mod request;
mod sheet;
mod table;

pub use chart::Chart;
pub use figure::{ExportError, Figure, Which, matrices};
pub use format::Format;
pub use formula::{CHARTS, Computed, of_chart};
pub use offer::Offer;
pub use request::{Request, Subject};
pub use sheet::Sheet;
pub use table::{Table, TableKind};
