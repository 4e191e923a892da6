//! Files that were damaged, or made to do damage.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

/// A change to a file: bytes `at` and on are replaced.
#[derive(Clone, Debug)]
pub struct Change {
    at: Index,
    cut: usize,
    new: Vec<u8>,
}

pub fn change() -> impl Strategy<Value = Change> {
    let digits = select(
        &[
            "9223372036854775807",
            "18446744073709551615",
            "-1",
            "1e308",
            "0",
            "null",
            "[",
            "{",
            "\"",
        ][..],
    );
    let new = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..4),
        digits.prop_map(|digits| digits.as_bytes().to_vec()),
        any::<u64>().prop_map(|number| number.to_le_bytes().to_vec()),
    ];
    (any::<Index>(), 0..20_usize, new).prop_map(|(at, cut, new)| Change { at, cut, new })
}

pub fn changed(mut file: Vec<u8>, changes: &[Change], end: Option<Index>) -> Vec<u8> {
    for change in changes {
        let at = change.at.index(file.len() + 1);
        let end = (at + change.cut).min(file.len());
        file.splice(at..end, change.new.iter().copied());
    }
    if let Some(end) = end {
        file.truncate(end.index(file.len() + 1));
    }
    file
}

/// A value that does not belong where it is put, or does not look like it.
pub fn odd() -> impl Strategy<Value = Value> {
    let fixed = vec![
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(-1),
        json!(1),
        json!(2),
        json!(1.5),
        json!(1e300),
        json!(u64::MAX),
        json!(1_000_000_000_000_000_000_u64),
        json!(""),
        json!(" "),
        json!("a"),
        json!("▁"),
        json!("Ġ"),
        json!("\u{301}"),
        json!("NFKC"),
        json!("Lowercase"),
        json!("Regex"),
        json!([]),
        json!({}),
        json!([[]]),
        json!({"String": "a"}),
        json!({"Regex": "a*"}),
        json!({"Regex": r"\s+(?!\S)|(?=a)|\p{L}{1,9}"}),
        json!({"type": "Lowercase"}),
        json!({"type": "NFKD"}),
        json!({"type": "StripAccents"}),
        json!({"type": "Prepend", "prepend": "▁▁"}),
        json!({"type": "Digits", "individual_digits": true}),
        json!({"type": "Replace", "pattern": {"String": "a"}, "content": ""}),
        json!({"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true}),
        json!({"type": "Metaspace", "replacement": "a", "prepend_scheme": "always", "split": true}),
        json!({"type": "Split", "pattern": {"Regex": "(?=a)|b*"}, "behavior": "MergedWithNext", "invert": true}),
        json!({"type": "Strip", "content": "a", "start": 3, "stop": 0}),
        json!({"type": "Fuse"}),
        json!({"type": "WordPiece", "prefix": "", "cleanup": true}),
        json!({"type": "ByteFallback"}),
    ];
    prop_oneof![
        8 => select(fixed),
        1 => "\\PC{0,8}".prop_map(Value::from),
        1 => (0..6000_usize).prop_map(|n| "x".repeat(n).into()),
    ]
}

/// Puts `new` in the place of one part of `value`.
pub fn put(value: &mut Value, mut path: impl Iterator<Item = Index>, new: Value) {
    let inner: Vec<&mut Value> = match value {
        Value::Array(list) => list.iter_mut().collect(),
        Value::Object(map) => map.values_mut().collect(),
        _ => Vec::new(),
    };
    match path.next() {
        Some(index) if !inner.is_empty() => {
            let chosen = index.index(inner.len());
            let chosen = inner.into_iter().nth(chosen);
            put(chosen.unwrap(), path, new);
        }
        _ => *value = new,
    }
}

pub fn puts() -> impl Strategy<Value = Vec<(Vec<Index>, Value)>> {
    let path = proptest::collection::vec(any::<Index>(), 1..6);
    proptest::collection::vec((path, odd()), 1..4)
}

pub fn with_puts(mut value: Value, puts: Vec<(Vec<Index>, Value)>) -> Value {
    for (path, new) in puts {
        put(&mut value, path.into_iter(), new);
    }
    value
}
