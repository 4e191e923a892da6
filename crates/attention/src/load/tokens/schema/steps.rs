//! The steps from text to words, and from tokens to text.

use serde::{Deserialize, Serialize};

/// What is done to the text first.
#[derive(Deserialize, Serialize)]
#[serde(tag = "type")]
pub(in crate::load::tokens) enum Normalizer {
    #[serde(rename = "BertNormalizer")]
    Bert {
        clean_text: bool,
        handle_chinese_chars: bool,
        strip_accents: Option<bool>,
        lowercase: bool,
    },
    Lowercase,
    #[serde(rename = "NFC")]
    Nfc,
    #[serde(rename = "NFD")]
    Nfd,
    #[serde(rename = "NFKC")]
    Nfkc,
    #[serde(rename = "NFKD")]
    Nfkd,
    StripAccents,
    Prepend {
        prepend: String,
    },
    Replace(Replace),
    Sequence {
        normalizers: Vec<Normalizer>,
    },
}

/// Each occurrence of one string becomes another.
#[derive(Deserialize, Serialize)]
pub(in crate::load::tokens) struct Replace {
    pub(in crate::load::tokens) pattern: Pattern,
    pub(in crate::load::tokens) content: String,
}

/// What is looked for.
#[derive(Deserialize, Serialize)]
pub(in crate::load::tokens) enum Pattern {
    String(String),
    Regex(String),
}

/// How the text is cut into words.
#[derive(Deserialize, Serialize)]
#[serde(tag = "type")]
pub(in crate::load::tokens) enum PreTokenizer {
    #[serde(rename = "BertPreTokenizer")]
    Bert,
    ByteLevel(ByteLevel),
    Digits {
        individual_digits: bool,
    },
    Metaspace(Metaspace),
    Punctuation {
        #[serde(skip_serializing_if = "Option::is_none")]
        behavior: Option<Behavior>,
    },
    Split {
        pattern: Pattern,
        behavior: Behavior,
        invert: bool,
    },
    Whitespace,
    WhitespaceSplit,
    Sequence {
        pretokenizers: Vec<PreTokenizer>,
    },
}

/// What becomes of the places where a text is cut.
#[derive(Deserialize, Serialize)]
pub(in crate::load::tokens) enum Behavior {
    Removed,
    Isolated,
    MergedWithPrevious,
    MergedWithNext,
    Contiguous,
}

/// Each byte as a letter (Radford et al. 2019, §2.2).
#[derive(Deserialize, Serialize)]
pub(in crate::load::tokens) struct ByteLevel {
    add_prefix_space: bool,
    trim_offsets: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    use_regex: Option<bool>,
}

/// A space as `▁` (Kudo and Richardson 2018).
#[derive(Deserialize, Serialize)]
pub(in crate::load::tokens) struct Metaspace {
    replacement: char,
    #[serde(skip_serializing_if = "Option::is_none")]
    add_prefix_space: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prepend_scheme: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    split: Option<bool>,
}

/// How tokens become text again.
#[derive(Deserialize, Serialize)]
#[serde(tag = "type")]
pub(in crate::load::tokens) enum Decoder {
    ByteFallback,
    ByteLevel(ByteLevel),
    Fuse,
    Metaspace(Metaspace),
    Replace(Replace),
    Strip {
        content: char,
        start: usize,
        stop: usize,
    },
    WordPiece {
        prefix: String,
        cleanup: bool,
    },
    Sequence {
        decoders: Vec<Decoder>,
    },
}
