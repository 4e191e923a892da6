//! Tokenizers of any content.

use super::changes::{change, changed, puts, with_puts};
use super::limit;
use crate::memory::most;
use crate::support::{FOLDERS, json};
use crate::tokenizer::sentence_piece;
use attention::load::Tokenizer;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

/// Texts with what normalizers and splitters trip over.
pub fn text() -> impl Strategy<Value = String> {
    let letters = "aAbc Ġ▁\u{301}\u{327}ﷺİ中é'.,0 \t\n<>[]/s|\u{0}\u{200d}🙂한ſﬁ"
        .chars()
        .collect::<Vec<_>>();
    let letter = prop_oneof![4 => select(letters), 1 => any::<char>()];
    let words = select(
        &[
            "the",
            "<s>",
            "</s>",
            "[CLS]",
            "[UNK]",
            "<|endoftext|>",
            "cat",
            "  ",
            "café",
        ][..],
    );
    let part = prop_oneof![letter.prop_map(String::from), words.prop_map(String::from)];
    proptest::collection::vec(part, 0..12).prop_map(|parts| parts.concat())
}

/// Uses a tokenizer, if it opens at all.
pub fn try_tokenizer(file: &[u8], texts: &[String]) -> Result<(), TestCaseError> {
    let (tokenizer, most_for_file) = most(|| Tokenizer::new(file));
    // Tables of a fixed size for expressions and for recognising added tokens come on top.
    prop_assert!(
        most_for_file <= limit(file.len()) + (16 << 20),
        "{most_for_file} for {}",
        file.len()
    );
    let Ok(tokenizer) = tokenizer else {
        return Ok(());
    };
    for text in texts {
        let (result, most_for_text) = most(|| {
            let ids = tokenizer.encode(text)?;
            ids.iter().for_each(|&id| drop(tokenizer.token(id)));
            tokenizer.decode(&ids)
        });
        let _ = result;
        prop_assert!(
            most_for_text <= (32 << 20) + (100 << 10) * text.len(),
            "{most_for_text} for {text:?}"
        );
    }
    Ok(())
}

pub fn tokenizers() -> Vec<Value> {
    let mut all: Vec<_> = FOLDERS
        .iter()
        .map(|folder| json(folder, "tokenizer.json"))
        .collect();
    all.push(sentence_piece());
    all
}

proptest! {
    #[test]
    fn tokenizers_of_any_form(
        which in 0..4_usize,
        changes in proptest::collection::vec(change(), 0..3),
        texts in proptest::collection::vec(text(), 1..3),
    ) {
        let file = changed(tokenizers()[which].to_string().into_bytes(), &changes, None);
        try_tokenizer(&file, &texts)?;
    }

    #[test]
    fn tokenizers_of_any_value(which in 0..4_usize, puts in puts(), texts in proptest::collection::vec(text(), 1..4)) {
        let value = with_puts(tokenizers()[which].clone(), puts);
        try_tokenizer(value.to_string().as_bytes(), &texts)?;
    }
}
