//! The weights of a transformer, by their names in the papers. The gradient of a loss, and the
//! moments of an optimiser, have a number for every weight, so they are [`Params`] too.

use super::build::{Asked, Use};
use super::config::Config;
use super::tensors::tensors;
use super::weight::{Form, Weight};
use crate::kernels::Loss;
use crate::matrix::Matrix;
use std::convert::Infallible;

/// All weights of a transformer.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// One row per token, vocab×d_model.
    pub token_embedding: Weight,
    /// One row per position, max_len×d_model; with [`Positions::Learned`](super::Positions::Learned).
    pub position_embedding: Option<Matrix>,
    /// One row per segment, segments×d_model.
    pub segment_embedding: Option<Matrix>,
    /// The norm of the embedding.
    pub embedding_norm: Option<Norm>,
    /// The blocks, first to last.
    pub blocks: Vec<Block>,
    /// The norm after the last block; with [`NormPlace::Pre`](super::NormPlace::Pre).
    pub final_norm: Option<Norm>,
    /// What BERT does before the logits.
    pub head: Option<HeadTransform>,
    /// One row per token, vocab×d_model, against which the logits are measured.
    /// `None`: the token embedding does it.
    pub output: Option<Weight>,
    /// Added to the logits, 1×vocab.
    pub output_bias: Option<Matrix>,
}

/// One block: attention, then the MLP.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The norm before (or after) attention.
    pub attention_norm: Norm,
    /// The heads.
    pub attention: Attention,
    /// The norm before (or after) the MLP, and the MLP.
    pub mlp: Option<Mlp>,
}

/// The four projections of multi-head attention (Vaswani et al. 2017, §3.2.2), the heads side by
/// side: head `h` of the queries is columns `h·d_head..(h + 1)·d_head`.
#[derive(Clone, Debug, PartialEq)]
pub struct Attention {
    /// W_Q, d_model×(n_heads·d_head).
    pub query: Linear,
    /// W_K, d_model×(n_kv_heads·d_head).
    pub key: Linear,
    /// W_V, d_model×(n_kv_heads·d_head).
    pub value: Linear,
    /// W_O, (n_heads·d_head)×d_model.
    pub output: Linear,
    /// The norm of each query; with [`Config::head_norm`]. Its gain is 1×d_head.
    pub query_norm: Option<Norm>,
    /// The norm of each key, likewise.
    pub key_norm: Option<Norm>,
}

/// The MLP with its norm.
#[derive(Clone, Debug, PartialEq)]
pub struct Mlp {
    /// The norm before (or after).
    pub norm: Norm,
    /// d_model×d_mlp; in SwiGLU what decides how much of `up` passes.
    pub gate: Option<Linear>,
    /// d_model×d_mlp.
    pub up: Linear,
    /// d_mlp×d_model.
    pub down: Linear,
}

/// Dense layer, activation, norm: BERT's way from the last block to the logits.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadTransform {
    /// d_model×d_model.
    pub dense: Linear,
    /// The norm after the activation.
    pub norm: Norm,
}

/// x·W + b.
#[derive(Clone, Debug, PartialEq)]
pub struct Linear {
    /// W, d_in×d_out.
    pub weight: Weight,
    /// b, 1×d_out.
    pub bias: Option<Matrix>,
}

/// What a norm has learned. d is d_model, or d_head for the norm of a query or key.
#[derive(Clone, Debug, PartialEq)]
pub struct Norm {
    /// Multiplied with the normalised row, 1×d.
    pub gain: Matrix,
    /// Added to it, 1×d.
    pub bias: Option<Matrix>,
}

tensors!(Params {
    token_embedding,
    position_embedding,
    segment_embedding,
    embedding_norm,
    blocks,
    final_norm,
    head,
    output,
    output_bias
});
tensors!(Block {
    attention_norm,
    attention,
    mlp
});
tensors!(Attention {
    query,
    key,
    value,
    output,
    query_norm,
    key_norm
});
tensors!(Mlp {
    norm,
    gate,
    up,
    down
});
tensors!(HeadTransform { dense, norm });
tensors!(Linear { weight, bias });
tensors!(Norm { gain, bias });

impl Params {
    /// All zeros, in the shapes that `config` asks for. `config` must have passed
    /// [`Config::check`].
    #[must_use]
    pub fn zeros(config: &Config) -> Self {
        let mut zeros = |asked: Asked<'_>| {
            let turned = asked.used == Use::Turned;
            Ok::<_, Infallible>(Weight::zeros(Form::Plain, asked.shape, turned))
        };
        let Ok(params) = Self::build(config, &mut zeros);
        params
    }

    /// Holds the large matrices in another form, one after the other; says what that loses.
    pub fn hold(&mut self, form: Form) -> Loss {
        let mut loss = Loss::default();
        self.factors(&mut |weight| weight.hold(form, &mut loss));
        loss
    }

    /// Every matrix that rows are multiplied by.
    fn factors(&mut self, see: &mut dyn FnMut(&mut Weight)) {
        see(&mut self.token_embedding);
        for block in &mut self.blocks {
            let own = &mut block.attention;
            let linears = [
                &mut own.query,
                &mut own.key,
                &mut own.value,
                &mut own.output,
            ];
            linears
                .into_iter()
                .for_each(|linear| see(&mut linear.weight));
            if let Some(mlp) = &mut block.mlp {
                let linears = [Some(&mut mlp.up), mlp.gate.as_mut(), Some(&mut mlp.down)];
                let linears = linears.into_iter().flatten();
                linears.for_each(|linear| see(&mut linear.weight));
            }
        }
        let dense = self.head.as_mut().map(|head| &mut head.dense.weight);
        dense.into_iter().chain(&mut self.output).for_each(see);
    }

    /// Numbers the weights that may be divided among workers, in the same order in all of them.
    #[cfg(feature = "files")]
    pub(crate) fn number(&mut self) {
        let mut numbers = 0..;
        self.factors(&mut |weight| weight.number(numbers.next().unwrap_or(u32::MAX)));
    }

    /// The weight with this number, and what is added to its products.
    pub(super) fn divided(&self, number: u32) -> Option<(&Weight, Option<&Matrix>)> {
        let blocks = self.blocks.iter().flat_map(|block| {
            let (own, mlp) = (&block.attention, block.mlp.as_ref());
            let wide = mlp.map(|mlp| [Some(&mlp.up), mlp.gate.as_ref(), Some(&mlp.down)]);
            let wide = wide.into_iter().flatten().flatten();
            [&own.query, &own.key, &own.value].into_iter().chain(wide)
        });
        let blocks = blocks.map(|linear| (&linear.weight, linear.bias.as_ref()));
        let bias = self.output_bias.as_ref();
        let embedding = (
            &self.token_embedding,
            bias.filter(|_| self.output.is_none()),
        );
        let output = self.output.as_ref().map(|weight| (weight, bias));
        let mut all = blocks.chain([embedding]).chain(output);
        all.find(|(weight, _)| weight.divided().is_some_and(|part| part.number == number))
    }

    /// The rows against which logits are measured, vocab×d_model.
    #[must_use]
    pub fn output_rows(&self) -> &Weight {
        self.output.as_ref().unwrap_or(&self.token_embedding)
    }
}
