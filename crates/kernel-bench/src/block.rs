//! One block of GPT-2 (Radford et al. 2019), with weights that were packed beforehand.

use fast::Misfit;

use crate::heads::Heads;
use crate::layers::{Linear, Norm};
use crate::weights::{self, Weights};

/// Width of the model.
pub const WIDTH: usize = 768;
/// Heads, each with its part of the width.
pub const HEADS: usize = 12;
/// Width of the MLP.
pub const HIDDEN: usize = 3072;

/// A block for some number of tokens, and all the room it needs.
pub struct Block {
    norm_1: Norm,
    qkv: Linear,
    heads: Heads,
    out: Linear,
    norm_2: Norm,
    up: Linear,
    down: Linear,
    /// One row a token: what goes in, and after [`Block::run`] what has come out.
    pub x: Vec<f32>,
    narrow: [Vec<f32>; 2],
    wide: [Vec<f32>; 2],
}

impl Block {
    /// Packs the weights for `n` tokens.
    ///
    /// # Errors
    /// [`Misfit`] if a weight is not finite.
    pub fn new(n: usize, weights: &Weights<'_>) -> Result<Self, Misfit> {
        let room = |width| std::array::from_fn(|_| vec![0.0; n * width]);
        Ok(Self {
            norm_1: Norm::new(n, weights.norm_1),
            qkv: Linear::new(n, weights::QKV, weights.qkv)?,
            heads: Heads::new(n),
            out: Linear::new(n, weights::OUT, weights.out)?,
            norm_2: Norm::new(n, weights.norm_2),
            up: Linear::new(n, weights::UP, weights.up)?,
            down: Linear::new(n, weights::DOWN, weights.down)?,
            x: vec![0.0; n * WIDTH],
            narrow: room(WIDTH),
            wide: room(HIDDEN),
        })
    }

    /// Computes the block of `x` into `x`.
    ///
    /// # Errors
    /// [`Misfit`] if `x` is not finite.
    pub fn run(&mut self) -> Result<(), Misfit> {
        self.attend()?;
        self.think()
    }

    /// x + heads(norm(x))·W_O
    fn attend(&mut self) -> Result<(), Misfit> {
        let ([normed, mixed], [qkv, _]) = (&mut self.narrow, &mut self.wide);
        let qkv = &mut qkv[..3 * self.x.len()];
        self.norm_1.apply(&self.x, normed)?;
        self.qkv.multiply(normed, qkv)?;
        self.heads.attend(qkv, &self.qkv.bias, mixed)?;
        self.out.multiply(mixed, normed)?;
        add_both(&mut self.x, normed, &self.out.bias);
        Ok(())
    }

    /// x + MLP(norm(x))
    fn think(&mut self) -> Result<(), Misfit> {
        let ([normed, change], [before, after]) = (&mut self.narrow, &mut self.wide);
        self.norm_2.apply(&self.x, normed)?;
        self.up.multiply(normed, before)?;
        add(before, &self.up.bias);
        fast::gelu(before, after)?;
        self.down.multiply(after, change)?;
        add_both(&mut self.x, change, &self.down.bias);
        Ok(())
    }
}

/// Adds the bias to each row.
fn add(x: &mut [f32], bias: &[f32]) {
    for row in x.chunks_exact_mut(bias.len()) {
        row.iter_mut().zip(bias).for_each(|(x, bias)| *x += bias);
    }
}

/// Adds the change and the bias to each row.
fn add_both(x: &mut [f32], change: &[f32], bias: &[f32]) {
    let width = bias.len();
    for (row, change) in x.chunks_exact_mut(width).zip(change.chunks_exact(width)) {
        let both = change.iter().zip(bias);
        row.iter_mut()
            .zip(both)
            .for_each(|(x, (change, bias))| *x += change + bias);
    }
}
