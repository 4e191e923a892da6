//! The two kinds of layers that have weights.

use fast::{Misfit, Product, Rows};

/// What GPT-2's layer norm adds to the variance.
const EPS: f32 = 1e-5;

/// x·W with a W that was packed beforehand. The bias is added by whoever reads the result next.
pub(crate) struct Linear {
    shape: Product,
    packed: Vec<f32>,
    pub(crate) bias: Vec<f32>,
}

impl Linear {
    pub(crate) fn new(
        n: usize,
        (k, m): (usize, usize),
        [matrix, bias]: [&[f32]; 2],
    ) -> Result<Self, Misfit> {
        let transposed = false;
        let shape = Product {
            n,
            k,
            m,
            transposed,
        };
        let mut packed = vec![0.0; shape.packed()];
        fast::pack(&shape, matrix, &mut packed)?;
        let bias = bias.to_vec();
        Ok(Self {
            shape,
            packed,
            bias,
        })
    }

    pub(crate) fn multiply(&self, x: &[f32], out: &mut [f32]) -> Result<(), Misfit> {
        fast::matmul_packed(&self.shape, x, &self.packed, out)
    }
}

/// A layer norm of each row.
pub(crate) struct Norm {
    shape: Rows,
    gain: Vec<f32>,
    bias: Vec<f32>,
}

impl Norm {
    pub(crate) fn new(rows: usize, [gain, bias]: [&[f32]; 2]) -> Self {
        let shape = Rows {
            rows,
            cols: gain.len(),
        };
        let (gain, bias) = (gain.to_vec(), bias.to_vec());
        Self { shape, gain, bias }
    }

    pub(crate) fn apply(&self, x: &[f32], out: &mut [f32]) -> Result<(), Misfit> {
        fast::layer_norm(&self.shape, x, &self.gain, &self.bias, EPS, out)
    }
}
