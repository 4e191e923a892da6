//! A document and its view as the fragment of a link, and back.
//!
//! `ver=1&lesson=stepper&t=the,cat,sat&q=1,0;0,1;1,1&…&stage=weights`. Entries are `key=value`,
//! joined by `&`; matrices are rows joined by `;` of numbers joined by `,`. Unknown keys are
//! ignored, so that older pages open newer links as far as they understand them; a higher `ver` says
//! that they do not. What arrives by link is untrusted: it is bounded before it is looked at.
//!
//! | key | value |
//! |---|---|
//! | `ver` | version, 1 |
//! | `lesson` | slug of the lesson, `stepper` |
//! | `preset` | slug of a preset to start from; the other keys change it |
//! | `t`, `kt` | query tokens; key tokens (makes it cross-attention), percent-encoded |
//! | `src` | `hand` or `projected` |
//! | `q k v x x_kv w_q w_k w_v` | the typed matrices |
//! | `mask` | `none`, `causal`, `window:3`, `prefix:2`, `padding:1`, `painted:110;011` |
//! | `scale` | `sqrt_dk`, `none` or a factor |
//! | `o` | overrides, `scores.0.1:2.5,mask.0.2:hide` (rows and columns from 0) |
//! | `stage`, `row`, `col`, `pin` | where one stands; `pin=scores.1.0` |
//! | `mode`, `softmax`, `digits`, `diff`, `speed` | `one`; `folded`; 0–6; `1`; 0.25–4 |

mod decode;
mod encode;

pub use decode::decode;
pub use encode::{encode, encode_for};

/// The version this page writes, and the highest it reads.
pub const VERSION: u32 = 1;

/// The longest fragment looked at, in bytes; the largest document at full precision takes 220 KB.
pub const MOST_BYTES: usize = 256 * 1024;
