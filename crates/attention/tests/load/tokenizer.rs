//! Text to tokens and back, as the Python library `tokenizers` 0.23 does with the same files.

use crate::support::{FOLDERS, bytes, json, with};
use attention::load::Tokenizer;
use serde_json::{Value, json};

#[track_caller]
pub fn tokenizer(value: &Value) -> Tokenizer {
    Tokenizer::new(value.to_string().as_bytes()).unwrap()
}

fn tokens(tokenizer: &Tokenizer, ids: &[u32]) -> Vec<String> {
    ids.iter().map(|&id| tokenizer.token(id).unwrap()).collect()
}

#[track_caller]
fn check(value: &Value, text: &str, ids: &[u32], back: &str) {
    let tokenizer = tokenizer(value);
    assert_eq!(tokenizer.encode(text).unwrap(), ids, "{text}");
    assert_eq!(tokenizer.decode(ids).unwrap(), back, "{text}");
}

#[test]
fn the_cases_of_the_fixtures() {
    for folder in FOLDERS {
        let tokenizer = Tokenizer::new(&bytes(folder, "tokenizer.json")).unwrap();
        for case in json(folder, "expected.json")["cases"].as_array().unwrap() {
            let text = case["text"].as_str().unwrap();
            let ids = tokenizer.encode(text).unwrap();
            assert_eq!(json!(ids), case["ids"], "{folder}: {text}");
            assert_eq!(
                json!(tokens(&tokenizer, &ids)),
                case["tokens"],
                "{folder}: {text}"
            );
            assert_eq!(
                json!(tokenizer.decode(&ids).unwrap()),
                case["decoded"],
                "{folder}: {text}"
            );
        }
    }
}

#[test]
fn an_empty_text_is_what_stands_around_it() {
    let encode = |folder| {
        tokenizer(&json(folder, "tokenizer.json"))
            .encode("")
            .unwrap()
    };
    assert!(encode("gpt2-tiny").is_empty());
    assert_eq!(encode("bert-tiny"), [2, 3]);
    let gpt2 = tokenizer(&json("gpt2-tiny", "tokenizer.json"));
    assert_eq!(gpt2.decode(&[]).unwrap(), "");
    assert_eq!(gpt2.token(299).unwrap(), "Al");
    assert_eq!(gpt2.token(300), None);
    assert_eq!(
        gpt2.decode(&[65, 4_000_000_000, 0]).unwrap(),
        "a",
        "no token, and a special one"
    );
    let special = [0, 65, 4_000_000_000].map(|id| gpt2.is_special(id));
    assert_eq!(special, [true, false, false]);
}

#[test]
fn older_files_say_the_same() {
    let new = json("gpt2-tiny", "tokenizer.json");
    let text = "the cat sat on the mat";
    let ids = tokenizer(&new).encode(text).unwrap();
    let lines = new["model"]["merges"].as_array().unwrap().iter();
    let lines = lines.map(|pair| {
        json!(format!(
            "{} {}",
            pair[0].as_str().unwrap(),
            pair[1].as_str().unwrap()
        ))
    });
    let mut old = with(new.clone(), "/model/merges", lines.collect());
    old["model"].as_object_mut().unwrap().remove("type");
    old["model"]["continuing_subword_prefix"] = "".into();
    check(&old, text, &ids, text);
    let bert = json("bert-tiny", "tokenizer.json");
    let mut untyped = bert.clone();
    untyped["model"].as_object_mut().unwrap().remove("type");
    let processor = json!({"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]});
    let old = with(untyped, "/post_processor", processor);
    check(&old, "the cat", &[2, 66, 97, 3], "the cat");
}

#[test]
fn nothing_is_cut_off_or_filled_up() {
    let cut =
        json!({"direction": "Right", "max_length": 2, "strategy": "LongestFirst", "stride": 0});
    let fill = json!({"strategy": {"Fixed": 1_000_000_000_000_u64}, "direction": "Right",
        "pad_to_multiple_of": null, "pad_id": 0, "pad_type_id": 0, "pad_token": "[PAD]"});
    let bert = with(json("bert-tiny", "tokenizer.json"), "/truncation", cut);
    let bert = with(bert, "/padding", fill);
    check(&bert, "the cat sat", &[2, 66, 97, 115, 3], "the cat sat");
}

#[test]
fn the_third_llama_splits_by_an_expression() {
    let split = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
    let pre = json!({"type": "Sequence", "pretokenizers": [
        {"type": "Split", "pattern": {"Regex": split}, "behavior": "Isolated", "invert": false},
        {"type": "ByteLevel", "add_prefix_space": false, "trim_offsets": true, "use_regex": false}]});
    let first = json!({"type": "TemplateProcessing", "pair": [],
        "single": [{"SpecialToken": {"id": "<|endoftext|>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
        "special_tokens": {"<|endoftext|>": {"id": "<|endoftext|>", "ids": [0], "tokens": ["<|endoftext|>"]}}});
    let byte = json!({"type": "ByteLevel", "add_prefix_space": true, "trim_offsets": false, "use_regex": true});
    let llama = with(json("llama-tiny", "tokenizer.json"), "/pre_tokenizer", pre);
    let llama = with(llama, "/model/ignore_merges", true.into());
    let llama = with(
        llama,
        "/post_processor",
        json!({"type": "Sequence", "processors": [byte, first]}),
    );
    let text = "The cat's 12345 café — it was  too tired.\n";
    let ids = [
        0, 52, 259, 221, 264, 84, 7, 83, 221, 297, 19, 20, 21, 221, 264, 70, 128, 103, 221, 159,
        223, 243, 293, 294, 221, 274, 79, 257, 73, 82, 265, 14, 199,
    ];
    check(&llama, text, &ids, text);
    check(&llama, "a<|endoftext|>b", &[0, 65, 0, 66], "ab");
}

/// As the first two Llamas: bytes as tokens, ▁ for a space.
pub fn sentence_piece() -> Value {
    let bytes = (0..256).map(|byte| format!("<0x{byte:02X}>"));
    let words = [
        "▁", "t", "h", "e", "c", "a", "▁t", "▁th", "▁the", "at", "▁c", "▁cat",
    ]
    .map(String::from);
    let special = ["<unk>", "<s>", "</s>"].map(String::from);
    let all = special.clone().into_iter().chain(bytes).chain(words);
    let vocab: serde_json::Map<_, _> = all
        .enumerate()
        .map(|(id, token)| (token, id.into()))
        .collect();
    let added = special.iter().enumerate().map(|(id, token)| {
        json!({"id": id, "content": token, "single_word": false, "lstrip": false, "rstrip": false,
            "normalized": false, "special": true})
    });
    json!({"version": "1.0", "truncation": null, "padding": null, "added_tokens": added.collect::<Vec<_>>(),
        "normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"},
            {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
        "pre_tokenizer": null,
        "post_processor": {"type": "TemplateProcessing",
            "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
            "pair": [], "special_tokens": {"<s>": {"id": "<s>", "ids": [1], "tokens": ["<s>"]}}},
        "decoder": {"type": "Sequence", "decoders": [{"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
            {"type": "ByteFallback"}, {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0}]},
        "model": {"type": "BPE", "dropout": null, "unk_token": "<unk>", "fuse_unk": true, "byte_fallback": true,
            "vocab": vocab, "merges": ["▁ t", "▁t h", "▁th e", "a t", "▁ c", "▁c at"]}})
}

#[test]
fn the_first_llamas_fall_back_on_bytes() {
    let llama = sentence_piece();
    check(&llama, "the cat", &[1, 267, 270], "the cat");
    check(
        &llama,
        "the café</s>",
        &[1, 267, 269, 264, 105, 198, 172, 2],
        "the café",
    );
    check(&llama, "", &[1], "");
    let space =
        json!({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": false});
    let other = with(
        with(llama, "/normalizer", Value::Null),
        "/pre_tokenizer",
        space.clone(),
    );
    check(
        &with(other, "/decoder", space),
        "the cat the",
        &[1, 267, 270, 267],
        "the cat the",
    );
}

#[test]
fn words_may_be_tokens() {
    let words = json!({"version": "1.0", "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "WhitespaceSplit"},
        "model": {"type": "WordLevel", "vocab": {"?": 0, "the": 1, "animal": 2, "did": 3}, "unk_token": "?"}});
    check(
        &words,
        "The animal  didn't did",
        &[1, 2, 0, 3],
        "the animal ? did",
    );
}
