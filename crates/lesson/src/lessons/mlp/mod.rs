//! Attention against an MLP: the same tokens through both. The MLP takes each token alone through matrices that stay;
//! attention makes a matrix of its own from every input. What moves when one word changes, what is counted, what bends,
//! and three tasks trained on the spot: one on which an MLP must fail, one on which attention must, and one for both.
//!
//! The MLP is x → W₂·ReLU(W₁x + b₁) + b₂ (Vaswani et al. 2017, §3.3), the head softmax(QKᵀ/√d_k)·V (§3.2.1). Numbers of
//! tables are computed by their rules ([`Pass`]), and a test holds them to the kernels of the `attention` crate. The
//! toys ([`toy`]) are trained from a seed with a hand-written gradient, which a test holds to finite differences.

mod along;
mod controls;
mod counts;
mod document;
mod lesson;
mod pass;
mod presets;
mod tables;
pub mod toy;

pub use along::{Along, along};
pub use counts::{Counted, GPT2, Sizes};
pub use document::{Document, LENGTHS, MOST_TOKENS, MOST_TRAINED, Other};
pub use lesson::{Change, META, Mlp};
pub use pass::Pass;
pub use tables::*;
