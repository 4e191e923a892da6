//! Safetensors, written. The library would write the metadata in an order that differs from run to
//! run; the same model shall give the same bytes.

use super::{Numbers, Tensor};
use crate::load::error::{LoadError, sentence};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The header must fill its place up to a multiple of this, in bytes, so that numbers are aligned.
const ALIGNMENT: usize = 8;

/// The file: eight bytes that say how long the header is, the header, the numbers, little-endian.
pub(super) fn write(
    tensors: &BTreeMap<String, Tensor>,
    metadata: &BTreeMap<String, String>,
) -> Result<Vec<u8>, LoadError> {
    let header = serde_json::to_string(&header(tensors, metadata));
    let mut header = header.map_err(|error| LoadError::Format {
        file: "model.safetensors".into(),
        problem: sentence(&error.to_string()),
    })?;
    let spaces = header.len().next_multiple_of(ALIGNMENT) - header.len();
    header.push_str(&" ".repeat(spaces));
    let mut file = (header.len() as u64).to_le_bytes().to_vec();
    file.extend_from_slice(header.as_bytes());
    for tensor in tensors.values() {
        match &tensor.numbers {
            Numbers::F32(numbers) => {
                file.extend(numbers.iter().flat_map(|number| number.to_le_bytes()))
            }
            Numbers::I8(numbers) => {
                file.extend(numbers.iter().flat_map(|number| number.to_le_bytes()))
            }
        }
    }
    Ok(file)
}

/// What each tensor is and where it stands, one after the other in the order of their names.
fn header(tensors: &BTreeMap<String, Tensor>, metadata: &BTreeMap<String, String>) -> Value {
    let mut header = Map::new();
    if !metadata.is_empty() {
        header.insert("__metadata__".into(), json!(metadata));
    }
    let mut start = 0;
    for (name, tensor) in tensors {
        let (dtype, size) = match &tensor.numbers {
            Numbers::F32(numbers) => ("F32", size_of_val(numbers.as_slice())),
            Numbers::I8(numbers) => ("I8", size_of_val(numbers.as_slice())),
        };
        let end = start + size;
        let offsets = [start, end];
        let entry = json!({"dtype": dtype, "shape": tensor.shape, "data_offsets": offsets});
        header.insert(name.clone(), entry);
        start = end;
    }
    header.into()
}
