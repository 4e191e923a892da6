//! `tokenizer.json`, written.

use crate::load::error::{LoadError, short};
use serde_json::{Map, json};

/// The token that stands for unknown words, if it is among the words.
const UNKNOWN: &str = "<unk>";

/// `tokenizer_config.json` beside what [`tokenizer_json`] writes. Without it `AutoTokenizer` goes by the
/// kind of the model, and cuts words for a GPT-2 as the real GPT-2 would, into other numbers.
pub const TOKENIZER_CONFIG_JSON: &str = r#"{"tokenizer_class": "PreTrainedTokenizerFast"}"#;

/// A `tokenizer.json` for a vocabulary of whole words: a text is cut at its spaces, and each word's
/// number is its place in `words`. A word that is not there becomes `<unk>`, where that is one of
/// `words`, and otherwise is an error of whoever reads the text. `transformers` opens it as
/// `PreTrainedTokenizerFast`.
///
/// # Errors
/// [`LoadError::Format`] for a word that stands there twice, is empty or holds a space, as it would
/// never be found in a text.
pub fn tokenizer_json(words: &[&str]) -> Result<String, LoadError> {
    let mut vocab = Map::new();
    for (id, word) in words.iter().enumerate() {
        if word.is_empty() || word.contains(char::is_whitespace) {
            return Err(wrong(word, "is empty or holds a space"));
        }
        if vocab.insert((*word).to_owned(), id.into()).is_some() {
            return Err(wrong(word, "stands there twice"));
        }
    }
    let file = json!({
        "version": "1.0",
        "truncation": null,
        "padding": null,
        "added_tokens": [],
        "normalizer": null,
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "post_processor": null,
        "decoder": null,
        "model": {"type": "WordLevel", "vocab": vocab, "unk_token": UNKNOWN},
    });
    Ok(file.to_string())
}

fn wrong(word: &str, problem: &str) -> LoadError {
    LoadError::Format {
        file: "tokenizer.json".into(),
        problem: format!("the word \"{}\" {problem}", short(word)),
    }
}
