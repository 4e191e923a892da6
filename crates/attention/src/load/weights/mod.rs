//! From named tensors to [`Params`].

mod plan;

use super::archive::{Archive, Tensor};
use super::config::Family;
use super::error::LoadError;
use crate::kernels::Loss;
use crate::model::{Config, Form, Params, Shard, Weight as Held, memory};
use plan::{Plan, Weight};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// The weights of a model, or anything else that has a number for each of them and is stored under
/// the same names, such as gradients.
///
/// No memory is taken for a size before a tensor of that size has been seen.
///
/// # Errors
/// [`LoadError::Missing`], [`LoadError::Shape`], [`LoadError::Dtype`] and [`LoadError::NotFinite`]
/// for a tensor that is not as `config` asks; [`LoadError::NoPlace`] for one that is left over in a
/// block; [`LoadError::Untied`] for an output matrix unlike the embedding that is said to serve;
/// [`LoadError::Model`] for settings that make no model, and for weights that memory cannot hold.
pub fn params(config: &Config, family: Family, archive: &Archive<'_>) -> Result<Params, LoadError> {
    Ok(read(config, Some(family), archive, ALL, &mut on)?.params)
}

/// The weights of a model that was saved under our own names, the paths that
/// [`Tensors`](crate::model::Tensors) gives.
///
/// # Errors
/// As [`params`]; every tensor that is left over is [`LoadError::NoPlace`].
pub fn own_params(config: &Config, archive: &Archive<'_>) -> Result<Params, LoadError> {
    Ok(read(config, None, archive, ALL, &mut on)?.params)
}

/// Everything, as matrices.
const ALL: (Form, Shard) = (Form::Plain, Shard::WHOLE);

/// Weights that were read.
pub(super) struct Read {
    pub(super) params: Params,
    /// What their form lost.
    #[cfg(feature = "load")]
    pub(super) loss: Loss,
    /// How many bytes they take.
    #[cfg(feature = "load")]
    pub(super) bytes: usize,
}

fn on(_: u64, _: u64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// As [`params`], or without a family as [`own_params`], held as `form` says, those of `shard`; `progress` as of
/// [`open`](super::open()).
pub(super) fn read(
    config: &Config,
    family: Option<Family>,
    archive: &Archive<'_>,
    (form, shard): (Form, Shard),
    progress: &mut dyn FnMut(u64, u64) -> ControlFlow<()>,
) -> Result<Read, LoadError> {
    config.check()?;
    let plan = Plan::new(config, family, archive)?;
    let room = plan.room(form, shard);
    memory::check(room)?;
    let mut reader = Reader {
        weights: BTreeMap::new(),
        form,
        shard,
        loss: Loss::default(),
        done: 0,
        total: plan.bytes(),
        progress,
    };
    reader.advance(0)?;
    for (tensor, weights) in &plan.tensors {
        reader.tensor(tensor, weights)?;
    }
    let mut params = reader.params(config)?;
    params.number();
    if let Some(tensor) = &plan.second {
        reader.same(tensor, &params.token_embedding)?;
    }
    Ok(Read {
        params,
        #[cfg(feature = "load")]
        loss: reader.loss,
        #[cfg(feature = "load")]
        bytes: room.map_or(0, |numbers| numbers * size_of::<f32>()),
    })
}

struct Reader<'a> {
    /// The weights that have been read, by their paths.
    weights: BTreeMap<String, Held>,
    /// How large matrices are held.
    form: Form,
    /// Which columns of them.
    shard: Shard,
    /// What that has lost.
    loss: Loss,
    /// In bytes.
    done: u64,
    total: u64,
    progress: &'a mut dyn FnMut(u64, u64) -> ControlFlow<()>,
}

impl Reader<'_> {
    /// Reads all weights that lie in one tensor, which is read once.
    fn tensor(&mut self, tensor: &Tensor<'_>, weights: &[Weight]) -> Result<(), LoadError> {
        let mut held: Vec<_> = weights
            .iter()
            .map(|own| own.zeros(self.form, self.shard))
            .collect();
        // All weights in one tensor lie there alike.
        let line = weights.first();
        let line = line.map_or(1, |weight| {
            weight.layout.line(weight.shape.0, weight.shape.1)
        });
        tensor.lines(line, &mut |first, numbers| {
            for (weight, held) in weights.iter().zip(&mut held) {
                weight.layout.put(held, first, numbers, &mut self.loss);
            }
            self.advance(tensor.share(numbers.len()))
        })?;
        let paths = weights.iter().map(|weight| weight.path.clone());
        self.weights.extend(paths.zip(held));
        Ok(())
    }

    /// The model's weights, out of those that have been read.
    fn params(&mut self, config: &Config) -> Result<Params, LoadError> {
        Params::build(config, &mut |asked| {
            let missing = || LoadError::Missing {
                tensor: asked.path.to_owned(),
            };
            self.weights.remove(asked.path).ok_or_else(missing)
        })
    }

    /// Errs unless `tensor` holds the numbers of `held`, row by row.
    fn same(&mut self, tensor: &Tensor<'_>, held: &Held) -> Result<(), LoadError> {
        let width = held.shape().1;
        tensor.lines(width, &mut |first, numbers| {
            let mut rows = (first..).zip(numbers.chunks(width.max(1)));
            if !rows.all(|(row, numbers)| held.has_row(row, numbers)) {
                return Err(LoadError::Untied {
                    tensor: tensor.name.clone(),
                });
            }
            self.advance(tensor.share(numbers.len()))
        })
    }

    /// So many bytes more have been read.
    fn advance(&mut self, bytes: u64) -> Result<(), LoadError> {
        self.done += bytes;
        match (self.progress)(self.done, self.total) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(LoadError::Stopped),
        }
    }
}
