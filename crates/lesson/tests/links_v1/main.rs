//! What the links of version 1 show: every number, bit for bit, as it was when `shown.json` was written.
//! A link that somebody copied shows the same for ever, whatever becomes of the code.
//!
//! `links.txt` lists the links. A new line is added to `shown.json`, from what the code of that day
//! shows, by
//!
//! ```text
//! ATTENTION_LAB_WRITE_LINKS=1 cargo nextest run -p lesson --test links_v1 every_link_of_the_list
//! ```
//!
//! What stands in the file already is never written anew: a link whose numbers are meant to change is
//! taken out of the file by hand first, and the change is seen in review.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod file;
mod oracle;
mod text;

use std::collections::BTreeSet;

use file::{Pinned, listed};
use oracle::Facts;

#[test]
fn every_link_shows_what_it_showed() {
    let links = Pinned::read().links;
    let differing = links
        .iter()
        .flat_map(|(link, was)| other(link, was, &oracle::facts(link)));
    none(differing);
}

#[test]
fn every_change_is_told_as_it_was_told() {
    let events = Pinned::read().events;
    let differing = events.iter().filter_map(|(pair, was)| {
        let (before, change) = pair.split_once(" -> ").unwrap();
        let is = oracle::events(before, change);
        (is != *was).then(|| format!("{pair}\n    was {was:?}\n    is  {is:?}"))
    });
    none(differing);
}

#[test]
fn a_link_that_a_lesson_wrote_is_written_again_as_it_is() {
    let links = Pinned::read().links;
    let written: BTreeSet<_> = links.values().filter_map(|was| was.get("again")).collect();
    assert!(!written.is_empty());
    let differing = written.into_iter().filter_map(|link| {
        let again = oracle::again(link);
        (again.as_ref() != Some(link)).then(|| format!("{link}\n    {again:?}"))
    });
    none(differing);
}

/// The list and the file hold the same links; with the variable set, the file is given what it lacks.
#[test]
fn every_link_of_the_list_is_pinned() {
    let mut pinned = Pinned::read();
    let listed = listed();
    if std::env::var_os("ATTENTION_LAB_WRITE_LINKS").is_some() {
        pinned.add(&listed);
        pinned.write();
    }
    let held: BTreeSet<_> = pinned.links.keys().chain(pinned.events.keys()).collect();
    assert_eq!(held, listed.iter().collect());
}

/// What `link` shows otherwise than it did.
fn other(link: &str, was: &Facts, is: &Facts) -> Vec<String> {
    let names: BTreeSet<_> = was.keys().chain(is.keys()).collect();
    let others = names
        .into_iter()
        .filter(|name| was.get(*name) != is.get(*name));
    let told = |name: &String| {
        let text = |facts: &Facts| facts.get(name).cloned().unwrap_or("(nothing)".into());
        format!(
            "{link}\n  {name}\n    was {}\n    is  {}",
            text(was),
            text(is)
        )
    };
    others.map(told).collect()
}

fn none(differing: impl Iterator<Item = String>) {
    let differing: Vec<_> = differing.collect();
    let count = differing.len();
    assert!(count == 0, "{count} differ\n{}", differing.join("\n"));
}
