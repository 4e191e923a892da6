//! Backwards: how a loss changes with every number of a head, walked from the output to the inputs.
//!
//! Forward is the head of the attention lesson. A [`Loss`] is chosen by the reader; its gradient goes back stage by
//! stage ([`Way`]): ∂O → ∂V and ∂A, softmax's Jacobian row by row, the scale, ∂Q and ∂K, and for a projected head
//! ∂W_Q, ∂W_K, ∂W_V and ∂X. `∂x` stands for ∂L/∂x and has the shape of x. The numbers are those of
//! [`attention::backward()`]; every cell also has its rule, and a test holds the two together, bit for bit.
//!
//! `check` asks the same of the loss itself, by nudging one number up and down in f64 ([`Check`]): the reader need not
//! believe us. `descent` takes one step of gradient descent.
//!
//! Overrides of scores and weights are left out: a number that somebody put there does not follow from Q and K, and
//! has no gradient to hand on. Painted mask cells count.

mod check;
mod controls;
mod descent;
mod document;
mod lesson;
mod loss;
mod rule;
mod tables;
mod way;

pub use check::{Check, all as check_all, cell as check_cell};
pub use descent::{learns, losses, step};
pub use document::Document;
pub use lesson::{Backward, Change, META, View};
pub use loss::Loss;
pub use tables::*;
pub use way::Way;
