//! What the page asks of whoever makes the file: plain values.

use super::chart::Chart;
use super::format::Format;
use super::table::Table;

/// One file to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// In which form.
    pub format: Format,
    /// Of what.
    pub subject: Subject,
    /// What stands above the picture, in the reader's language.
    pub title: String,
    /// So many decimals have the numbers in the picture.
    pub digits: u8,
    /// The picture is in dark colours.
    pub dark: bool,
}

/// What is exported.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A matrix of a figure that a link describes; all numbers are found again from that.
    Matrix {
        /// The lesson's state, as in its link.
        fragment: String,
        /// The key of the matrix: of a [`Name`](crate::Name), or of a part of flash attention's figure.
        key: String,
    },
    /// A chart by value.
    Chart(Box<Chart>),
    /// A matrix by value.
    Table(Box<Table>),
}

impl Subject {
    /// A chart by value.
    #[must_use]
    pub fn chart(chart: Chart) -> Subject {
        Subject::Chart(Box::new(chart))
    }

    /// A matrix by value.
    #[must_use]
    pub fn table(table: Table) -> Subject {
        Subject::Table(Box::new(table))
    }
}
