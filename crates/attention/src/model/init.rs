//! Weights to begin with, from a seed: the same on every machine.

use super::{Config, Model, ModelError, Params, Tensors, Weight, memory};
use crate::matrix::Matrix;
use std::convert::Infallible;

impl Model {
    /// A model with random weights: each projection has variance 1/d_in, so that what comes out
    /// is as large as what went in (LeCun et al. 1998, §4.6); those that write into the residual
    /// stream are made smaller by √(2·n_layers), so that it does not grow with depth (Radford et
    /// al. 2019, §2.3). Gains are 1, biases 0, and the
    /// rows of embeddings have variance 1/d_model, so that logits start near variance 1.
    ///
    /// # Errors
    /// [`ModelError::Config`] when the settings make no model, [`ModelError::Memory`].
    pub fn random(config: Config, seed: u64) -> Result<Self, ModelError> {
        config.check()?;
        memory::check(config.count())?;
        let mut params = Params::zeros(&config);
        let mut random = oorandom::Rand32::new(seed);
        let narrow = 1.0 / (2.0 * config.n_layers as f32).sqrt();
        params.each_mut("", &mut |path, weights| {
            let (d_in, d_out) = weights.shape();
            let deviation = match path.rsplit('.').next() {
                Some("bias" | "output_bias") => return,
                Some("gain") => return weights.data_mut().fill(1.0),
                Some("weight") => 1.0 / (d_in as f32).sqrt(),
                _ => 1.0 / (d_out as f32).sqrt(),
            };
            let into_stream = [".output.weight", ".down.weight"];
            let residual = into_stream.iter().any(|end| path.ends_with(end));
            let deviation = deviation * if residual { narrow } else { 1.0 };
            fill(weights, deviation, &mut random);
        });
        Self::new(config, params)
    }
}

/// Normally distributed numbers around 0, by pairs (Box and Muller 1958).
fn fill(weights: &mut Matrix, deviation: f32, random: &mut oorandom::Rand32) {
    for pair in weights.data_mut().chunks_mut(2) {
        // 1 − u lies in (0, 1], so that its logarithm is finite.
        let length = (-2.0 * libm::log(1.0 - f64::from(random.rand_float()))).sqrt();
        let angle = std::f64::consts::TAU * f64::from(random.rand_float());
        for (x, part) in pair.iter_mut().zip([libm::cos(angle), libm::sin(angle)]) {
            *x = (length * part) as f32 * deviation;
        }
    }
}

impl Params {
    /// Have the weights the shapes that `config`, which has been checked, asks for?
    ///
    /// # Errors
    /// [`ModelError::Weights`] naming the first matrix that has not.
    pub(super) fn check(&self, config: &Config) -> Result<(), ModelError> {
        let mut found = Vec::new();
        self.each_shape("", &mut |path, shape| found.push((path.to_owned(), shape)));
        let numbers: usize = found.iter().map(|(_, (rows, cols))| rows * cols).sum();
        let all = ("all weights".to_owned(), (numbers, 1));
        if config.count() != Some(numbers) {
            // Compared first, so that settings that came from outside cannot ask for memory.
            return wrong(&all, (config.count().unwrap_or(usize::MAX), 1));
        }
        let mut wanted = Vec::new();
        // Nothing is made: a second set of weights may not fit.
        let Ok(_) = Self::build(config, &mut |asked| {
            wanted.push((asked.path.to_owned(), asked.shape));
            Ok::<_, Infallible>(Weight::factor(Matrix::zeros(0, 0)))
        });
        match found
            .iter()
            .zip(&wanted)
            .find(|(found, wanted)| found != wanted)
        {
            Some((found, (_, shape))) => wrong(found, *shape),
            None => Ok(()),
        }
    }
}

fn wrong(
    (name, found): &(String, (usize, usize)),
    wanted: (usize, usize),
) -> Result<(), ModelError> {
    Err(ModelError::Weights {
        name: name.clone(),
        found: *found,
        wanted,
    })
}
