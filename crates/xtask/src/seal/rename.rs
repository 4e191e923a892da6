//! Gives every file its name by content, and writes the new names into the files that name it.
//!
//! A file's hash covers the names in it, so a file is renamed after all that it names: wasm, then the
//! script that starts it, then the loader. A name is found where it stands in quotes, alone or behind
//! `./`, and counts from the page's folder; that is how Trunk, wasm-bindgen and we write them. Beside a name there may be
//! a mark for the file's digest, which is put in with it.

use std::collections::BTreeMap;

use super::digest::{fetched, mark};
use super::folder::Files;
use super::names::{hashed, stays};
use crate::error::Error;
use crate::split::LIST;

/// New names by old ones.
pub type Renamed = BTreeMap<String, String>;

/// Endings of files that may name others.
const TEXTS: [&str; 5] = [".html", ".js", ".css", ".webmanifest", LIST];
const QUOTES: [char; 3] = ['"', '\'', '`'];

/// Renames all files that do not stay as they are called.
pub fn rename(files: Files) -> Result<(Files, Renamed), Error> {
    let (mut done, mut waiting): (Files, Files) =
        files.into_iter().partition(|(name, _)| stays(name));
    let (mut renamed, mut digests) = (Renamed::new(), Renamed::new());
    for own in in_order(&waiting)? {
        let mut bytes = waiting.remove(&own).unwrap_or_default();
        rewrite(&own, &mut bytes, &digests);
        rewrite(&own, &mut bytes, &renamed);
        let name = hashed(&own, &bytes);
        digests.insert(mark(&own), fetched(&bytes));
        done.insert(name.clone(), bytes);
        renamed.insert(own, name);
    }
    for (own, bytes) in done.iter_mut().filter(|(own, _)| stays(own)) {
        rewrite(own, bytes, &renamed);
    }
    Ok((done, renamed))
}

/// The names, each after all that its file names.
fn in_order(files: &Files) -> Result<Vec<String>, Error> {
    let named = |(own, bytes): (&String, &Vec<u8>)| {
        let others = files.keys().filter(|name| *name != own);
        let named: Vec<_> = others.filter(|name| says(own, bytes, name)).collect();
        (own.clone(), named)
    };
    let mut waiting: BTreeMap<String, Vec<&String>> = files.iter().map(named).collect();
    let mut order = Vec::new();
    while !waiting.is_empty() {
        let is_ready = |named: &[&String]| !named.iter().any(|name| waiting.contains_key(*name));
        let ready = waiting.iter().find(|(_, named)| is_ready(named));
        let Some(own) = ready.map(|(own, _)| own.clone()) else {
            return Err(in_circles(&waiting));
        };
        waiting.remove(&own);
        order.push(own);
    }
    Ok(order)
}

fn in_circles(waiting: &BTreeMap<String, Vec<&String>>) -> Error {
    let names: Vec<_> = waiting.keys().map(String::as_str).collect();
    Error::Content(format!(
        "files that name each other in a circle cannot be named by their content: {}",
        names.join(", ")
    ))
}

/// Whether the file `own` names `name`.
fn says(own: &str, bytes: &[u8], name: &str) -> bool {
    text(own, bytes).is_some_and(|text| quoted(name).any(|quoted| text.contains(&quoted)))
}

/// Writes new names in the place of old ones.
fn rewrite(own: &str, bytes: &mut Vec<u8>, renamed: &Renamed) {
    let Some(text) = text(own, bytes) else { return };
    let mut text = text.to_owned();
    for (old, new) in renamed {
        for (old, new) in quoted(old).zip(quoted(new)) {
            text = text.replace(&old, &new);
        }
    }
    *bytes = text.into_bytes();
}

/// Every way a name may stand in a text.
fn quoted(name: &str) -> impl Iterator<Item = String> {
    let around =
        move |quote: char| ["", "./"].map(|folder| format!("{quote}{folder}{name}{quote}"));
    QUOTES.into_iter().flat_map(around)
}

/// What a file says, if it is of a kind that names others.
fn text<'a>(own: &str, bytes: &'a [u8]) -> Option<&'a str> {
    let may_name = TEXTS.iter().any(|ending| own.ends_with(ending));
    may_name.then(|| str::from_utf8(bytes).ok()).flatten()
}
