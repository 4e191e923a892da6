//! A document and its view as the fragment of a link, and back.
//!
//! `ver=1&lesson=stepper&t=the,cat,sat&q=1,0;0,1;1,1&…&stage=weights`. Matrices are rows
//! joined by `;` of numbers joined by `,`.
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

pub use decode::{read, read_document, stands_alone};
pub use encode::{link, write, write_document, write_mask, write_overrides, write_tokens};

use crate::core::lesson::Key;

/// The entries that decide a head's numbers.
pub const NUMBERS: [Key; 14] = [
    Key::numbers("t"),
    Key::numbers("kt"),
    Key::numbers("src"),
    Key::numbers("q"),
    Key::numbers("k"),
    Key::numbers("v"),
    Key::numbers("x"),
    Key::numbers("x_kv"),
    Key::numbers("w_q"),
    Key::numbers("w_k"),
    Key::numbers("w_v"),
    Key::numbers("mask"),
    Key::numbers("scale"),
    Key::numbers("o"),
];

/// The entries that say how a head is looked at.
pub const LOOKS: [Key; 8] = [
    Key::look("row").usually("0"),
    Key::look("col").usually("0"),
    Key::look("pin"),
    Key::look("mode").usually("all"),
    Key::look("softmax").usually("open"),
    Key::look("digits").usually("2"),
    Key::look("diff").usually("0"),
    Key::look("speed").usually("1"),
];
