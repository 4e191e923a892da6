//! From a Hugging Face folder to a [`Config`](crate::model::Config), its
//! [`Params`](crate::model::Params) and a tokenizer.
//!
//! The families: GPT-2, BERT and DistilBERT, Llama and its like (Mistral, Qwen2, Qwen3), GPT-NeoX
//! (Pythia) and GPT-Neo (TinyStories); see [`Family`].
//!
//! Three files make a folder: `config.json` (read by [`config()`]), `model.safetensors`, whole or in
//! shards ([`Archive`], [`params`]), and `tokenizer.json` (`Tokenizer`). All three take bytes; `open`
//! opens all of them wherever they are ([`Files`]: a disk, files chosen in a page, memory) without
//! holding the weights twice, and `folder`, which alone touches the file system, is that for a disk.
//! [`save`] writes the same files. Models that no family describes are kept under our own names
//! ([`own_params`]).
//!
//! The feature `files` has all this but `Tokenizer` and what needs it, which come with `load`.
//!
//! ```
//! # #[cfg(feature = "load")] {
//! # use std::path::Path;
//! let gpt2 = attention::load::folder(Path::new("../../tests/fixtures/gpt2-tiny"))?;
//! let ids = gpt2.encode("the cat")?;
//! let model = gpt2.model(ids.len() + 3)?;
//! assert_eq!(attention::sample::greedy(&model, &ids, 3)?.len(), 3);
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Files come from strangers. Sizes they claim are believed only once files as long have been seen:
//! headers are read and checked against `config.json` before any number is. What this crate would
//! compute differently from `transformers` is refused by name.
//!
//! - Where a weight lies in a file is one table a family (`names/tables.rs`), asked by the path that
//!   [`Tensors`](crate::model::Tensors) gives it, so that reading and writing share it. Which family a model is of
//!   ([`Family::of`]) is no second list of conditions: its `config.json` is written, and must come back.
//! - A setting, a tensor inside a block or a step of a tokenizer that is not understood is refused by name.
//! - `tokenizers` trusts its files and panics on some, so it never sees one: it is given what our own types
//!   (`tokens/schema`) write out after `tokens/check`.
//! - The page has `files`, not `load`, which is larger by `tokenizers`. Tests and examples have both.

mod archive;
mod config;
mod error;
mod files;
#[cfg(feature = "load")]
mod folder;
mod index;
#[cfg(feature = "load")]
mod loaded;
mod names;
#[cfg(feature = "load")]
mod open;
pub mod save;
mod settings;
#[cfg(feature = "load")]
mod tokens;
mod weights;

pub use archive::{Archive, Stack, metadata};
pub use config::{Family, config};
pub use error::LoadError;
pub use files::Files;
#[cfg(feature = "load")]
pub use folder::{folder, folder_as};
pub use index::shards;
#[cfg(feature = "load")]
pub use loaded::Loaded;
pub use names::{Layout, Place};
#[cfg(feature = "load")]
pub use open::{open, open_shard};
#[cfg(feature = "load")]
pub use tokens::Tokenizer;
pub use weights::{own_params, params};
