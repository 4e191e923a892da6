//! What a `tokenizer.json` must hold to before the library that does the work may see it.
//!
//! `tokenizers` 0.23 trusts its files: it panics on merges that make no token, on an empty text to
//! prepend, on words that consist of what a decoder strips; and a few bytes can make it fill memory
//! (two tokens of one number, replacements that double the text over and over).

mod steps;

use super::schema::{Added, File, Kind, Merge, Model};
use crate::load::error::short;
use std::collections::BTreeSet;
use steps::{Steps, affix};

/// The longest token, in bytes; among real ones, 128 spaces are long.
const LONGEST_TOKEN: usize = 4096;
/// All tokens that are recognised before the text is cut, in bytes.
const ADDED_BYTES: usize = 1 << 20;
/// The longest word that is cut by WordPiece, which takes time by the square of it; usually 100.
const LONGEST_WORD: usize = 1000;

/// Errs with what is wrong, as half a sentence.
pub(super) fn check(file: &File) -> Result<(), String> {
    model(&file.model)?;
    added(&file.added_tokens)?;
    let mut forth = Steps::default();
    file.normalizer
        .iter()
        .try_for_each(|part| forth.normalizer(part))?;
    file.pre_tokenizer
        .iter()
        .try_for_each(|part| forth.pre_tokenizer(part))?;
    let mut back = Steps::default();
    file.decoder.iter().try_for_each(|part| back.decoder(part))
}

fn model(model: &Model) -> Result<(), String> {
    let affixes = [
        (
            "continuing_subword_prefix",
            &model.continuing_subword_prefix,
        ),
        ("end_of_word_suffix", &model.end_of_word_suffix),
        ("unk_token", &model.unk_token),
    ];
    for (name, text) in affixes {
        affix(name, text.as_deref().unwrap_or_default())?;
    }
    if let Some(dropout) = model.dropout.filter(|dropout| *dropout != 0.0) {
        return Err(format!(
            "dropout is {dropout}; the same text must always give the same tokens"
        ));
    }
    if let Some(longest) = model
        .max_input_chars_per_word
        .filter(|longest| *longest > LONGEST_WORD)
    {
        return Err(format!(
            "max_input_chars_per_word is {longest}, more than {LONGEST_WORD}"
        ));
    }
    vocabulary(model)?;
    model
        .merges
        .iter()
        .flatten()
        .try_for_each(|merge| makes_a_token(model, merge))
}

fn vocabulary(model: &Model) -> Result<(), String> {
    if let Some(token) = model.vocab.keys().find(|token| token.len() > LONGEST_TOKEN) {
        return Err(format!(
            "the token {} is longer than {LONGEST_TOKEN} bytes",
            short(token)
        ));
    }
    let mut numbers = BTreeSet::new();
    match model.vocab.iter().find(|(_, id)| !numbers.insert(**id)) {
        Some((token, id)) => Err(format!(
            "{} is not the only token with the number {id}",
            short(token)
        )),
        None => Ok(()),
    }
}

fn makes_a_token(model: &Model, merge: &Merge) -> Result<(), String> {
    let Some((left, right)) = merge.pair() else {
        return Err("a merge is not two tokens with a space between".into());
    };
    let prefix = model
        .continuing_subword_prefix
        .as_deref()
        .unwrap_or_default();
    let made = right
        .strip_prefix(prefix)
        .map(|right| format!("{left}{right}"));
    let known = |token: &str| model.vocab.contains_key(token);
    if known(left) && known(right) && made.as_deref().is_some_and(known) {
        return Ok(());
    }
    Err(format!(
        "merging {} and {} makes no token of the vocabulary",
        short(left),
        short(right)
    ))
}

fn added(tokens: &[Added]) -> Result<(), String> {
    let bytes: usize = tokens.iter().map(|token| token.content.len()).sum();
    if bytes > ADDED_BYTES {
        return Err(format!(
            "its added tokens have {bytes} bytes, more than {ADDED_BYTES}"
        ));
    }
    match tokens
        .iter()
        .find(|token| token.content.is_empty() || token.content.len() > LONGEST_TOKEN)
    {
        Some(token) => Err(format!("the added token {} is empty or too long", token.id)),
        None => Ok(()),
    }
}

impl Merge {
    /// The two tokens.
    pub(super) fn pair(&self) -> Option<(&str, &str)> {
        match self {
            Self::Pair(left, right) => Some((left, right)),
            Self::Line(line) => line
                .split_once(' ')
                .filter(|(_, right)| !right.contains(' ')),
        }
    }
}

impl Model {
    /// How words become tokens, by the fields that are there where the file does not say.
    pub(super) fn kind(&self) -> Kind {
        let guess = match (&self.merges, &self.continuing_subword_prefix) {
            (Some(_), _) => Kind::Bpe,
            (None, Some(_)) => Kind::WordPiece,
            (None, None) => Kind::WordLevel,
        };
        self.kind.unwrap_or(guess)
    }
}
