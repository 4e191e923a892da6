//! The mathematics of attention, small enough to read and exact enough to check by hand.
//!
//! ```
//! use attention::{Mask, Matrix, Scale, stages};
//!
//! let q = Matrix::from_rows(&[vec![1.0, 0.0], vec![0.0, 1.0], vec![1.0, 1.0]])?;
//! let v = Matrix::from_rows(&[vec![2.0, 0.0], vec![0.0, 3.0], vec![1.0, 1.0]])?;
//! let keep = Mask::Causal.keep(3, 3)?;
//! let all = stages(&q, &q, &v, Some(&keep), Scale::SqrtDk.factor(2))?;
//! assert_eq!(all.scores.row(2), [1.0, 1.0, 2.0]);
//! assert_eq!(all.output.row(0), v.row(0)); // the first token sees only itself
//! # Ok::<(), attention::ShapeError>(())
//! ```
//!
//! A whole transformer, forward and backward, is in [`model`]; [`train`] teaches it:
//!
//! ```
//! use attention::model::{Config, Model};
//! use attention::sample::greedy;
//! use attention::train::{AdamW, Trainer, next_tokens};
//!
//! let config = Config::gpt2(4, 8, 16, 1, 2); // vocab, max_len, d_model, n_layers, n_heads
//! let mut model = Model::random(config, 1)?;
//! let ids = [0, 1, 2, 3, 0, 1, 2, 3]; // one sequence of eight tokens
//! let targets = next_tokens(&ids, 8);
//! let mut trainer = Trainer::new(&model, AdamW { rate: 0.01, ..AdamW::default() }, 1, 8)?;
//! for _ in 0..50 {
//!     trainer.step(&mut model, &ids, &targets)?;
//! }
//! assert_eq!(greedy(&model, &[0, 1], 3)?, [2, 3, 0]);
//! # Ok::<(), attention::model::ModelError>(())
//! ```
//!
//! # Conventions
//!
//! - **Shapes** are `(rows, columns)`; a matrix is row-major with one token per row. `n` counts
//!   queries, `m` keys and values, `d_k` the width of queries and keys, `d_v` that of values.
//!   Q is n×d_k, K is m×d_k, V is m×d_v; scores and weights are n×m; the output is n×d_v.
//! - **Indices** count from 0, query first: `(i, j)` is query `i` looking at key `j`.
//! - **Softmax** runs along a row, so each row of the weights sums to 1.
//! - **Numbers** are `f32`. Every sum (dot product, row sum, weighted average) starts at 0, or at
//!   its bias, and adds its terms **from left to right**, each product and each sum rounded to `f32`, nothing
//!   fused. All [`Backend`]s keep this order, so all give the same bits, and whoever adds up the
//!   displayed terms in that order gets the displayed number.
//! - **Overflow**: a product of matrices whose `f32` sum leaves the range of `f32` on the way is
//!   summed again in `f64` and rounded once, so a cell is ±∞ only if its true value is too large,
//!   and finite inputs never give NaN. What softmax does with ±∞ is said at [`softmax`].
//! - **Masks** are added before softmax: 0 where a query may look, −∞ where not. −∞ wins over
//!   any score, even +∞.
//! - **Non-finite inputs** are the caller's to refuse; NaN given is NaN returned, never hidden.
//! - **Errors**: shapes that do not fit give a [`ShapeError`]; the only panics are those of slice
//!   indexing where documented.
//!
//! The stages follow Vaswani et al. 2017, "Attention Is All You Need", §3.2.1, equation 1.

mod attention;
pub mod kernels;
#[cfg(feature = "files")]
pub mod load;
pub mod masks;
pub mod matrix;
pub mod model;
pub mod positions;
pub mod sample;
mod shape;
pub mod train;
pub mod view;

pub use attention::{
    Gradients, Scale, Softmax, Stages, backward, backward_with, entropy, masked, masked_with, mix,
    mix_with, project, project_with, scaled, scaled_with, scores, scores_with, softmax,
    softmax_with, stages, stages_with,
};
pub use kernels::{
    Activation, Backend, Start, dot, exp, normal_cdf, normal_density, sigmoid, sigmoid_slope,
};
pub use masks::{Keep, Mask};
pub use matrix::Matrix;
pub use shape::ShapeError;
pub use view::{View, ViewMut};
