//! The fixtures, and files made from them.

use attention::load::{Archive, Family, LoadError, config, params};
use attention::model::{Config, Params, Tensors};
use safetensors::{Dtype, SafeTensors, View};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::PathBuf;

pub const FOLDERS: [&str; 3] = ["gpt2-tiny", "bert-tiny", "llama-tiny"];

/// One folder of each family whose weights are in one file.
pub const RELATIVES: [&str; 6] = [
    "distilbert-tiny",
    "qwen2-tiny",
    "qwen3-tiny",
    "neox-tiny",
    "pythia-tiny",
    "gpt-neo-tiny",
];

/// All of them in one row.
pub fn every(which: usize) -> &'static str {
    FOLDERS.iter().chain(&RELATIVES).nth(which).unwrap()
}

pub fn fixture(folder: &str) -> PathBuf {
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    fixtures.join(folder)
}

pub fn bytes(folder: &str, file: &str) -> Vec<u8> {
    std::fs::read(fixture(folder).join(file)).unwrap()
}

pub fn json(folder: &str, file: &str) -> Value {
    serde_json::from_slice(&bytes(folder, file)).unwrap()
}

/// `value` with one of its fields replaced, or added.
pub fn with(mut value: Value, pointer: &str, new: Value) -> Value {
    let (parent, key) = pointer.rsplit_once('/').unwrap();
    match value.pointer_mut(parent).unwrap() {
        Value::Object(map) => map.insert(key.into(), new),
        Value::Array(list) => Some(std::mem::replace(
            &mut list[key.parse::<usize>().unwrap()],
            new,
        )),
        other => panic!("{other} has no field {key}"),
    };
    value
}

pub fn settings(folder: &str) -> (Family, Config) {
    config(&bytes(folder, "config.json")).unwrap()
}

/// All weights of a model by their paths.
pub fn listed(params: &Params) -> BTreeMap<String, attention::Matrix> {
    let mut all = BTreeMap::new();
    params.each("", &mut |path, matrix| {
        all.insert(path.to_owned(), matrix.clone());
    });
    all
}

/// The tensors of a safetensors file, to be changed and written again.
#[derive(Clone)]
pub struct Stored(pub BTreeMap<String, Tensor>);

#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    pub dtype: Dtype,
    pub shape: Vec<usize>,
    pub bytes: Vec<u8>,
}

impl Tensor {
    pub fn f32(shape: &[usize], numbers: &[f32]) -> Self {
        let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
        Self {
            dtype: Dtype::F32,
            shape: shape.to_vec(),
            bytes,
        }
    }

    pub fn numbers(&self) -> Vec<f32> {
        let chunks = self.bytes.as_chunks().0.iter();
        chunks.map(|chunk| f32::from_le_bytes(*chunk)).collect()
    }
}

impl View for &Tensor {
    fn dtype(&self) -> Dtype {
        self.dtype
    }
    fn shape(&self) -> &[usize] {
        &self.shape
    }
    fn data(&self) -> Cow<'_, [u8]> {
        (&self.bytes).into()
    }
    fn data_len(&self) -> usize {
        self.bytes.len()
    }
}

impl Stored {
    pub fn fixture(folder: &str) -> Self {
        Self::read(&bytes(folder, "model.safetensors"))
    }

    pub fn read(bytes: &[u8]) -> Self {
        let file = SafeTensors::deserialize(bytes).unwrap();
        // Masks of yes and no are none of the weights, nor are numbers without a shape.
        let tensors = file.iter().map(|(name, view)| {
            let (dtype, shape) = (view.dtype(), view.shape().to_vec());
            (
                name.to_owned(),
                Tensor {
                    dtype,
                    shape,
                    bytes: view.data().to_vec(),
                },
            )
        });
        Self(tensors.collect())
    }

    pub fn numbers(&self, name: &str) -> Vec<f32> {
        self.0[name].numbers()
    }

    /// With another name for each tensor.
    pub fn renamed(self, new: impl Fn(&str) -> String) -> Self {
        Self(
            self.0
                .into_iter()
                .map(|(name, tensor)| (new(&name), tensor))
                .collect(),
        )
    }

    /// With each number written in another way.
    pub fn rewritten<const N: usize>(
        mut self,
        dtype: Dtype,
        write: impl Fn(f32) -> [u8; N],
    ) -> Self {
        for tensor in self.0.values_mut() {
            tensor.bytes = tensor.numbers().into_iter().flat_map(&write).collect();
            tensor.dtype = dtype;
        }
        self
    }

    pub fn plus(mut self, name: &str, tensor: Tensor) -> Self {
        self.0.insert(name.into(), tensor);
        self
    }

    pub fn minus(mut self, name: &str) -> Self {
        assert!(self.0.remove(name).is_some(), "no tensor {name}");
        self
    }

    pub fn write(&self) -> Vec<u8> {
        safetensors::serialize(
            self.0.iter().map(|(name, tensor)| (name.clone(), tensor)),
            None,
        )
        .unwrap()
    }

    /// Read as the weights of a model.
    pub fn open(&self, (family, config): &(Family, Config)) -> Result<Params, LoadError> {
        open(&self.write(), *family, config)
    }
}

pub fn open(bytes: &[u8], family: Family, config: &Config) -> Result<Params, LoadError> {
    params(
        config,
        family,
        &Archive::new(&[("model.safetensors", bytes)])?,
    )
}

/// Is this error in one line, and does it say `words`?
#[track_caller]
pub fn says<T: std::fmt::Debug>(result: Result<T, LoadError>, words: &str) {
    let said = result.unwrap_err().to_string();
    assert!(said.contains(words), "“{said}” does not say “{words}”");
    assert!(!said.contains('\n') && said.chars().count() < 500, "{said}");
}
