//! Many heads by hand: one X through several small heads, side by side again, through W_O and back onto the residual.
//!
//! As in Vaswani et al. 2017, §3.2.2: every head has its own columns of W_Q, W_K and W_V, d_k = d_model/h of them; the
//! heads' outputs stand side by side (concat) and W_O mixes them; the residual adds X. Fewer groups of keys and values
//! than heads are GQA (Ainslie et al. 2023), one group is MQA (Shazeer 2019). The numbers are computed by their rules
//! ([`Pass`]), and a test holds them to the kernels of the `attention` crate, head by head.

mod controls;
mod document;
mod lesson;
mod pass;
mod tables;

pub use document::{Document, MOST_HEADS, MOST_TOKENS};
pub use lesson::{Change, Heads, META};
pub use pass::Pass;
pub use tables::*;
