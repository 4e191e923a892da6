//! From a model to the files of a Hugging Face folder, as bytes: what [`load`](super) reads, written.
//!
//! ```
//! use attention::load::{Archive, Family, params, save};
//! use attention::model::{Config, Model};
//!
//! let model = Model::random(Config::gpt2(3, 8, 16, 1, 2), 1)?;
//! let family = Family::of(model.config());
//! assert_eq!(family, Some(Family::Gpt2));
//! let bytes = save::weights(&model, family, &[])?; // model.safetensors
//! let settings = save::config_json(model.config())?; // config.json
//! let words = save::tokenizer_json(&["the", "cat", "sat"])?; // tokenizer.json, which needs
//! let class = save::TOKENIZER_CONFIG_JSON; // tokenizer_config.json beside it
//!
//! let archive = Archive::new(&[("model.safetensors", &bytes)])?;
//! let read = params(model.config(), Family::Gpt2, &archive)?;
//! assert!(read == *model.params());
//! # Ok::<(), attention::load::LoadError>(())
//! ```

mod file;
mod rows;
mod settings;
mod words;

pub use settings::config_json;
pub use words::{TOKENIZER_CONFIG_JSON, tokenizer_json};

use super::config::Family;
use super::error::LoadError;
use super::names::{Place, place};
use crate::matrix::Matrix;
use crate::model::{Form, Model, Tensors, memory};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// What is written of one tensor.
pub(super) struct Tensor {
    shape: Vec<usize>,
    numbers: Numbers,
}

/// Its numbers, row by row.
pub(super) enum Numbers {
    F32(Vec<f32>),
    /// Whole numbers, whose factors stand in a tensor of their own.
    I8(Vec<i8>),
}

/// `model.safetensors`: all weights as f32, under the names and in the layout of `family`, or
/// without one under our own, the paths that [`Tensors`] gives. `metadata` are texts that stand in
/// the file beside the weights ([`metadata`](super::metadata) reads them); of two with one key the
/// last counts. A family's files also get `format: pt`, which `transformers` asks for.
///
/// The same model and metadata give the same bytes. [`params`](super::params) or
/// [`own_params`](super::own_params) reads them back to the bit.
///
/// # Errors
/// [`LoadError::Unlike`] unless `family` is none or [`Family::of`] the model's settings,
/// [`LoadError::NotFinite`] for weights that would not be read again, [`LoadError::Model`] when
/// there is no memory for the file.
pub fn weights(
    model: &Model,
    family: Option<Family>,
    metadata: &[(String, String)],
) -> Result<Vec<u8>, LoadError> {
    written(model, family, metadata, None)
}

/// As [`weights`], but each matrix as whole numbers of eight bits with one factor (f32) for each row of the file, in a
/// tensor of its name and `_scale`: the largest weight of a row becomes ±`levels`, the rest is rounded to the nearest.
/// What is one row only, as the gain of a norm, stays f32. Fewer levels than 127 lose more and compress better.
///
/// # Errors
/// As [`weights`].
pub fn whole_numbers(
    model: &Model,
    family: Option<Family>,
    metadata: &[(String, String)],
    levels: i8,
) -> Result<Vec<u8>, LoadError> {
    written(model, family, metadata, Some(levels.max(1)))
}

fn written(
    model: &Model,
    family: Option<Family>,
    metadata: &[(String, String)],
    levels: Option<i8>,
) -> Result<Vec<u8>, LoadError> {
    let config = model.config();
    if let Some(family) = family.filter(|_| Family::of(config) != family) {
        return Err(LoadError::Unlike {
            families: family.title(),
        });
    }
    // The numbers in the order of the file, then their bytes.
    memory::check(config.count().and_then(|count| count.checked_mul(2)))?;
    let mut laid_out: BTreeMap<String, Laid> = BTreeMap::new();
    let mut result = Ok(());
    // What is laid out for reading is put together again.
    let mut params = Cow::Borrowed(model.params());
    if params.token_embedding.form() != Form::Plain {
        params.to_mut().each_mut("", &mut |_, _| {});
    }
    params.each("", &mut |path, matrix| {
        let laid = lay(&mut laid_out, place(family, path, config), path, matrix);
        result = std::mem::replace(&mut result, Ok(())).and(laid);
    });
    result?;
    let mut texts: BTreeMap<_, _> = metadata.iter().cloned().collect();
    if family.is_some() {
        texts.insert("format".into(), "pt".into());
    }
    let written = laid_out.into_iter().flat_map(|laid| match levels {
        Some(levels) if laid.1.shape.len() > 1 => Vec::from(rows::whole(laid, levels)),
        _ => vec![(laid.0, laid.1.exact())],
    });
    file::write(&written.collect(), &texts)
}

/// The numbers of a tensor before they are written.
struct Laid {
    shape: Vec<usize>,
    numbers: Vec<f32>,
}

impl Laid {
    fn exact(self) -> Tensor {
        Tensor {
            shape: self.shape,
            numbers: Numbers::F32(self.numbers),
        }
    }
}

/// Lays the weights at `path` into the tensor at `place`, which they may share with others.
fn lay(
    tensors: &mut BTreeMap<String, Laid>,
    place: Option<Place>,
    path: &str,
    matrix: &Matrix,
) -> Result<(), LoadError> {
    let tensor = path.to_owned();
    if !matrix.data().iter().all(|number| number.is_finite()) {
        return Err(LoadError::NotFinite { tensor });
    }
    let (rows, cols) = matrix.shape();
    let place = place.and_then(|place| {
        let name = place.names.into_iter().next()?;
        Some((name, place.layout, place.layout.shape(rows, cols)?))
    });
    let Some((name, layout, shape)) = place else {
        return Err(LoadError::Missing { tensor });
    };
    let tensor = tensors.entry(name).or_insert_with(|| Laid {
        numbers: vec![0.0; shape.iter().product()],
        shape,
    });
    for (index, number) in matrix.data().iter().enumerate() {
        let at = layout.index((rows, cols), index / cols, index % cols);
        if let Some(place) = tensor.numbers.get_mut(at) {
            *place = *number;
        }
    }
    Ok(())
}
