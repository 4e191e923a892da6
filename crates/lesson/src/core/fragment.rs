//! The one reader of links: what stands behind `#`, as entries `key=value` joined by `&`.
//!
//! What arrives by link is untrusted: it is bounded before it is looked at, unknown keys are passed
//! over, and what cannot be read is a [`Problem`] with the key and the text.

use attention::Matrix;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::number;
use super::problem::{Problem, quoted};

/// The version this page writes, and the highest it reads.
pub const VERSION: u32 = 1;

/// The longest fragment looked at, in bytes; the largest document at full precision takes 220 KB.
pub const MOST_BYTES: usize = 256 * 1024;

/// The entry that says which link led to a lesson, percent-encoded.
pub const FROM: &str = "from";

/// Everything but letters, digits and what stays readable.
const TEXT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'\'');

/// A fragment, without `#`. Any bytes are safe to pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fragment<'a>(pub &'a str);

impl<'a> Fragment<'a> {
    /// The fragment, if it is one that this page could have made.
    ///
    /// # Errors
    /// [`Problem::LinkTooLong`], [`Problem::LinkNewer`].
    pub fn checked(text: &'a str) -> Result<Self, Problem> {
        if text.len() > MOST_BYTES {
            return Err(Problem::LinkTooLong(text.len(), MOST_BYTES));
        }
        let fragment = Self(text);
        let version = fragment.get("ver").unwrap_or("1");
        match version.parse::<u32>() {
            Ok(known) if known <= VERSION => Ok(fragment),
            _ => Err(Problem::LinkNewer(quoted(version), VERSION)),
        }
    }

    /// Every entry in order; one without `=` has the value `""`.
    pub fn entries(self) -> impl DoubleEndedIterator<Item = (&'a str, &'a str)> {
        let parts = self.0.split('&').filter(|entry| !entry.is_empty());
        parts.map(|entry| entry.split_once('=').unwrap_or((entry, "")))
    }

    /// The value of that key; of a key given twice the last one counts.
    #[must_use]
    pub fn get(self, key: &str) -> Option<&'a str> {
        self.entries()
            .rfind(|(own, _)| *own == key)
            .map(|(_, value)| value)
    }

    /// Whether the key is there.
    #[must_use]
    pub fn has(self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The value read by `read`; `None` when absent.
    ///
    /// # Errors
    /// [`Problem::LinkEntry`] with the entry, where `read` gives nothing.
    pub fn read<T>(
        self,
        key: &str,
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        let wrong = || Problem::LinkEntry(key.into(), quoted(value));
        read(value).map(Some).ok_or_else(wrong)
    }

    /// The value read by `read`, where only a few words `can` stand there.
    ///
    /// # Errors
    /// [`Problem::LinkRange`] with the entry and those words, where `read` gives nothing.
    pub fn one_of<T>(
        self,
        key: &'static str,
        can: &[&str],
        read: impl FnOnce(&'a str) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        let wrong = || Problem::LinkRange(key, quoted(value), can.join(", "));
        read(value).map(Some).ok_or_else(wrong)
    }

    /// A whole number.
    ///
    /// # Errors
    /// As [`read`](Fragment::read).
    pub fn count<T: std::str::FromStr>(self, key: &str) -> Result<Option<T>, Problem> {
        self.read(key, |text| text.parse().ok())
    }

    /// `1` or `0`.
    ///
    /// # Errors
    /// As [`read`](Fragment::read).
    pub fn switch(self, key: &str) -> Result<Option<bool>, Problem> {
        self.read(key, |text| match text {
            "1" => Some(true),
            "0" => Some(false),
            _ => None,
        })
    }

    /// A matrix: rows joined by `;` of numbers joined by `,`.
    ///
    /// # Errors
    /// [`Problem::TooMany`] for more than `most` rows or columns, [`Problem::LinkEntry`] for what is no
    /// matrix of finite numbers.
    pub fn matrix(self, key: &str, most: usize) -> Result<Option<Matrix>, Problem> {
        let Some(text) = self.get(key) else {
            return Ok(None);
        };
        let first = text.split(';').next().unwrap_or_default();
        let size = text.split(';').count().max(first.split(',').count());
        if size > most {
            return Err(Problem::TooMany(size, most));
        }
        let row = |row: &str| row.split(',').map(number::parse).collect::<Result<_, _>>();
        let rows: Result<Vec<Vec<f32>>, _> = text.split(';').map(row).collect();
        let matrix = rows.ok().and_then(|rows| Matrix::from_rows(&rows).ok());
        let wrong = || Problem::LinkEntry(key.into(), quoted(text));
        matrix.map(Some).ok_or_else(wrong)
    }

    /// The entries whose key `keep` says yes to, as a fragment.
    #[must_use]
    pub fn only(self, keep: impl Fn(&str) -> bool) -> String {
        let key = |entry: &str| entry.split('=').next().unwrap_or_default().to_owned();
        let kept = self.0.split('&').filter(|entry| keep(&key(entry)));
        kept.collect::<Vec<_>>().join("&")
    }
}

/// A text of somebody's, decoded.
#[must_use]
pub fn decoded(text: &str) -> Option<String> {
    let text = percent_decode_str(text).decode_utf8().ok()?;
    Some(text.into_owned())
}

/// A text of somebody's, as it can stand in a link.
#[must_use]
pub fn encoded(text: &str) -> String {
    utf8_percent_encode(text, TEXT).to_string()
}

/// A link being written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries(Vec<(&'static str, String)>);

impl Entries {
    /// Adds an entry.
    pub fn push(&mut self, key: &'static str, value: impl Into<String>) {
        self.0.push((key, value.into()));
    }

    /// Adds an entry where it says something: where `differs` from the usual.
    pub fn when(&mut self, differs: bool, key: &'static str, value: impl FnOnce() -> String) {
        if differs {
            self.push(key, value());
        }
    }

    /// Adds a matrix, to the last digit.
    pub fn matrix(&mut self, key: &'static str, matrix: &Matrix) {
        let row = |row: &[f32]| {
            let numbers: Vec<String> = row.iter().map(|value| number::shortest(*value)).collect();
            numbers.join(",")
        };
        let rows: Vec<String> = matrix.iter_rows().map(row).collect();
        self.push(key, rows.join(";"));
    }

    /// The value of that key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.0.iter().find(|(own, _)| *own == key);
        found.map(|(_, value)| value.as_str())
    }

    /// As a fragment, without `#`.
    #[must_use]
    pub fn text(&self) -> String {
        let entry = |(key, value): &(&str, String)| format!("{key}={value}");
        self.0.iter().map(entry).collect::<Vec<_>>().join("&")
    }
}
