//! The parts of a model, each read by the paths of its weights.

use super::Reader;
use crate::load::error::LoadError;
use crate::model::{
    Attention, Block, HeadTransform, Linear, Mlp, MlpKind, Norm, NormPlace, Params, Positions,
};

impl Reader<'_> {
    /// What [`Params::zeros`] makes, read from the file.
    pub(super) fn params(&mut self) -> Result<Params, LoadError> {
        let c = self.config;
        let (d, vocab) = (c.d_model, c.vocab);
        Ok(Params {
            token_embedding: self.matrix("token_embedding", vocab, d)?,
            position_embedding: when(c.positions == Positions::Learned, || {
                self.matrix("position_embedding", c.max_len, d)
            })?,
            segment_embedding: when(c.segments > 0, || {
                self.matrix("segment_embedding", c.segments, d)
            })?,
            embedding_norm: when(c.embedding_norm, || self.norm("embedding_norm"))?,
            blocks: (0..c.n_layers)
                .map(|i| self.block(&format!("blocks.{i}")))
                .collect::<Result<_, _>>()?,
            final_norm: when(c.norm_place == NormPlace::Pre, || self.norm("final_norm"))?,
            head: when(c.head_transform, || self.head("head"))?,
            output: when(!c.tied, || self.matrix("output", vocab, d))?,
            output_bias: when(c.biases.output, || self.matrix("output_bias", 1, vocab))?,
        })
    }

    fn block(&mut self, path: &str) -> Result<Block, LoadError> {
        Ok(Block {
            attention_norm: self.norm(&format!("{path}.attention_norm"))?,
            attention: self.attention(&format!("{path}.attention"))?,
            mlp: when(self.config.mlp != MlpKind::None, || {
                self.mlp(&format!("{path}.mlp"))
            })?,
        })
    }

    fn attention(&mut self, path: &str) -> Result<Attention, LoadError> {
        let (d, bias) = (self.config.d_model, self.config.biases.attention);
        let (queries, keys) = (self.config.d_queries(), self.config.d_keys());
        Ok(Attention {
            query: self.linear(&format!("{path}.query"), d, queries, bias)?,
            key: self.linear(&format!("{path}.key"), d, keys, bias)?,
            value: self.linear(&format!("{path}.value"), d, keys, bias)?,
            output: self.linear(&format!("{path}.output"), queries, d, bias)?,
        })
    }

    fn mlp(&mut self, path: &str) -> Result<Mlp, LoadError> {
        let (d, wide, bias) = (
            self.config.d_model,
            self.config.d_mlp,
            self.config.biases.mlp,
        );
        Ok(Mlp {
            norm: self.norm(&format!("{path}.norm"))?,
            gate: when(self.config.mlp == MlpKind::SwiGlu, || {
                self.linear(&format!("{path}.gate"), d, wide, bias)
            })?,
            up: self.linear(&format!("{path}.up"), d, wide, bias)?,
            down: self.linear(&format!("{path}.down"), wide, d, bias)?,
        })
    }

    fn head(&mut self, path: &str) -> Result<HeadTransform, LoadError> {
        let (d, bias) = (self.config.d_model, self.config.biases.mlp);
        Ok(HeadTransform {
            dense: self.linear(&format!("{path}.dense"), d, d, bias)?,
            norm: self.norm(&format!("{path}.norm"))?,
        })
    }

    fn norm(&mut self, path: &str) -> Result<Norm, LoadError> {
        let d = self.config.d_model;
        Ok(Norm {
            gain: self.matrix(&format!("{path}.gain"), 1, d)?,
            bias: when(self.config.biases.norm, || {
                self.matrix(&format!("{path}.bias"), 1, d)
            })?,
        })
    }

    fn linear(
        &mut self,
        path: &str,
        d_in: usize,
        d_out: usize,
        bias: bool,
    ) -> Result<Linear, LoadError> {
        Ok(Linear {
            weight: self.matrix(&format!("{path}.weight"), d_in, d_out)?,
            bias: when(bias, || self.matrix(&format!("{path}.bias"), 1, d_out))?,
        })
    }
}

/// `Some` of what `read` reads where it is wanted.
fn when<T>(
    wanted: bool,
    read: impl FnOnce() -> Result<T, LoadError>,
) -> Result<Option<T>, LoadError> {
    wanted.then(read).transpose()
}
