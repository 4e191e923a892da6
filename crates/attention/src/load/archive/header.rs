//! The header of a safetensors file: what is in it, and where.

use super::source::Source;
use crate::load::error::{LoadError, sentence, short};
use safetensors::SafeTensorError;
use safetensors::tensor::{Metadata, TensorInfo};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Before the header stands its length, in as many bytes.
const LENGTH: u64 = 8;

/// The longest header that is read, in bytes, as in `safetensors` itself.
const LIMIT: u64 = 100_000_000;

/// What the header says, and where the numbers begin. No more than the header is read, and no memory
/// taken for one that is longer than its file.
pub(super) fn header(source: &Source<'_>) -> Result<(Metadata, u64), LoadError> {
    let broken = |error: SafeTensorError| LoadError::Format {
        file: short(source.name()),
        problem: problem(&error),
    };
    let size = source.size()?;
    if size < LENGTH {
        return Err(broken(SafeTensorError::HeaderTooSmall));
    }
    let mut length = [0; LENGTH as usize];
    source.read(0, &mut length)?;
    let length = u64::from_le_bytes(length);
    if length > LIMIT {
        return Err(broken(SafeTensorError::HeaderTooLarge));
    }
    let start = LENGTH + length;
    if start > size {
        return Err(broken(SafeTensorError::InvalidHeaderLength));
    }
    let mut bytes = source.room(length)?;
    source.read(LENGTH, &mut bytes)?;
    let metadata = parsed(&bytes).map_err(broken)?;
    if start + metadata.data_len() as u64 != size {
        return Err(broken(SafeTensorError::MetadataIncompleteBuffer));
    }
    Ok((metadata, start))
}

/// The header as it stands in the file.
#[derive(Deserialize)]
struct Header {
    #[serde(rename = "__metadata__")]
    metadata: Option<BTreeMap<String, String>>,
    #[serde(flatten)]
    tensors: BTreeMap<String, TensorInfo>,
}

/// The header that `bytes` spell, its tensors one after the other without gaps and each as long as its
/// shape asks for.
fn parsed(bytes: &[u8]) -> Result<Metadata, SafeTensorError> {
    let header: Header =
        serde_json::from_slice(bytes).map_err(SafeTensorError::InvalidHeaderDeserialization)?;
    let mut tensors: Vec<_> = header.tensors.into_iter().collect();
    tensors.sort_by_key(|(_, info)| info.data_offsets);
    let texts = header.metadata.map(|texts| texts.into_iter().collect());
    Metadata::new(texts, tensors)
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
