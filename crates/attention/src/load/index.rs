//! `model.safetensors.index.json`: which shards a large model was cut into.

use super::error::{LoadError, sentence, short};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The largest index that is read, in bytes; that of a model of 400 billion weights has 200 000.
const LIMIT: usize = 16 << 20;

#[derive(Deserialize)]
struct Index {
    weight_map: BTreeMap<String, String>,
}

/// The names of the shards that an index lists, each once, in alphabetical order.
///
/// Which tensor stands in which shard is not taken from here: the shards say so themselves.
///
/// # Errors
/// [`LoadError::Format`] for what is not an index, and for names that are more than the name of a
/// file: they could lead out of the folder.
pub fn shards(index: &[u8]) -> Result<Vec<String>, LoadError> {
    if index.len() > LIMIT {
        return Err(broken(format!(
            "{} bytes are more than the {LIMIT} that are read",
            index.len()
        )));
    }
    let index: Index =
        serde_json::from_slice(index).map_err(|error| broken(sentence(&error.to_string())))?;
    let names: BTreeSet<_> = index.weight_map.into_values().collect();
    if let Some(name) = names.iter().find(|name| !plain(name)) {
        return Err(broken(format!(
            "the shard \"{}\" is not the name of a file in this folder",
            short(name)
        )));
    }
    if names.is_empty() {
        return Err(broken("it lists no shards".into()));
    }
    Ok(names.into_iter().collect())
}

/// Is this the name of a file on any system, and nothing more?
fn plain(name: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    name.ends_with(".safetensors")
        && name.len() <= 255
        && !name.starts_with('.')
        && name.chars().all(letter)
}

fn broken(problem: String) -> LoadError {
    LoadError::Format {
        file: "model.safetensors.index.json".into(),
        problem,
    }
}
