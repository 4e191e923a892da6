//! Links as the page around a lesson changes and reads them, whichever lesson they belong to.

use std::collections::BTreeMap;

use crate::core::fragment::Fragment;

/// Keys that make a fragment a link of its own rather than a change of the present one.
const WHOLE: [&str; 3] = ["ver", "lesson", "preset"];

/// `change` as a whole link: as it is where it names a lesson, a preset or a version; else its
/// entries in place of those of `present`.
#[must_use]
pub fn laid_over(present: &str, change: &str) -> String {
    let change_of = Fragment(change);
    if WHOLE.iter().any(|key| change_of.has(key)) {
        return change.to_owned();
    }
    let stays = |(key, _): &(&str, &str)| !change_of.has(key);
    let kept = Fragment(present).entries().filter(stays);
    let all: Vec<String> = kept
        .chain(change_of.entries())
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    all.join("&")
}

/// The entries that differ between two links, by key, with the value of the second.
#[must_use]
pub fn differing<'a>(before: &'a str, after: &'a str) -> Vec<(&'a str, Option<&'a str>)> {
    let (old, new): (BTreeMap<_, _>, BTreeMap<_, _>) = (
        Fragment(before).entries().collect(),
        Fragment(after).entries().collect(),
    );
    let gone = old.keys().filter(|key| !new.contains_key(*key));
    let other = new
        .iter()
        .filter(|(key, value)| old.get(*key) != Some(*value));
    let other = other.map(|(key, value)| (*key, Some(*value)));
    gone.map(|key| (*key, None)).chain(other).collect()
}
