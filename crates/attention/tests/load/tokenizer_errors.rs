//! A `tokenizer.json` that is broken, that asks for what is not supported, or that would make the
//! library behind panic or fill memory, is refused.

use crate::support::{bytes, json, says, with};
use crate::tokenizer::{sentence_piece, tokenizer};
use attention::load::{LoadError, Tokenizer};
use serde_json::{Value, json};

fn read(value: &Value) -> Result<Tokenizer, LoadError> {
    Tokenizer::new(value.to_string().as_bytes())
}

/// The tokenizer of GPT-2 (or BERT) with one thing changed is refused in these words.
#[track_caller]
fn refuse(folder: &str, pointer: &str, value: Value, words: &str) {
    says(
        read(&with(json(folder, "tokenizer.json"), pointer, value)),
        words,
    );
}

#[test]
fn broken_files() {
    says(Tokenizer::new(b""), "tokenizer.json: EOF while parsing");
    says(Tokenizer::new(b"{}"), "missing field `model`");
    says(Tokenizer::new(b"[3]"), "tokenizer.json: ");
    let deep = r#"{"type": "Sequence", "decoders": ["#.repeat(10_000);
    let deep = format!("{{\"decoder\": {deep}");
    says(Tokenizer::new(deep.as_bytes()), "recursion limit exceeded");
    says(
        Tokenizer::new(&vec![b' '; (64 << 20) + 1]),
        "67108865 bytes are more than the 67108864",
    );
    let whole = bytes("gpt2-tiny", "tokenizer.json");
    says(
        Tokenizer::new(&whole[..whole.len() / 2]),
        "EOF while parsing",
    );
    refuse(
        "gpt2-tiny",
        "/model/vocab",
        json!({"a": -1}),
        "invalid value: integer `-1`",
    );
    refuse(
        "gpt2-tiny",
        "/model/vocab",
        json!({"a": 5_000_000_000_u64}),
        "invalid value: integer `5000000000`",
    );
    refuse("bert-tiny", "/model/unk_token", Value::Null, "unk_token");
}

#[test]
fn parts_that_are_not_supported() {
    let unknown = "unknown variant";
    refuse(
        "gpt2-tiny",
        "/model",
        json!({"type": "Unigram", "unk_id": 0, "vocab": [["a", 0.0]]}),
        "Unigram",
    );
    refuse(
        "gpt2-tiny",
        "/normalizer",
        json!({"type": "Precompiled", "precompiled_charsmap": ""}),
        unknown,
    );
    refuse(
        "gpt2-tiny",
        "/pre_tokenizer",
        json!({"type": "UnicodeScripts"}),
        unknown,
    );
    refuse(
        "gpt2-tiny",
        "/post_processor",
        json!({"type": "Magic"}),
        unknown,
    );
    refuse(
        "gpt2-tiny",
        "/decoder",
        json!({"type": "CTC", "pad_token": "", "word_delimiter_token": "", "cleanup": true}),
        unknown,
    );
    refuse(
        "gpt2-tiny",
        "/decoder",
        json!(3),
        "invalid type: integer `3`",
    );
    let regex = json!({"type": "Replace", "pattern": {"Regex": "a"}, "content": "b"});
    refuse(
        "gpt2-tiny",
        "/normalizer",
        regex,
        "Replace with a regular expression is not supported",
    );
    refuse(
        "gpt2-tiny",
        "/model/dropout",
        0.1.into(),
        "dropout is 0.1; the same text must always give the same tokens",
    );
}

#[test]
fn what_would_panic() {
    refuse(
        "gpt2-tiny",
        "/model/merges",
        json!([["Al", "Ġbecause"]]),
        "merging Al and Ġbecause makes no token",
    );
    refuse(
        "gpt2-tiny",
        "/model/merges",
        json!([["nowhere", "a"]]),
        "merging nowhere and a makes no token",
    );
    refuse(
        "gpt2-tiny",
        "/model/merges",
        json!(["a b c"]),
        "a merge is not two tokens",
    );
    let prefix = json!({"type": "BPE", "continuing_subword_prefix": "##", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]});
    refuse(
        "gpt2-tiny",
        "/model",
        prefix,
        "merging a and b makes no token",
    );
    refuse(
        "gpt2-tiny",
        "/normalizer",
        json!({"type": "Prepend", "prepend": ""}),
        "there is nothing to prepend",
    );
    let nothing = json!({"type": "Replace", "pattern": {"String": ""}, "content": "b"});
    refuse(
        "gpt2-tiny",
        "/normalizer",
        nothing,
        "there is nothing to replace",
    );
    let strip = json!({"type": "Strip", "content": "a", "start": 0, "stop": 1});
    refuse(
        "gpt2-tiny",
        "/decoder",
        strip,
        "the decoder Strip must not strip ends",
    );
    let split = |regex: &str| json!({"type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated", "invert": false});
    for regex in [
        r"a\Kb",
        r"(a)\1",
        r"(?<x>a)\g<x>",
        "(?(?=a)b|c)",
        "(?P<x>a)",
    ] {
        refuse(
            "gpt2-tiny",
            "/pre_tokenizer",
            split(regex),
            "uses something that is not supported",
        );
    }
    refuse(
        "gpt2-tiny",
        "/pre_tokenizer",
        split("(a"),
        "tokenizer.json: ",
    );
    let accent = json!([{"id": 5, "content": "\u{301}", "normalized": true, "special": false}]);
    let stripped = with(json("gpt2-tiny", "tokenizer.json"), "/added_tokens", accent);
    says(
        read(&with(
            stripped,
            "/normalizer",
            json!({"type": "StripAccents"}),
        )),
        "the added token \u{301} is empty",
    );
    let spaces = json!([
        {"id": 65, "content": "a", "rstrip": true, "normalized": false, "special": false},
        {"id": 300, "content": " ", "lstrip": true, "normalized": false, "special": false}]);
    refuse(
        "gpt2-tiny",
        "/added_tokens",
        spaces,
        "or begins with a space that another takes",
    );
}

#[test]
fn templates_that_are_no_frame() {
    let template = |single: Value| {
        json!({"type": "TemplateProcessing", "single": single, "pair": [],
        "special_tokens": {"x": {"id": "x", "ids": vec![1; 40], "tokens": vec!["x"; 40]}}})
    };
    let text = json!({"Sequence": {"id": "A", "type_id": 0}});
    let name = |id: &str, segment: u32| json!({"SpecialToken": {"id": id, "type_id": segment}});
    let refuse = |single: Value, words: &str| {
        refuse("gpt2-tiny", "/post_processor", template(single), words)
    };
    refuse(
        json!([name("nobody", 0), text]),
        "its template names an unknown nobody",
    );
    refuse(
        json!([name("x", 0)]),
        "its template has no place for the text",
    );
    refuse(json!([text, text]), "more than one text in segment 0");
    refuse(
        json!([{"Sequence": {"id": "B", "type_id": 0}}]),
        "more than one text in segment 0",
    );
    refuse(
        json!([name("x", 1), text]),
        "more than one text in segment 0",
    );
    refuse(
        json!([name("x", 0), text, name("x", 0)]),
        "it puts more than 64 tokens around a text",
    );
}

#[test]
fn there_is_one_frame() {
    let bert = json!({"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]});
    let twice = json!({"type": "Sequence", "processors": [bert, bert]});
    refuse(
        "bert-tiny",
        "/post_processor",
        twice,
        "it puts something around a text twice",
    );
}

#[test]
fn what_would_fill_memory() {
    refuse(
        "gpt2-tiny",
        "/model/vocab/!",
        65.into(),
        "is not the only token with the number 65",
    );
    let long = with(
        json("gpt2-tiny", "tokenizer.json")["model"]["vocab"].clone(),
        &format!("/{}", "x".repeat(5000)),
        300.into(),
    );
    refuse(
        "gpt2-tiny",
        "/model/vocab",
        long,
        "xxx… is longer than 4096 bytes",
    );
    refuse(
        "gpt2-tiny",
        "/model/unk_token",
        "x".repeat(65).into(),
        "unk_token is 65 bytes long, more than 64",
    );
    refuse(
        "bert-tiny",
        "/model/continuing_subword_prefix",
        "x".repeat(65).into(),
        "more than 64",
    );
    refuse(
        "bert-tiny",
        "/model/max_input_chars_per_word",
        1001.into(),
        "max_input_chars_per_word is 1001, more than 1000",
    );
    let double = json!({"type": "Replace", "pattern": {"String": "a"}, "content": "aa"});
    let often =
        |part: &Value, times: usize| json!({"type": "Sequence", "normalizers": vec![part; times]});
    assert!(read(&with(sentence_piece(), "/normalizer", often(&double, 6))).is_ok());
    refuse(
        "gpt2-tiny",
        "/normalizer",
        often(&double, 7),
        "could make a text more than 64 times longer",
    );
    refuse(
        "gpt2-tiny",
        "/normalizer",
        often(&json!({"type": "NFC"}), 16),
        "it takes more than 16 steps",
    );
    let byte = json!({"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true});
    let bytes = json!({"type": "Sequence", "pretokenizers": [byte, byte]});
    refuse(
        "gpt2-tiny",
        "/pre_tokenizer",
        bytes,
        "bytes become letters twice",
    );
    let split = |regex: &str| json!({"type": "Split", "pattern": {"Regex": regex}, "behavior": "Isolated", "invert": false});
    for regex in [
        r"\p{L}{1001}",
        "(a{100}){11}",
        "a{99999999999999999999}",
        "(a{,2000})",
        "a{ 2000 }",
    ] {
        refuse(
            "gpt2-tiny",
            "/pre_tokenizer",
            split(regex),
            "repeats something more than 1000 times",
        );
    }
    refuse(
        "gpt2-tiny",
        "/pre_tokenizer",
        split(&"a".repeat(1001)),
        "is longer than 1000 bytes",
    );
    let many: Vec<_> = (0..300).map(|i| json!({"id": 300 + i, "content": format!("{i:04000}"), "normalized": false, "special": false})).collect();
    refuse(
        "gpt2-tiny",
        "/added_tokens",
        many.into(),
        "its added tokens have 1200000 bytes, more than 1048576",
    );
}

#[test]
fn added_tokens_keep_their_numbers() {
    let added = |id: u32, content: &str| json!([{"id": id, "content": content, "normalized": false, "special": true}]);
    let with_added = |added| with(json("gpt2-tiny", "tokenizer.json"), "/added_tokens", added);
    assert_eq!(
        tokenizer(&with_added(added(300, "<x>")))
            .encode("a<x>")
            .unwrap(),
        [65, 300]
    );
    refuse(
        "gpt2-tiny",
        "/added_tokens",
        added(777, "<x>"),
        "the added token <x> cannot be number 777",
    );
    refuse(
        "gpt2-tiny",
        "/added_tokens",
        added(300, ""),
        "the added token 300 is empty or too long",
    );
}

#[test]
fn long_texts_and_unknown_letters() {
    let gpt2 = tokenizer(&json("gpt2-tiny", "tokenizer.json"));
    let long = "a".repeat((1 << 20) + 1);
    says(
        gpt2.encode(&long),
        "the text is 1048577 bytes long, more than the 1048576 that are cut into tokens",
    );
    assert!(!gpt2.encode(&long[1..]).unwrap().is_empty());
    let words = json!({"pre_tokenizer": {"type": "Whitespace"}, "model": {"type": "WordLevel", "vocab": {"the": 0}, "unk_token": "?"}});
    says(
        tokenizer(&words).encode("the cat"),
        "tokenizer.json: WordLevel error: Missing [UNK] token",
    );
}
