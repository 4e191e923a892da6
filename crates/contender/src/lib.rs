//! What the training benches measure: three sizes of a transformer with the switches of GPT-2.
//!
//! `cargo bench -p attention` times them here. `cargo xtask bench train` sets contenders against
//! each other: this package's program natively and in a browser, and `contender.py` with PyTorch.
//! All of them answer the same questions, one line each:
//!
//! | question | answer, as JSON |
//! |---|---|
//! | `check 32` | `{"logits": […], "losses": […]}` from the first weights: the logits of the last token, the losses of ten steps |
//! | `time train 32 200` | milliseconds a training step takes at `d_model` 32, the mean of as many as take 200 ms |
//! | `time forward 32 200` | the same for the way from tokens to logits |

mod answer;
mod learner;
mod question;
mod size;

pub use answer::{Contender, Refusal};
pub use learner::Learner;
pub use question::{Question, Work};
pub use size::{BATCH, OPTIMISER, SIZES, Size};
