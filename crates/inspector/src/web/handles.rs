//! Files that are read range by range.

use std::collections::BTreeMap;

use attention::load::{Files, LoadError};
use js_sys::{Array, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, FileReaderSync};

/// The files that came with a message, by their names.
#[derive(Default)]
pub struct Handles(BTreeMap<String, Blob>);

impl Handles {
    /// All of the list but the first, each a name and a handle.
    pub fn of(list: &Array) -> Handles {
        let pairs = list.iter().skip(1).filter_map(|pair| {
            let pair = pair.dyn_into::<Array>().ok()?;
            Some((pair.get(0).as_string()?, pair.get(1).dyn_into().ok()?))
        });
        Handles(pairs.collect())
    }

    /// Adds them to a message, as [`Handles::of`] reads them.
    pub fn list_in(&self, list: &Array) {
        for (name, blob) in &self.0 {
            list.push(&Array::of2(&name.into(), blob));
        }
    }

    /// One more file.
    pub fn put(&mut self, name: &str, blob: Blob) {
        self.0.insert(name.to_owned(), blob);
    }
}

impl Files for Handles {
    fn size(&self, name: &str) -> Option<u64> {
        self.0.get(name).map(|own| own.size() as u64)
    }

    fn read(&self, name: &str, at: u64, into: &mut [u8]) -> Result<(), LoadError> {
        let range = (at as f64, at as f64 + into.len() as f64);
        let bytes = self.0.get(name).ok_or(JsValue::NULL).and_then(|own| {
            let part = own.slice_with_f64_and_f64(range.0, range.1)?;
            FileReaderSync::new()?.read_as_array_buffer(&part)
        });
        let bytes = bytes.map(|buffer| Uint8Array::new(&buffer)).ok();
        match bytes.filter(|bytes| bytes.length() as usize == into.len()) {
            Some(bytes) => {
                bytes.copy_to(into);
                Ok(())
            }
            None => Err(LoadError::File {
                path: name.to_owned(),
                problem: "it could not be read; was it moved or changed?".to_owned(),
            }),
        }
    }
}
