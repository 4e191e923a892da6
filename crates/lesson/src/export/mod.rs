//! A figure taken along: its picture, its numbers, its computation as a program, its formula.
//!
//! What is exported is one matrix of a figure ([`Figure`]), found again from the lesson's own link, so
//! that whoever makes the file needs nothing else. The pictures and MathML are drawn by the app; all
//! that is text or numbers is made here ([`Figure::bytes`]).

pub mod code;
mod figure;
mod format;
mod formula;
pub mod literal;
pub mod numbers;
mod request;
mod sheet;

pub use figure::{ExportError, Figure, Which, matrices};
pub use format::Format;
pub use formula::Computed;
pub use request::Request;
pub use sheet::Sheet;
