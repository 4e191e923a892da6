//! Safetensors: named tensors in one file or several.

use super::error::{LoadError, sentence, short};
use half::{bf16, f16};
use safetensors::{Dtype, SafeTensorError, SafeTensors};
use std::collections::BTreeMap;

/// The tensors of one safetensors file, or of all shards of a model. Nothing is copied.
///
/// The format: eight bytes that say how long a JSON header is, the header with the dtype, shape and
/// place of each tensor, then the numbers, little-endian
/// (<https://huggingface.co/docs/safetensors>).
#[derive(Debug)]
pub struct Archive<'a> {
    files: Vec<SafeTensors<'a>>,
    /// Which of `files` a tensor stands in.
    places: BTreeMap<String, usize>,
}

/// The texts that stand in a safetensors file beside its tensors, by their keys.
///
/// # Errors
/// As [`Archive::new`].
pub fn metadata(bytes: &[u8]) -> Result<BTreeMap<String, String>, LoadError> {
    let header = SafeTensors::read_metadata(bytes);
    let (_, header) = header.map_err(|error| broken("model.safetensors", &error))?;
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
    pub fn new(files: &[(&str, &'a [u8])]) -> Result<Self, LoadError> {
        let mut archive = Self {
            files: Vec::new(),
            places: BTreeMap::new(),
        };
        for (name, bytes) in files {
            let file = SafeTensors::deserialize(bytes);
            archive.add(file.map_err(|error| broken(name, &error))?)?;
        }
        Ok(archive)
    }

    fn add(&mut self, file: SafeTensors<'a>) -> Result<(), LoadError> {
        for name in file.names() {
            if self
                .places
                .insert(name.to_owned(), self.files.len())
                .is_some()
            {
                return Err(LoadError::Twice {
                    tensor: short(name),
                });
            }
        }
        self.files.push(file);
        Ok(())
    }

    /// All names, in alphabetical order.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    /// The first of `names` that is there.
    pub(super) fn find(&self, names: &[String]) -> Option<Result<Tensor<'a>, LoadError>> {
        let (name, place) = names
            .iter()
            .find_map(|name| self.places.get_key_value(name))?;
        let view = self.files.get(*place)?.tensor(name).ok()?;
        Some(Numbers::of(name, view.dtype()).map(|numbers| Tensor {
            name: name.clone(),
            shape: view.shape().to_vec(),
            numbers,
            bytes: view.data(),
        }))
    }
}

/// One tensor: its numbers still as bytes, as many as `shape` asks for.
pub(super) struct Tensor<'a> {
    pub(super) name: String,
    pub(super) shape: Vec<usize>,
    numbers: Numbers,
    bytes: &'a [u8],
}

/// How a number is written.
#[derive(Clone, Copy)]
enum Numbers {
    F32,
    F16,
    Bf16,
}

impl Numbers {
    fn of(tensor: &str, dtype: Dtype) -> Result<Self, LoadError> {
        match dtype {
            Dtype::F32 => Ok(Self::F32),
            Dtype::F16 => Ok(Self::F16),
            Dtype::BF16 => Ok(Self::Bf16),
            other => Err(LoadError::Dtype {
                tensor: short(tensor),
                found: format!("{other:?}"),
            }),
        }
    }
}

impl Tensor<'_> {
    /// All numbers, in the order of the file.
    pub(super) fn to_f32(&self) -> Vec<f32> {
        match self.numbers {
            Numbers::F32 => self.read(f32::from_le_bytes),
            Numbers::F16 => self.read(|bytes| f16::from_le_bytes(bytes).to_f32()),
            Numbers::Bf16 => self.read(|bytes| bf16::from_le_bytes(bytes).to_f32()),
        }
    }

    fn read<const WIDTH: usize>(&self, number: impl Fn([u8; WIDTH]) -> f32) -> Vec<f32> {
        let (numbers, _) = self.bytes.as_chunks();
        numbers.iter().map(|bytes| number(*bytes)).collect()
    }
}

fn broken(file: &str, error: &SafeTensorError) -> LoadError {
    LoadError::Format {
        file: short(file),
        problem: problem(error),
    }
}

/// What `safetensors` says, in words that help whoever did not write the file.
fn problem(error: &SafeTensorError) -> String {
    match error {
        SafeTensorError::HeaderTooSmall | SafeTensorError::InvalidHeaderLength => {
            "it ends before its header does".into()
        }
        SafeTensorError::HeaderTooLarge => "its header claims to be longer than 100 MB".into(),
        SafeTensorError::MetadataIncompleteBuffer => {
            "its tensors do not end where the file ends; was it cut off?".into()
        }
        SafeTensorError::InvalidOffset(name) => {
            format!(
                "the tensor {} does not begin where the one before it ends",
                short(name)
            )
        }
        SafeTensorError::TensorInvalidInfo | SafeTensorError::ValidationOverflow => {
            "a tensor's bytes are not as many as its shape asks for".into()
        }
        other => format!("not a safetensors file: {}", sentence(&other.to_string())),
    }
}
