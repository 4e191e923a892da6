//! One transformer for the toy that trains in the page and for GPT-2, BERT, Llama and their relatives;
//! [`Config`] says which.
//!
//! Read [`Block`]'s file beside Vaswani et al. 2017, §3: each part computes what its comment
//! says, and right below stands the way back, which quotes the line that it differentiates. There is no
//! tape: the order of the backward pass is written down in `block` and `transformer`.
//!
//! | file | from → to |
//! |---|---|
//! | `embedding` | tokens → residual stream |
//! | `block` | residual stream → residual stream, by `heads`, `head_norm`, `scores`, `mlp`, `norm` and `residual` |
//! | `output` | residual stream → logits |
//! | `transformer` | all of it |
//!
//! A gradient `d_x` has the shape of `x` and says how the loss changes with each of its numbers.
//! What a part computed is its *run*; runs and scratch buffers are made once and written over.
//!
//! - **Weights** are [`Params`], plain structs of matrices; gradients and AdamW's moments are `Params` too. A model that
//!   only reads may hold its large matrices laid out for reading ([`Form`]).
//!   [`Tensors`] walks them by name, or several of them in step.
//! - **What was computed** is a [`Run`], made once for a size of batch. It has what the way back and the pictures
//!   need; [`Run::with_stages`] has every stage of every head, by the same code. Nothing is allocated after the
//!   start, which `tests/allocations.rs` counts.
//! - **A batch** is its sequences below each other. A head is a window ([`View`](crate::View)) of a wide matrix, so
//!   nothing is copied to be multiplied; `places` says where each head lies and which keys it sees.
//! - **The cache** ([`Cache`]) holds K and V of each layer. Every sum runs left to right whatever the size of the
//!   matrix, so writing on with it gives the bits of reading everything again.
//! - **A head is switched off** ([`Ablation`]) by replacing its columns between weights·V and W_O. There is one
//!   forward pass, of which no ablation is the usual case. What else can be changed in it stands in [`Changes`].
//! - **Several workers** may share a model ([`Team`]), each with some columns of every large matrix ([`Shard`]). Reading then
//!   waits for them, so what reads is `async`; of a model that is whole nobody waits, and the plain functions do.
//! - [`Config::multiply_adds`] is what reading costs, with and without the cache.

mod ablation;
mod block;
pub(crate) mod build;
mod cache;
mod changes;
mod config;
mod embedding;
mod error;
mod flat;
mod head_norm;
mod heads;
mod init;
mod lens;
mod linear;
pub(crate) mod memory;
mod mlp;
mod norm;
mod output;
mod params;
pub(crate) mod part;
mod places;
mod residual;
mod run;
mod scores;
mod share;
mod shared_heads;
mod team;
mod tensors;
mod trace;
mod transformer;
mod weight;

pub use ablation::Ablation;
pub use block::BlockRun;
pub use cache::Cache;
pub use changes::{Changes, Drawn, Hidden, Swapped};
pub use config::{Biases, Config, MlpKind, NormKind, NormPlace, Positions, RopeLayout};
pub use embedding::EmbeddingRun;
pub use error::ModelError;
pub use head_norm::HeadNormRun;
pub use heads::{HeadStages, HeadsRun};
pub use mlp::MlpRun;
pub use norm::NormRun;
pub use output::{HeadTransformRun, OutputRun};
pub use params::{Attention, Block, HeadTransform, Linear, Mlp, Norm, Params};
pub use part::Shard;
pub use residual::Residual;
pub use run::{Extent, Run};
pub use team::{Kind, Question, Team};
pub use tensors::Tensors;
pub use trace::HeadTrace;
pub use transformer::{Backward, Model};
pub use weight::{Form, Weight};
