//! Tokens and matrices that are typed, in links.

use attention::Matrix;

use super::fragment::{Entries, Fragment, decoded, encoded};
use super::lesson::Lesson;
use super::problem::{Problem, quoted};

/// The tokens of a link, joined by commas; `None` when absent.
///
/// # Errors
/// [`Problem::LinkEntry`] where they are no text.
pub fn read_tokens(link: Fragment<'_>) -> Result<Option<Vec<String>>, Problem> {
    link.read("t", |text| text.split(',').map(one).collect())
}

/// One token, at most as long as is ever shown.
fn one(text: &str) -> Option<String> {
    decoded(text).map(|token| quoted(&token))
}

/// A single token under a key of its own; `None` when absent.
///
/// # Errors
/// As [`read_tokens`].
pub fn read_token(link: Fragment<'_>, key: &str) -> Result<Option<String>, Problem> {
    link.read(key, one)
}

/// Writes what [`read_tokens`] reads.
pub fn write_tokens(tokens: &[String], to: &mut Entries) {
    let all: Vec<String> = tokens.iter().map(|token| encoded(token)).collect();
    to.push("t", all.join(","));
}

/// A matrix that a link without a preset cannot do without, at most `widest` rows and columns.
///
/// # Errors
/// [`Problem`] where it is absent or cannot be read.
pub fn needed(link: Fragment<'_>, key: &str, widest: usize) -> Result<Matrix, Problem> {
    let found = link.matrix(key, widest)?;
    found.ok_or_else(|| Problem::LinkEntry(key.into(), String::new()))
}

/// Reads the typed matrices that a link has, each at most `widest` rows and columns.
///
/// # Errors
/// [`Problem`] for the first that cannot be read.
pub fn read<L: Lesson>(
    link: Fragment<'_>,
    widest: usize,
    document: &mut L::Document,
) -> Result<(), Problem> {
    for (key, table) in L::TYPED {
        let own = link.matrix(key, widest)?;
        if let (Some(own), Some(input)) = (own, L::input_mut(document, *table)) {
            *input = own;
        }
    }
    Ok(())
}

/// Writes what [`read`] reads.
pub fn write<L: Lesson>(document: &L::Document, to: &mut Entries) {
    for (key, table) in L::TYPED {
        if let Some(own) = L::input(document, *table) {
            to.matrix(key, own);
        }
    }
}
