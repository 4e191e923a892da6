//! Scaled dot-product attention, one function per stage.
//!
//! Attention(Q, K, V) = softmax(Q·Kᵀ / √d_k + M)·V (Vaswani et al. 2017, §3.2.1, eq. 1):
//! `project → scores → scaled → masked → softmax → mix`, or all of them by [`stages()`].
//! Each stage also comes as `…_with(backend, …)` for those who want to choose the kernel.

mod backward;
mod scale;
mod softmax;
mod stages;
mod statistics;
mod steps;

pub use backward::{Gradients, backward, backward_with};
pub use scale::Scale;
pub use softmax::{Softmax, softmax, softmax_with};
pub use stages::{Stages, stages, stages_with};
pub use statistics::entropy;
pub use steps::{
    masked, masked_with, mix, mix_with, project, project_with, scaled, scaled_with, scores,
    scores_with,
};
