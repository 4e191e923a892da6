//! What PyTorch starts from: our first weights and the tokens, a safetensors file for each size.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use attention::model::{Config, Tensors};
use contender::{BATCH, Learner, OPTIMISER, SIZES, Size};
use e2e::{Error, Outcome};
use safetensors::{Dtype, View, serialize};

/// Writes `32.safetensors` for `d_model` 32, and so on.
pub fn write(folder: &Path) -> Outcome {
    fs::create_dir_all(folder).map_err(Error::io("make a folder for the first weights"))?;
    for size in SIZES {
        let learner = Learner::new(size).map_err(|error| Error::Setup(error.to_string()))?;
        let settings = settings(learner.model().config()).into_iter().collect();
        let bytes = serialize(tensors(size, &learner), Some(settings));
        let bytes = bytes.map_err(|error| Error::Setup(error.to_string()))?;
        let file = folder.join(format!("{}.safetensors", size.d_model));
        fs::write(file, bytes).map_err(Error::io("write the first weights"))?;
    }
    Ok(())
}

/// Each weight matrix by its path in [`attention::model::Params`], and the tokens as `ids`.
fn tensors(size: Size, learner: &Learner) -> Vec<(String, Tensor)> {
    let ids = size
        .ids()
        .into_iter()
        .flat_map(|id| i64::from(id).to_le_bytes());
    let ids = Tensor {
        kind: Dtype::I64,
        shape: [BATCH, size.tokens],
        bytes: ids.collect(),
    };
    let mut all = vec![("ids".to_owned(), ids)];
    learner.model().params().each("", &mut |path, weights| {
        let numbers = weights
            .data()
            .iter()
            .flat_map(|weight| weight.to_le_bytes());
        let tensor = Tensor {
            kind: Dtype::F32,
            shape: weights.shape().into(),
            bytes: numbers.collect(),
        };
        all.push((path.to_owned(), tensor));
    });
    all
}

/// What the shapes do not tell.
fn settings(config: &Config) -> [(String, String); 4] {
    [
        ("heads", config.n_heads.to_string()),
        ("eps", config.eps.to_string()),
        ("rate", OPTIMISER.rate.to_string()),
        ("decay", OPTIMISER.weight_decay.to_string()),
    ]
    .map(|(name, value)| (name.to_owned(), value))
}

/// Numbers as they lie in the file.
struct Tensor {
    kind: Dtype,
    shape: [usize; 2],
    bytes: Vec<u8>,
}

impl View for Tensor {
    fn dtype(&self) -> Dtype {
        self.kind
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
