//! Which weights a model has, and their shapes: said once, for whoever makes or reads them.

use super::part::GROUP;
use super::{
    Attention, Block, Config, HeadTransform, Linear, Mlp, MlpKind, Norm, NormPlace, Params,
    Positions, Weight,
};
use crate::matrix::Matrix;

/// A weight that a model asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    /// Its path.
    pub(crate) path: &'a str,
    /// Rows and columns.
    pub(crate) shape: (usize, usize),
    /// What is done with it.
    pub(crate) used: Use,
}

/// What is done with a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Rows are multiplied by it; so many of its columns are never parted.
    Factor(usize),
    /// The same, and it is small, or single rows of it are looked at: several workers do not divide it.
    Small,
    /// Rows are multiplied by its transpose.
    Turned,
    /// Its rows are added or multiplied number by number: it stays a matrix.
    Rows,
}

/// Makes the weight that is asked for.
pub(crate) type Make<'a, E> = dyn FnMut(Asked<'_>) -> Result<Weight, E> + 'a;

impl Params {
    /// Every weight that `config` asks for, as `make` makes it; its path is as [`Tensors`](super::Tensors)
    /// gives it. Embeddings come first, then the blocks in their order: whoever makes nothing for a block
    /// that is not there is asked for no more of them, however many `config` claims.
    ///
    /// # Errors
    /// What `make` errs on, at the first.
    pub(crate) fn build<E>(config: &Config, make: &mut Make<'_, E>) -> Result<Self, E> {
        let (c, d, vocab) = (config, config.d_model, config.vocab);
        let mut builder = Builder { config, make };
        let b = &mut builder;
        Ok(Self {
            token_embedding: b.of("token_embedding", (vocab, d), Use::Turned)?,
            position_embedding: when(c.positions == Positions::Learned, || {
                b.rows("position_embedding", c.max_len, d)
            })?,
            segment_embedding: when(c.segments > 0, || {
                b.rows("segment_embedding", c.segments, d)
            })?,
            embedding_norm: when(c.embedding_norm, || b.norm("embedding_norm", d))?,
            blocks: (0..c.n_layers)
                .map(|i| b.block(&format!("blocks.{i}")))
                .collect::<Result<_, _>>()?,
            final_norm: when(c.norm_place == NormPlace::Pre, || b.norm("final_norm", d))?,
            head: when(c.head_transform, || b.head("head"))?,
            output: when(!c.tied, || b.of("output", (vocab, d), Use::Turned))?,
            output_bias: when(c.biases.output, || b.rows("output_bias", 1, vocab))?,
        })
    }
}

struct Builder<'a, 'b, E> {
    config: &'a Config,
    make: &'a mut Make<'b, E>,
}

impl<E> Builder<'_, '_, E> {
    fn of(&mut self, path: &str, shape: (usize, usize), used: Use) -> Result<Weight, E> {
        (self.make)(Asked { path, shape, used })
    }

    fn rows(&mut self, path: &str, rows: usize, cols: usize) -> Result<Matrix, E> {
        let mut made = self.of(path, (rows, cols), Use::Rows)?;
        Ok(std::mem::replace(made.matrix_mut(), Matrix::zeros(0, 0)))
    }

    fn block(&mut self, path: &str) -> Result<Block, E> {
        Ok(Block {
            attention_norm: self.norm(&format!("{path}.attention_norm"), self.config.d_model)?,
            attention: self.attention(&format!("{path}.attention"))?,
            mlp: when(self.config.mlp != MlpKind::None, || {
                self.mlp(&format!("{path}.mlp"))
            })?,
        })
    }

    fn attention(&mut self, path: &str) -> Result<Attention, E> {
        let (d, biases, normed) = (
            self.config.d_model,
            self.config.biases,
            self.config.head_norm,
        );
        let (queries, keys) = (self.config.d_queries(), self.config.d_keys());
        let (bias, d_head) = (biases.attention, self.config.d_head);
        // Who has a head of keys has all queries that look at it.
        let alike = d_head * (self.config.n_heads / self.config.n_kv_heads.max(1));
        let mut heads = |name: &str, group, width| {
            let (used, path) = (Use::Factor(group), format!("{path}.{name}"));
            self.of_linear(used, &path, (d, width), bias)
        };
        Ok(Attention {
            query: heads("query", alike, queries)?,
            key: heads("key", d_head, keys)?,
            value: heads("value", d_head, keys)?,
            output: self.of_linear(
                Use::Small,
                &format!("{path}.output"),
                (queries, d),
                biases.attention_output,
            )?,
            query_norm: when(normed, || self.norm(&format!("{path}.query_norm"), d_head))?,
            key_norm: when(normed, || self.norm(&format!("{path}.key_norm"), d_head))?,
        })
    }

    fn mlp(&mut self, path: &str) -> Result<Mlp, E> {
        let (d, wide, bias) = (
            self.config.d_model,
            self.config.d_mlp,
            self.config.biases.mlp,
        );
        Ok(Mlp {
            norm: self.norm(&format!("{path}.norm"), d)?,
            gate: when(self.config.mlp == MlpKind::SwiGlu, || {
                self.linear(&format!("{path}.gate"), d, wide, bias)
            })?,
            up: self.linear(&format!("{path}.up"), d, wide, bias)?,
            down: self.linear(&format!("{path}.down"), wide, d, bias)?,
        })
    }

    fn head(&mut self, path: &str) -> Result<HeadTransform, E> {
        let (d, bias) = (self.config.d_model, self.config.biases.mlp);
        Ok(HeadTransform {
            dense: self.of_linear(Use::Small, &format!("{path}.dense"), (d, d), bias)?,
            norm: self.norm(&format!("{path}.norm"), d)?,
        })
    }

    fn norm(&mut self, path: &str, d: usize) -> Result<Norm, E> {
        let gain = self.rows(&format!("{path}.gain"), 1, d)?;
        Ok(Norm {
            gain,
            bias: when(self.config.biases.norm, || {
                self.rows(&format!("{path}.bias"), 1, d)
            })?,
        })
    }

    fn linear(&mut self, path: &str, d_in: usize, d_out: usize, bias: bool) -> Result<Linear, E> {
        self.of_linear(Use::Factor(GROUP), path, (d_in, d_out), bias)
    }

    fn of_linear(
        &mut self,
        used: Use,
        path: &str,
        shape: (usize, usize),
        bias: bool,
    ) -> Result<Linear, E> {
        Ok(Linear {
            weight: self.of(&format!("{path}.weight"), shape, used)?,
            bias: when(bias, || self.rows(&format!("{path}.bias"), 1, shape.1))?,
        })
    }
}

/// `Some` of what `make` makes where it is wanted.
fn when<T, E>(wanted: bool, make: impl FnOnce() -> Result<T, E>) -> Result<Option<T>, E> {
    wanted.then(make).transpose()
}
