//! The list of links, and the file of what they show.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use crate::oracle::{self, Facts};

/// What is pinned.
#[derive(Default, serde::Deserialize)]
pub struct Pinned {
    /// By link, what it shows.
    pub links: BTreeMap<String, Facts>,
    /// By `before -> change`, what the page around is told.
    pub events: BTreeMap<String, Vec<String>>,
}

fn beside(name: &str) -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.join("tests/links_v1").join(name)
}

/// The lines of `links.txt` that are no comments.
pub fn listed() -> BTreeSet<String> {
    let text = std::fs::read_to_string(beside("links.txt")).unwrap();
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

impl Pinned {
    /// Reads `shown.json`; without the file, nothing is pinned.
    pub fn read() -> Self {
        match std::fs::read_to_string(beside("shown.json")) {
            Ok(text) => serde_json::from_str(&text).unwrap(),
            Err(_) => Self::default(),
        }
    }

    /// Adds what is listed and not pinned yet, as it is today.
    pub fn add(&mut self, listed: &BTreeSet<String>) {
        for line in listed {
            match line.split_once(" -> ") {
                Some((before, change)) => {
                    let today = || oracle::events(before, change);
                    self.events.entry(line.clone()).or_insert_with(today);
                }
                None => {
                    let today = || oracle::facts(line);
                    self.links.entry(line.clone()).or_insert_with(today);
                }
            }
        }
    }

    /// Writes `shown.json`, one line a link, so that a change is seen as one.
    pub fn write(&self) {
        let (links, events) = (lines(&self.links), lines(&self.events));
        let text = format!("{{\"links\":{{\n{links}\n}},\"events\":{{\n{events}\n}}}}\n");
        std::fs::write(beside("shown.json"), text).unwrap();
    }
}

fn lines<T: serde::Serialize>(of: &BTreeMap<String, T>) -> String {
    let mut text = String::new();
    for (key, value) in of {
        let (key, value) = (serde_json::json!(key), serde_json::json!(value));
        let comma = if text.is_empty() { "" } else { ",\n" };
        write!(text, "{comma}{key}:{value}").unwrap();
    }
    text
}
