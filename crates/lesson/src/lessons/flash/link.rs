//! The lesson's link: the stepper's own entries, the size of a tile and the step.
//!
//! `lesson=flash&…&tile=2x2&at=17&cell=1.0`. What the stepper's codec reads is read by it.

use super::tile::Tile;
use super::walker::Walker;
use crate::core::problem::{Problem, quoted};
use crate::head::codec;
use crate::head::document::{Document, opened};
use crate::head::view::View;

/// The lesson's name in links.
pub const SLUG: &str = "flash";

/// The state as a fragment, without `#`.
#[must_use]
pub fn encode(document: &Document, view: &View, walker: &Walker) -> String {
    let mut text = codec::encode_for(SLUG, document, view);
    if walker.tile != Tile::default() {
        text += &format!("&tile={}", walker.tile.key());
    }
    if walker.at != 0 {
        text += &format!("&at={}", walker.at);
    }
    if walker.focus != (0, 0) {
        text += &format!("&cell={}.{}", walker.focus.0, walker.focus.1);
    }
    text
}

/// Reads a fragment. Any bytes are safe to pass; a step past the end is the last one.
///
/// # Errors
/// [`Problem`] for the first entry that cannot be taken, the stepper's before our own.
pub fn decode(fragment: &str) -> Result<(Document, View, Walker), Problem> {
    let (document, view) = codec::decode(fragment)?;
    let named = |key: &str| {
        let entries = fragment.split('&');
        let mut entries = entries.filter_map(|entry| entry.split_once('='));
        let found = entries.rfind(|(own, _)| *own == key);
        found.map(|(_, value)| value)
    };
    let wrong = |key: &str, value: &str| Problem::LinkEntry(key.to_owned(), quoted(value));
    let mut walker = Walker::default();
    if let Some(text) = named("tile") {
        let tile = Tile::from_key(text).ok_or_else(|| wrong("tile", text))?;
        walker.tile = tile.within(opened::TOKENS, opened::TOKENS);
    }
    if let Some(text) = named("at") {
        walker.at = text.parse().map_err(|_| wrong("at", text))?;
    }
    if let Some(text) = named("cell") {
        walker.focus = pair(text).ok_or_else(|| wrong("cell", text))?;
    }
    Ok((document, view, walker))
}

fn pair(text: &str) -> Option<(usize, usize)> {
    let (row, col) = text.split_once('.')?;
    Some((row.parse().ok()?, col.parse().ok()?))
}
