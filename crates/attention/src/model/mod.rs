//! One transformer for the toy that trains in the page and for GPT-2, BERT and Llama.
//!
//! Read [`Block`]'s file beside Vaswani et al. 2017, §3: each part computes what its comment
//! says, and right below stands the way back, which quotes the line that it differentiates.
//!
//! | file | from → to |
//! |---|---|
//! | `embedding` | tokens → residual stream |
//! | `block` | residual stream → residual stream, by `heads`, `scores`, `mlp`, `norm` and `residual` |
//! | `output` | residual stream → logits |
//! | `transformer` | all of it |
//!
//! A gradient `d_x` has the shape of `x` and says how the loss changes with each of its numbers.
//! What a part computed is its *run*; runs and scratch buffers are made once and written over.

mod ablation;
mod block;
mod cache;
mod config;
mod embedding;
mod error;
mod flat;
mod heads;
mod init;
mod linear;
pub(crate) mod memory;
mod mlp;
mod norm;
mod output;
mod params;
mod places;
mod residual;
mod run;
mod scores;
mod tensors;
mod trace;
mod transformer;

pub use ablation::Ablation;
pub use block::BlockRun;
pub use cache::Cache;
pub use config::{Biases, Config, MlpKind, NormKind, NormPlace, Positions, RopeLayout};
pub use embedding::EmbeddingRun;
pub use error::ModelError;
pub use heads::{HeadStages, HeadsRun};
pub use mlp::MlpRun;
pub use norm::NormRun;
pub use output::{HeadTransformRun, OutputRun};
pub use params::{Attention, Block, HeadTransform, Linear, Mlp, Norm, Params};
pub use residual::Residual;
pub use run::{Extent, Run};
pub use tensors::Tensors;
pub use trace::HeadTrace;
pub use transformer::{Backward, Model};
