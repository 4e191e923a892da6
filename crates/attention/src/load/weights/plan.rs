//! Which tensor goes where, known before any number is read.

use crate::load::archive::{Archive, Tensor};
use crate::load::config::Family;
use crate::load::error::{LoadError, short};
use crate::load::names::{Layout, place};
use crate::matrix::Matrix;
use crate::model::build::{Asked, Use};
use crate::model::part::GROUP;
use crate::model::{Config, Form, Params, Shard, Weight as Held};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Every tensor that is asked for, with the weights that lie in it.
pub(super) struct Plan<'a> {
    /// In the order of the files.
    pub(super) tensors: Vec<(Tensor<'a>, Vec<Weight>)>,
    /// An output matrix beside that of the embedding, though one serves as both.
    pub(super) second: Option<Tensor<'a>>,
}

/// One weight that lies in a tensor.
pub(super) struct Weight {
    pub(super) path: String,
    pub(super) layout: Layout,
    pub(super) shape: (usize, usize),
    pub(super) used: Use,
}

impl Weight {
    /// How it is held where large matrices are held as `form` says.
    pub(super) fn form(&self, form: Form) -> Form {
        match self.used {
            Use::Factor(_) | Use::Small | Use::Turned => form,
            Use::Rows => Form::Plain,
        }
    }

    /// Which columns worker `shard` holds, where not all do hold all; how many are never parted.
    fn columns(&self, shard: Shard) -> Option<(Range<usize>, usize)> {
        let (rows, cols) = self.shape;
        match self.used {
            _ if shard.is_whole() => None,
            Use::Rows => None,
            Use::Small if shard.leads() => None,
            Use::Small => Some((0..0, GROUP)),
            Use::Factor(group) => Some((shard.columns(cols, group), group)),
            Use::Turned => Some((shard.columns(rows, GROUP), GROUP)),
        }
    }

    /// Zeros of its shape, or of what `shard` holds of it.
    pub(super) fn zeros(&self, form: Form, shard: Shard) -> Held {
        let (form, turned) = (self.form(form), self.used == Use::Turned);
        match self.columns(shard) {
            None => Held::zeros(form, self.shape, turned),
            Some(columns) => Held::part(form, self.shape, turned, columns),
        }
    }

    /// How many bytes that takes; `None` where they cannot be counted.
    pub(super) fn bytes(&self, form: Form, shard: Shard) -> Option<usize> {
        let ((rows, cols), turned) = (self.shape, self.used == Use::Turned);
        let shape = match (self.columns(shard), turned) {
            (None, _) => self.shape,
            (Some((columns, _)), true) => (columns.len(), cols),
            (Some((columns, _)), false) => (rows, columns.len()),
        };
        Held::bytes(self.form(form), shape, turned)
    }
}

impl<'a> Plan<'a> {
    /// Errs for a tensor that is missing, has another shape or kind, or is left over. No memory is
    /// taken for what the files do not have.
    pub(super) fn new(
        config: &Config,
        family: Option<Family>,
        archive: &Archive<'a>,
    ) -> Result<Self, LoadError> {
        let mut found: BTreeMap<_, (Tensor<'a>, Vec<Weight>)> = BTreeMap::new();
        Params::build::<LoadError>(config, &mut |asked| {
            let Asked { path, shape, used } = asked;
            let (tensor, layout) = at(config, family, archive, path, shape)?;
            let weight = Weight {
                path: path.to_owned(),
                layout,
                shape,
                used,
            };
            let (_, weights) = found
                .entry(tensor.place)
                .or_insert_with(|| (tensor, Vec::new()));
            weights.push(weight);
            Ok(Held::factor(Matrix::zeros(0, 0)))
        })?;
        let plan = Self {
            tensors: found.into_values().collect(),
            second: second(config, family, archive)?,
        };
        plan.nothing_left(family, archive)?;
        Ok(plan)
    }

    /// How many bytes will be read.
    pub(super) fn bytes(&self) -> u64 {
        let tensors = self.tensors.iter().map(|(tensor, _)| tensor);
        tensors.chain(&self.second).map(|tensor| tensor.bytes).sum()
    }

    /// How many numbers of four bytes the weights of `shard` take, held as `form` says; `None` where they cannot be counted.
    pub(super) fn room(&self, form: Form, shard: Shard) -> Option<usize> {
        let weights = self.tensors.iter().flat_map(|(_, weights)| weights);
        let mut bytes: usize = 0;
        for weight in weights {
            bytes = bytes.checked_add(weight.bytes(form, shard)?)?;
        }
        Some(bytes.div_ceil(size_of::<f32>()))
    }

    /// Errs for a tensor inside a block that nothing has asked for; under our own names, for any.
    fn nothing_left(&self, family: Option<Family>, archive: &Archive<'_>) -> Result<(), LoadError> {
        let asked = self.tensors.iter().map(|(tensor, _)| tensor);
        let names = |tensor: &'_ Tensor<'a>| {
            [
                Some(tensor.name.clone()),
                tensor.scale_name().map(Into::into),
            ]
        };
        let asked: BTreeSet<String> = asked.flat_map(names).flatten().collect();
        let counts = |name: &str| family.is_none_or(|family| family.is_in_block(name));
        let mut left = archive.names().filter(|name| !asked.contains(*name));
        match left.find(|name| counts(name)) {
            Some(name) => Err(LoadError::NoPlace {
                tensor: short(name),
            }),
            None => Ok(()),
        }
    }
}

/// The tensor that holds the weight at `path`, rows×cols, and how it lies there.
fn at<'a>(
    config: &Config,
    family: Option<Family>,
    archive: &Archive<'a>,
    path: &str,
    (rows, cols): (usize, usize),
) -> Result<(Tensor<'a>, Layout), LoadError> {
    let missing = |tensor: &str| LoadError::Missing {
        tensor: tensor.to_owned(),
    };
    let place = place(family, path, config).ok_or_else(|| missing(path))?;
    let name = place.names.first().map_or(path, String::as_str);
    let tensor = archive.find(&place.names);
    let tensor = tensor.ok_or_else(|| missing(name))??;
    let wanted = place.layout.shape(rows, cols);
    if wanted.as_ref() != Some(&tensor.shape) {
        return Err(LoadError::Shape {
            tensor: tensor.name,
            found: tensor.shape,
            wanted: wanted.unwrap_or_default(),
        });
    }
    Ok((tensor, place.layout))
}

/// Files of tied models often store the embedding a second time, as the output matrix.
fn second<'a>(
    config: &Config,
    family: Option<Family>,
    archive: &Archive<'a>,
) -> Result<Option<Tensor<'a>>, LoadError> {
    let place = family.filter(|_| config.tied);
    let place = place.and_then(|family| family.place("output", config));
    let found = place.and_then(|place| archive.find(&place.names));
    let Some(tensor) = found.transpose()? else {
        return Ok(None);
    };
    if tensor.shape == [config.vocab, config.d_model] {
        return Ok(Some(tensor));
    }
    Err(LoadError::Untied {
        tensor: tensor.name,
    })
}
