//! Tells the service worker what a version consists of.

use super::digest::{integrity, short};
use super::folder::Files;
use super::{INDEX, WORKER};
use crate::error::Error;

/// The line of `assets/service-worker.js` that is filled in.
const OPEN: &str = "const VERSION = \"unsealed\", FILES = {};";

/// The worker with the hash of every file of the page but its own. The version is the hash of those.
pub fn filled_in(worker: &str, files: &Files) -> Result<String, Error> {
    if !worker.contains(OPEN) || !files.contains_key(INDEX) {
        return Err(Error::Content(format!(
            "{WORKER} has no line `{OPEN}` to be filled in"
        )));
    }
    let entries: Vec<_> = files
        .iter()
        .filter(|(name, _)| *name != WORKER && !is_for_hosts(name) && !is_on_request(name))
        .map(|(name, bytes)| format!("  \"{name}\": \"{}\"", integrity(bytes)))
        .collect();
    let list = entries.join(",\n");
    let version = short(list.as_bytes());
    let line = format!("const VERSION = \"{version}\", FILES = {{\n{list}\n}};");
    Ok(worker.replace(OPEN, &line))
}

/// What is fetched only when somebody asks for it: moments of a model's training.
fn is_on_request(name: &str) -> bool {
    name.starts_with("models/") && name.contains(".at-")
}

/// What a host reads and need not serve.
fn is_for_hosts(name: &str) -> bool {
    name.starts_with('.') || name.starts_with('_')
}
