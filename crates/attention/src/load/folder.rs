//! A folder on disk; the one place of this module that touches the file system.

use super::archive::Archive;
use super::config::config;
use super::error::LoadError;
use super::index::shards;
use super::loaded::Loaded;
use super::tokens::{self, Tokenizer};
use super::weights::params;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The largest JSON file that is taken into memory, in bytes.
const JSON_LIMIT: u64 = tokens::LIMIT as u64;

/// Opens a Hugging Face folder: `config.json`, `tokenizer.json`, and `model.safetensors` or the
/// shards that `model.safetensors.index.json` lists.
///
/// # Errors
/// [`LoadError::File`] naming a file that is not there or cannot be read, and what [`config`],
/// [`params`], [`shards`], [`Archive::new`] and [`Tokenizer::new`] err on.
pub fn folder(path: &Path) -> Result<Loaded, LoadError> {
    if !path.is_dir() {
        return Err(trouble(path, "there is no such folder"));
    }
    let (family, config) = config(&read(&path.join("config.json"), JSON_LIMIT)?)?;
    let tokenizer = Tokenizer::new(&read(&path.join("tokenizer.json"), JSON_LIMIT)?)?;
    let names = weight_files(path)?;
    let bytes = names.iter().map(|name| read(&path.join(name), u64::MAX));
    let bytes = bytes.collect::<Result<Vec<_>, _>>()?;
    let files = names
        .iter()
        .zip(&bytes)
        .map(|(name, bytes)| (name.as_str(), &bytes[..]));
    let archive = Archive::new(&files.collect::<Vec<_>>())?;
    let params = params(&config, family, &archive)?;
    Ok(Loaded {
        family,
        config,
        params,
        tokenizer,
    })
}

/// As `transformers` does: the whole file where there is one, else the shards.
fn weight_files(path: &Path) -> Result<Vec<String>, LoadError> {
    let [whole, index] = ["model.safetensors", "model.safetensors.index.json"];
    if path.join(whole).exists() {
        return Ok(vec![whole.into()]);
    }
    if path.join(index).exists() {
        return shards(&read(&path.join(index), JSON_LIMIT)?);
    }
    Err(trouble(
        path,
        &format!("it holds neither {whole} nor {index}"),
    ))
}

/// The bytes of a file, if it is one and not longer than `limit`.
fn read(path: &Path, limit: u64) -> Result<Vec<u8>, LoadError> {
    let failed = |error: std::io::Error| trouble(path, &error.to_string());
    let length = path.metadata().map_err(failed)?;
    if !length.is_file() {
        return Err(trouble(path, "it is not a file"));
    }
    if length.len() > limit {
        return Err(trouble(
            path,
            &format!(
                "{} bytes are more than the {limit} that are read",
                length.len()
            ),
        ));
    }
    let mut bytes = Vec::new();
    let room = usize::try_from(length.len()).unwrap_or(usize::MAX);
    bytes
        .try_reserve_exact(room)
        .map_err(|_| trouble(path, &format!("no memory for its {room} bytes")))?;
    let file = File::open(path).map_err(failed)?;
    file.take(length.len())
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    Ok(bytes)
}

fn trouble(path: &Path, problem: &str) -> LoadError {
    LoadError::File {
        path: path.display().to_string(),
        problem: problem.into(),
    }
}
