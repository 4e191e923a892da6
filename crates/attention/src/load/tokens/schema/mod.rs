//! The form of a `tokenizer.json`, as far as it is understood. What is not in here never reaches the
//! library that does the work: what it is given is written out from these types.
//!
//! Names and meanings are those of `tokenizers` 0.23 (`src/tokenizer/serialization.rs` and on).

mod steps;

use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
pub(super) use steps::{Decoder, Normalizer, Pattern, PreTokenizer, Replace};

/// The whole file. Truncation and padding are left out: `transformers` switches both off.
#[derive(Deserialize)]
pub(super) struct File {
    #[serde(default)]
    pub(super) added_tokens: Vec<Added>,
    pub(super) normalizer: Option<Normalizer>,
    pub(super) pre_tokenizer: Option<PreTokenizer>,
    pub(super) post_processor: Option<PostProcessor>,
    pub(super) decoder: Option<Decoder>,
    pub(super) model: Model,
}

/// A token that is recognised before the text is cut.
#[derive(Deserialize)]
pub(super) struct Added {
    pub(super) id: u32,
    pub(super) content: String,
    #[serde(default)]
    pub(super) single_word: bool,
    #[serde(default)]
    pub(super) lstrip: bool,
    #[serde(default)]
    pub(super) rstrip: bool,
    pub(super) normalized: bool,
    pub(super) special: bool,
}

/// How words become tokens.
#[derive(Deserialize, Serialize)]
pub(super) struct Model {
    /// The first files do not say; which fields there are tells.
    #[serde(rename = "type")]
    pub(super) kind: Option<Kind>,
    pub(super) vocab: BTreeMap<String, u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) merges: Option<Vec<Merge>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) unk_token: Option<String>,
    pub(super) dropout: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) continuing_subword_prefix: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) end_of_word_suffix: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) max_input_chars_per_word: Option<usize>,
    fuse_unk: Option<bool>,
    byte_fallback: Option<bool>,
    ignore_merges: Option<bool>,
}

/// The ways to make tokens of words.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq, Serialize)]
pub(super) enum Kind {
    /// Sennrich et al. 2016.
    #[serde(rename = "BPE")]
    Bpe,
    /// Schuster and Nakajima 2012.
    WordPiece,
    /// Each word a token.
    WordLevel,
}

/// Two tokens that become one; in older files as one string with a space between.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Merge {
    Pair(String, String),
    Line(String),
}

impl Serialize for Merge {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.pair().serialize(serializer)
    }
}

/// What is put around the tokens of a text.
#[derive(Deserialize)]
#[serde(tag = "type")]
pub(super) enum PostProcessor {
    /// Changes offsets only, which are not used here.
    ByteLevel {},
    BertProcessing {
        sep: (String, u32),
        cls: (String, u32),
    },
    RobertaProcessing {
        sep: (String, u32),
        cls: (String, u32),
    },
    TemplateProcessing {
        single: Vec<Piece>,
        special_tokens: BTreeMap<String, Special>,
    },
    Sequence {
        processors: Vec<PostProcessor>,
    },
}

/// A piece of a template.
#[derive(Deserialize)]
pub(super) enum Piece {
    SpecialToken { id: String, type_id: u32 },
    Sequence { id: String, type_id: u32 },
}

/// What a name in a template stands for.
#[derive(Deserialize)]
pub(super) struct Special {
    pub(super) ids: Vec<u32>,
}
