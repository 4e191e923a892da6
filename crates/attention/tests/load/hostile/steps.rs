//! Tokenizers that are in order, but made of any steps in any order.

use super::tokenizers::{text, tokenizers, try_tokenizer};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

fn normalizers() -> impl Strategy<Value = Vec<Value>> {
    let replace = |from: &str, to: &str| json!({"type": "Replace", "pattern": {"String": from}, "content": to});
    let bert = |clean: bool, chinese: bool, accents: Option<bool>, lower: bool| json!({"type": "BertNormalizer", "clean_text": clean, "handle_chinese_chars": chinese, "strip_accents": accents, "lowercase": lower});
    let all = vec![
        json!({"type": "NFC"}),
        json!({"type": "NFD"}),
        json!({"type": "NFKC"}),
        json!({"type": "NFKD"}),
        json!({"type": "StripAccents"}),
        json!({"type": "Lowercase"}),
        json!({"type": "Prepend", "prepend": "▁ "}),
        replace(" ", "▁"),
        replace("a", ""),
        replace("\u{301}", "é"),
        replace("e", "\u{301}x"),
        bert(true, true, None, true),
        bert(false, true, Some(true), false),
        bert(true, false, Some(false), true),
    ];
    proptest::collection::vec(select(all), 0..6)
}

fn pre_tokenizers() -> impl Strategy<Value = Vec<Value>> {
    let behavior = select(
        &[
            "Removed",
            "Isolated",
            "MergedWithPrevious",
            "MergedWithNext",
            "Contiguous",
        ][..],
    );
    let regex = select(
        &[
            r"\s+(?!\S)|\s+",
            "(?=a)",
            "a*",
            "",
            r"\b",
            "(?<=a)b|^",
            r"[^\s\p{L}]+|$",
            r"\p{N}{1,3}",
            "(?i:A|é)",
        ][..],
    );
    let regex = prop_oneof![regex.prop_map(String::from), expression()];
    let split = (behavior.clone(), regex, any::<bool>(), any::<bool>()).prop_map(
        |(behavior, text, regex, invert)| {
            let pattern = if regex {
                json!({"Regex": text})
            } else {
                json!({"String": text})
            };
            json!({"type": "Split", "pattern": pattern, "behavior": behavior, "invert": invert})
        },
    );
    let punctuation =
        behavior.prop_map(|behavior| json!({"type": "Punctuation", "behavior": behavior}));
    let scheme = (select(&["first", "never", "always"][..]), any::<bool>());
    let space = scheme.prop_map(|(scheme, split)| json!({"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": split}));
    let byte = (any::<bool>(), any::<bool>()).prop_map(|(space, regex)| {
        json!({"type": "ByteLevel", "add_prefix_space": space, "trim_offsets": true, "use_regex": regex})
    });
    let plain = select(vec![
        json!({"type": "Whitespace"}),
        json!({"type": "WhitespaceSplit"}),
        json!({"type": "BertPreTokenizer"}),
        json!({"type": "Digits", "individual_digits": true}),
        json!({"type": "Digits", "individual_digits": false}),
    ]);
    proptest::collection::vec(
        prop_oneof![3 => split, 1 => punctuation, 1 => space, 1 => byte, 2 => plain],
        0..5,
    )
}

/// Regular expressions, most of them broken.
fn expression() -> impl Strategy<Value = String> {
    let parts = [
        "a", "e", " ", "é", r"\s", r"\S", r"\p{L}", r"\p{N}", r"\b", r"\B", r"\x41", r"\n", ".",
        "^", "$", "|", "(", ")", "(?:", "(?i:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i)", "[",
        "[^", "]", "&&", "-", "*", "+", "?", "*?", "++", "{2}", "{1,3}", "{0,}", "{,2}", "{", "}",
        "\\",
    ];
    proptest::collection::vec(select(parts.to_vec()), 0..10).prop_map(|parts| parts.concat())
}

fn added() -> impl Strategy<Value = Vec<Value>> {
    let content = select(&["[X]", " ", "a", "É", "\u{301}e", "the cat", "▁", "中"][..]);
    let one = (content, any::<[bool; 5]>()).prop_map(
        |(content, [single, left, right, normalized, special])| {
            json!({"content": content, "single_word": single, "lstrip": left, "rstrip": right,
            "normalized": normalized, "special": special})
        },
    );
    proptest::collection::vec(one, 0..4)
}

/// The next number that is free, for each added token that the vocabulary does not have.
fn numbered(mut added: Vec<Value>, vocab: &Value) -> Vec<Value> {
    let mut next = vocab.as_object().map_or(0, serde_json::Map::len);
    let mut known = serde_json::Map::new();
    for token in &mut added {
        let content = token["content"].as_str().unwrap_or_default().to_owned();
        let id = vocab.get(&content).or(known.get(&content)).cloned();
        token["id"] = id.unwrap_or_else(|| {
            next += 1;
            json!(next - 1)
        });
        known.insert(content, token["id"].clone());
    }
    added
}

proptest! {
    /// Every step that is supported, in any order, on any text.
    #[test]
    fn any_steps(
        which in 0..4_usize,
        normalizers in normalizers(),
        pre_tokenizers in pre_tokenizers(),
        added in added(),
        texts in proptest::collection::vec(text(), 1..4),
    ) {
        let mut value = tokenizers()[which].clone();
        value["added_tokens"] = numbered(added, &value["model"]["vocab"]).into();
        value["normalizer"] = json!({"type": "Sequence", "normalizers": normalizers});
        value["pre_tokenizer"] = json!({"type": "Sequence", "pretokenizers": pre_tokenizers});
        try_tokenizer(value.to_string().as_bytes(), &texts)?;
    }
}
