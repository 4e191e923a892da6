//! Safetensors: named tensors in one file or several.

mod header;
mod source;
mod stack;
mod tensor;

pub use stack::Stack;
pub(super) use tensor::Tensor;

use super::error::{LoadError, short};
use super::files::Files;
use header::header;
use safetensors::Dtype;
use source::Source;
use std::collections::BTreeMap;

/// What is in one safetensors file, or in all shards of a model, and where: the numbers stay in their
/// files until they are asked for.
///
/// Numbers are f32, f16, bf16, or whole numbers of eight bits with a factor for each row in a tensor of their name and
/// `_scale` (symmetric per-channel quantisation as `compressed-tensors` writes it).
///
/// The format: eight bytes that say how long a JSON header is, the header with the dtype, shape and
/// place of each tensor, then the numbers, little-endian
/// (<https://huggingface.co/docs/safetensors>).
#[derive(Debug)]
pub struct Archive<'a> {
    files: Vec<Source<'a>>,
    tensors: BTreeMap<String, Entry>,
    facts: BTreeMap<String, String>,
}

/// Where one tensor stands.
#[derive(Debug)]
struct Entry {
    /// Which of the files, and its first byte there.
    place: (usize, u64),
    bytes: u64,
    dtype: Dtype,
    shape: Vec<usize>,
}

/// The texts that stand in a safetensors file beside its tensors, by their keys.
///
/// # Errors
/// As [`Archive::new`].
pub fn metadata(bytes: &[u8]) -> Result<BTreeMap<String, String>, LoadError> {
    let (header, _) = header(&Source::Memory("model.safetensors", bytes))?;
    Ok(header.metadata().iter().flatten().map(owned).collect())
}

fn owned((key, text): (&String, &String)) -> (String, String) {
    (key.clone(), text.clone())
}

impl<'a> Archive<'a> {
    /// The tensors of `files`, each a name for messages and the file's bytes.
    ///
    /// # Errors
    /// [`LoadError::Format`] naming the file whose header is broken or whose tensors do not cover
    /// it from end to end; [`LoadError::Twice`] for a tensor that two files claim.
    pub fn new(files: &[(&'a str, &'a [u8])]) -> Result<Self, LoadError> {
        let sources = files
            .iter()
            .map(|(name, bytes)| Source::Memory(name, bytes));
        Self::of(sources.collect())
    }

    /// The tensors of those of `files` that go by `names`. Only headers are read.
    ///
    /// # Errors
    /// As [`Archive::new`]; [`LoadError::File`] for a file that is not there or cannot be read.
    pub fn open(files: &'a dyn Files, names: &'a [String]) -> Result<Self, LoadError> {
        let sources = names.iter().map(|name| Source::Files(name, files));
        Self::of(sources.collect())
    }

    fn of(files: Vec<Source<'a>>) -> Result<Self, LoadError> {
        let (mut tensors, mut facts) = (BTreeMap::new(), BTreeMap::new());
        for (index, file) in files.iter().enumerate() {
            let (header, start) = header(file)?;
            facts.extend(header.metadata().iter().flatten().map(owned));
            for (name, info) in header.tensors() {
                let (first, end) = info.data_offsets;
                let entry = Entry {
                    place: (index, start + first as u64),
                    bytes: (end - first) as u64,
                    dtype: info.dtype,
                    shape: info.shape.clone(),
                };
                let tensor = short(&name);
                if tensors.insert(name, entry).is_some() {
                    return Err(LoadError::Twice { tensor });
                }
            }
        }
        Ok(Self {
            files,
            tensors,
            facts,
        })
    }

    /// The texts that stand beside the tensors, by their keys.
    #[must_use]
    pub fn facts(&self) -> &BTreeMap<String, String> {
        &self.facts
    }

    /// All numbers of the tensor `name`, kept as they are written; `None` where there is none of that name. `progress`
    /// is told after each piece how many bytes it was.
    ///
    /// # Errors
    /// [`LoadError::Dtype`] for other numbers than f32, f16 and bf16, [`LoadError::NotFinite`], [`LoadError::File`]
    /// where it cannot be read or there is no memory for it.
    pub fn stack(
        &self,
        name: &str,
        progress: &mut dyn FnMut(u64),
    ) -> Result<Option<Stack>, LoadError> {
        let tensor = self.find(&[name.to_owned()]).transpose()?;
        tensor.map(|own| own.stack(progress)).transpose()
    }

    /// How long the tensor `name` is, in bytes.
    #[must_use]
    pub fn bytes(&self, name: &str) -> Option<u64> {
        self.tensors.get(name).map(|own| own.bytes)
    }

    /// All names, in alphabetical order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.tensors.keys().map(String::as_str)
    }

    /// The first of `names` that is there.
    pub(super) fn find(&self, names: &[String]) -> Option<Result<Tensor<'a>, LoadError>> {
        let found = |name| self.tensors.get_key_value(name);
        let (name, entry) = names.iter().find_map(found)?;
        let scale = match entry.dtype {
            Dtype::I8 => self.scale(name).transpose(),
            _ => Ok(None),
        };
        let tensor = scale.and_then(|scale| self.tensor(name, entry, scale).transpose());
        tensor.transpose()
    }

    /// What the whole numbers of each row of the tensor `name` are multiplied with: the tensor `name_scale`, as
    /// `compressed-tensors` writes it.
    fn scale(&self, name: &str) -> Option<Result<Tensor<'a>, LoadError>> {
        let (name, entry) = self.tensors.get_key_value(&format!("{name}_scale"))?;
        self.tensor(name, entry, None)
    }

    fn tensor(
        &self,
        name: &str,
        entry: &Entry,
        scale: Option<Tensor<'a>>,
    ) -> Option<Result<Tensor<'a>, LoadError>> {
        let source = *self.files.get(entry.place.0)?;
        let kind = (entry.dtype, entry.shape.clone());
        Some(Tensor::new(
            name,
            source,
            kind,
            entry.place,
            entry.bytes,
            scale,
        ))
    }
}
