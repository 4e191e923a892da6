//! A folder, opened tensor by tensor: of a file of weights no more than a piece is in memory beside the
//! weights themselves.

use super::archive::Archive;
use super::config::config;
use super::error::LoadError;
use super::files::{Files, length, room, trouble};
use super::index::shards;
use super::loaded::Loaded;
use super::tokens::{self, Tokenizer};
use super::weights::{Read, read};
use crate::model::{Form, Shard};
use std::ops::ControlFlow;

/// The largest JSON file that is taken into memory, in bytes.
const JSON_LIMIT: u64 = tokens::LIMIT as u64;

/// Opens a Hugging Face folder: `config.json`, `tokenizer.json`, and `model.safetensors` or the
/// shards that `model.safetensors.index.json` lists.
///
/// The headers of the weights are read first, and that every tensor is there, in the right size and
/// of a kind that is read. Then comes the question whether there is memory for all weights as `form` holds them, and
/// only then they are read, in the order of the files and piece by piece (about a megabyte, or a row
/// of a tensor where that is more).
///
/// `progress(done, total)` is told before the first piece and after each how many bytes of weights
/// have been read and how many there are; where it breaks, opening ends.
///
/// # Errors
/// [`LoadError::File`] naming a file that is not there, cannot be read or is too long,
/// [`LoadError::Stopped`], and what [`config()`], [`params`](super::params), [`shards`],
/// [`Archive::new`] and [`Tokenizer::new`] err on.
pub fn open(
    files: &dyn Files,
    form: Form,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Loaded, LoadError> {
    open_shard(files, form, Shard::WHOLE, progress)
}

/// As [`open`], for one of several workers that share the model ([`Team`](crate::model::Team)): of the large matrices
/// only the columns of `shard` are kept, and memory is asked for these.
///
/// # Errors
/// As [`open`].
pub fn open_shard(
    files: &dyn Files,
    form: Form,
    shard: Shard,
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Loaded, LoadError> {
    let (family, config) = config(&whole(files, "config.json")?)?;
    let tokenizer = Tokenizer::new(&whole(files, "tokenizer.json")?)?;
    let names = weight_files(files)?;
    let archive = Archive::open(files, &names)?;
    let Read {
        params,
        loss,
        bytes,
    } = read(&config, Some(family), &archive, (form, shard), progress)?;
    Ok(Loaded {
        family,
        config,
        params,
        loss,
        bytes,
        tokenizer,
    })
}

/// As `transformers` does: the whole file where there is one, else the shards.
fn weight_files(files: &dyn Files) -> Result<Vec<String>, LoadError> {
    let [one, index] = ["model.safetensors", "model.safetensors.index.json"];
    if files.size(one).is_some() {
        return Ok(vec![one.into()]);
    }
    if files.size(index).is_some() {
        return shards(&whole(files, index)?);
    }
    let problem = format!("there is no such file, and no {index} beside it");
    Err(trouble(one, &problem))
}

/// The bytes of a file of JSON.
fn whole(files: &dyn Files, name: &str) -> Result<Vec<u8>, LoadError> {
    let length = length(files, name)?;
    if length > JSON_LIMIT {
        let problem = format!("{length} bytes are more than the {JSON_LIMIT} that are read");
        return Err(trouble(name, &problem));
    }
    let mut bytes = room(name, length)?;
    files.read(name, 0, &mut bytes)?;
    Ok(bytes)
}
