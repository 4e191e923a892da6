//! Links as the page around a lesson changes and reads them, whichever lesson they belong to.

use std::collections::BTreeMap;

use crate::core::problem::{Problem, quoted};
use crate::head::name::Name;
use crate::head::trace::Trace;
use crate::share::embed::Framing;
use crate::share::quiz::Setup;
use crate::{head::codec, lessons::flash, registry};

/// Entries that say how something is looked at: no edit, and no place of a walk.
pub const LOOKS: [&str; 14] = [
    "embed", "theme", "lang", "ver", "row", "col", "pin", "mode", "softmax", "digits", "diff",
    "speed", "cell", "lines",
];

/// Keys that make a fragment a link of its own rather than a change of the present one.
const WHOLE: [&str; 3] = ["ver", "lesson", "preset"];

/// The lessons whose link holds a [`Document`](crate::Document).
const OVER_A_DOCUMENT: [&str; 2] = ["stepper", flash::link::SLUG];

/// The last value of that key.
#[must_use]
pub fn entry<'a>(fragment: &'a str, key: &str) -> Option<&'a str> {
    entries(fragment)
        .filter(|(own, _)| *own == key)
        .last()
        .map(|(_, value)| value)
}

fn entries(fragment: &str) -> impl Iterator<Item = (&str, &str)> {
    let parts = fragment.split('&').filter(|entry| !entry.is_empty());
    parts.map(|entry| entry.split_once('=').unwrap_or((entry, "")))
}

/// `change` as a whole link: as it is where it names a lesson, a preset or a version; else its
/// entries in place of those of `present`.
#[must_use]
pub fn laid_over(present: &str, change: &str) -> String {
    if WHOLE.iter().any(|key| entry(change, key).is_some()) {
        return change.to_owned();
    }
    let stays = |(key, _): &(&str, &str)| entry(change, key).is_none();
    let kept = entries(present).filter(stays);
    let all: Vec<String> = kept
        .chain(entries(change))
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    all.join("&")
}

/// Whether a link can be opened, as far as the page can tell without the bundle of its lesson.
///
/// # Errors
/// [`Problem`], as any link's.
pub fn admit(fragment: &str) -> Result<(), Problem> {
    if fragment.len() > codec::MOST_BYTES {
        return Err(Problem::LinkTooLong(fragment.len(), codec::MOST_BYTES));
    }
    match entry(fragment, "lesson") {
        Some(slug) if !registry::has(slug) => {
            Err(Problem::LinkUnknown("lesson".into(), quoted(slug)))
        }
        _ if holds_document(fragment) => codec::decode(fragment).map(drop),
        _ => Ok(()),
    }
}

fn holds_document(fragment: &str) -> bool {
    OVER_A_DOCUMENT.contains(&registry::lesson_of(fragment))
}

/// A link in the form that the page itself writes, as far as it can tell: what is compared to learn
/// what changed. One that cannot be opened, and one without a document, stays as it is.
#[must_use]
pub fn as_written(fragment: &str) -> String {
    let bare = without_frame(fragment);
    if !holds_document(&bare) {
        return bare;
    }
    let Ok((document, view)) = codec::decode(&bare) else {
        return bare;
    };
    let slug = registry::lesson_of(&bare);
    let mut written = codec::encode_for(slug, &document, &view);
    if slug == flash::link::SLUG {
        for key in ["tile", "at", "cell"] {
            if let Some(value) = entry(&bare, key) {
                written.push_str(&format!("&{key}={value}"));
            }
        }
    }
    written.push_str(&Setup::kept(&bare));
    written
}

/// A link without what it says about the frame of its lesson.
#[must_use]
pub fn without_frame(fragment: &str) -> String {
    let frame = Framing::of(fragment).suffix();
    let framing: Vec<&str> = entries(&frame).map(|(key, _)| key).collect();
    let own = |part: &&str| !framing.contains(&part.split('=').next().unwrap_or_default());
    let own: Vec<&str> = fragment.split('&').filter(own).collect();
    own.join("&")
}

/// The entries that differ between two links, by key, with the value of the second.
#[must_use]
pub fn differing<'a>(before: &'a str, after: &'a str) -> Vec<(&'a str, Option<&'a str>)> {
    let (old, new): (BTreeMap<_, _>, BTreeMap<_, _>) =
        (entries(before).collect(), entries(after).collect());
    let gone = old.keys().filter(|key| !new.contains_key(*key));
    let other = new
        .iter()
        .filter(|(key, value)| old.get(*key) != Some(*value));
    let other = other.map(|(key, value)| (*key, Some(*value)));
    gone.map(|key| (*key, None)).chain(other).collect()
}

/// The entry that says where in its walk a lesson stands; `None` for lessons without a walk.
#[must_use]
pub fn place_key(fragment: &str) -> Option<&'static str> {
    match registry::lesson_of(fragment) {
        "stepper" => Some("stage"),
        flash::link::SLUG => Some("at"),
        _ => None,
    }
}

/// The numbers of a matrix of what a link opens, row by row.
///
/// # Errors
/// [`Problem`], where the link cannot be opened. `Ok(None)` where its lesson has no matrices by name.
pub fn numbers(fragment: &str, name: Name) -> Result<Option<Vec<Vec<f32>>>, Problem> {
    if !holds_document(fragment) {
        return Ok(None);
    }
    let (document, _) = codec::decode(fragment)?;
    // A document that was opened fits: its trace is there.
    let Ok(trace) = Trace::of(&document) else {
        return Ok(None);
    };
    let rows = trace.get(name).iter_rows();
    Ok(Some(rows.map(<[f32]>::to_vec).collect()))
}
