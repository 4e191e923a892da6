//! A figure taken along: its picture, its numbers, its computation as a program, its formula.
//!
//! What is exported is one matrix of a figure ([`Figure`]), found again from the lesson's own link, so
//! that whoever makes the file needs nothing else; or a [`Chart`] or a [`Table`] by value, of numbers that no link holds.
//! The pictures and MathML are drawn by the app; all that is text or numbers is made here
//! ([`Figure::bytes`], [`Chart::bytes`], [`Table::bytes`]). Which forms there are of what is an [`Offer`].

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
