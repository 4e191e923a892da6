//! From named tensors to [`Params`].

use super::archive::{Archive, Tensor};
use super::config::Family;
use super::error::{LoadError, short};
use super::names::place;
use crate::matrix::Matrix;
use crate::model::{Config, Params};
use std::collections::BTreeSet;

/// The weights of a model, or anything else that has a number for each of them and is stored under
/// the same names, such as gradients.
///
/// No memory is taken for a size before a tensor of that size has been seen.
///
/// # Errors
/// [`LoadError::Missing`], [`LoadError::Shape`], [`LoadError::Dtype`] and [`LoadError::NotFinite`]
/// for a tensor that is not as `config` asks; [`LoadError::NoPlace`] for one that is left over in a
/// block; [`LoadError::Untied`] for an output matrix unlike the embedding that is said to serve;
/// [`LoadError::Model`] for settings that make no model.
pub fn params(config: &Config, family: Family, archive: &Archive<'_>) -> Result<Params, LoadError> {
    read(config, Some(family), archive)
}

/// The weights of a model that was saved under our own names, the paths that
/// [`Tensors`](crate::model::Tensors) gives.
///
/// # Errors
/// As [`params`]; every tensor that is left over is [`LoadError::NoPlace`].
pub fn own_params(config: &Config, archive: &Archive<'_>) -> Result<Params, LoadError> {
    read(config, None, archive)
}

fn read(
    config: &Config,
    family: Option<Family>,
    archive: &Archive<'_>,
) -> Result<Params, LoadError> {
    config.check()?;
    let mut reader = Reader {
        config,
        family,
        archive,
        read: BTreeSet::new(),
    };
    let params = Params::build(config, &mut |path, rows, cols| {
        reader.matrix(path, rows, cols)
    })?;
    reader.nothing_left()?;
    reader.tied(&params)?;
    Ok(params)
}

struct Reader<'a> {
    config: &'a Config,
    /// Whose names the weights have; `None`: our own.
    family: Option<Family>,
    archive: &'a Archive<'a>,
    /// The names of the tensors that have found their place.
    read: BTreeSet<String>,
}

impl Reader<'_> {
    /// The weight at `path`, rows×cols.
    fn matrix(&mut self, path: &str, rows: usize, cols: usize) -> Result<Matrix, LoadError> {
        let missing = |tensor: &str| LoadError::Missing {
            tensor: tensor.to_owned(),
        };
        let place = place(self.family, path, self.config).ok_or_else(|| missing(path))?;
        let found = self.archive.find(&place.names);
        let tensor =
            found.ok_or_else(|| missing(place.names.first().map_or(path, String::as_str)))??;
        if place.layout.shape(rows, cols).as_ref() != Some(&tensor.shape) {
            return Err(LoadError::Shape {
                tensor: tensor.name,
                found: tensor.shape,
                wanted: place.layout.shape(rows, cols).unwrap_or_default(),
            });
        }
        let numbers = finite(&tensor)?;
        self.read.insert(tensor.name);
        let at = |row, col| numbers[place.layout.index((rows, cols), row, col)];
        Ok(Matrix::from_fn(rows, cols, at))
    }

    /// Errs for a tensor inside a block that nothing has asked for; under our own names, for any.
    fn nothing_left(&self) -> Result<(), LoadError> {
        let mut names = self.archive.names();
        let counts = |name: &str| self.family.is_none_or(|family| family.is_in_block(name));
        match names.find(|name| counts(name) && !self.read.contains(*name)) {
            Some(name) => Err(LoadError::NoPlace {
                tensor: short(name),
            }),
            None => Ok(()),
        }
    }

    /// Files of tied models often store the embedding a second time, as the output matrix.
    fn tied(&self, params: &Params) -> Result<(), LoadError> {
        let place = self.family.filter(|_| self.config.tied);
        let place = place.and_then(|family| family.place("output", self.config));
        let Some(tensor) = place.and_then(|place| self.archive.find(&place.names)) else {
            return Ok(());
        };
        let tensor = tensor?;
        if finite(&tensor)? == params.token_embedding.data() {
            Ok(())
        } else {
            Err(LoadError::Untied {
                tensor: tensor.name,
            })
        }
    }
}

fn finite(tensor: &Tensor<'_>) -> Result<Vec<f32>, LoadError> {
    let numbers = tensor.to_f32();
    if numbers.iter().all(|number| number.is_finite()) {
        Ok(numbers)
    } else {
        Err(LoadError::NotFinite {
            tensor: tensor.name.clone(),
        })
    }
}
