//! What the page asks of whoever makes the file: plain values, as bytes.

use serde::{Deserialize, Serialize};

use super::chart::Chart;
use super::format::Format;
use super::table::Table;

/// One file to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// In which form.
    pub format: Format,
    /// Of what.
    pub subject: Subject,
    /// What stands above the picture, in the reader's language.
    pub title: String,
    /// The picture is in dark colours.
    pub dark: bool,
}

/// What is exported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// A matrix of a figure that a link describes; all numbers are found again from that.
    Matrix {
        /// The lesson's state, as in its link.
        fragment: String,
        /// The key of the matrix: of a [`Name`](crate::Name), or of a part of flash attention's figure.
        key: String,
    },
    /// A [`Chart`], as bytes: a page that asks for matrices alone then has no code that writes charts.
    Chart(Vec<u8>),
    /// A [`Table`], as bytes.
    Table(Vec<u8>),
}

impl Subject {
    /// A chart by value.
    #[must_use]
    pub fn chart(chart: &Chart) -> Subject {
        Subject::Chart(postcard::to_allocvec(chart).unwrap_or_default())
    }

    /// A matrix by value.
    #[must_use]
    pub fn table(table: &Table) -> Subject {
        Subject::Table(postcard::to_allocvec(table).unwrap_or_default())
    }
}

impl Request {
    /// As bytes; empty if they cannot be written, which plain values do not do.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).unwrap_or_default()
    }

    /// What [`to_bytes`](Request::to_bytes) wrote; `None` for other bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Request> {
        postcard::from_bytes(bytes).ok()
    }
}
