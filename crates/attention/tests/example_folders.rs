//! `examples/inspect.rs` and `examples/train_folder.rs` as their users meet them: a folder in, one
//! JSON object out, plain words when it is wrong. The fixtures are by `transformers` 5.23 and PyTorch.
#![cfg(all(feature = "load", not(target_arch = "wasm32")))]

use safetensors::SafeTensors;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FOLDERS: [&str; 3] = ["gpt2-tiny", "bert-tiny", "llama-tiny"];
const RELATIVES: [&str; 9] = [
    "distilbert-tiny",
    "qwen2-tiny",
    "qwen3-tiny",
    "neox-tiny",
    "pythia-tiny",
    "gpt-neo-tiny",
    "mistral-tiny",
    "gpt2-f16-tiny",
    "llama-bf16-tiny",
];

fn fixture(folder: &str) -> PathBuf {
    let fixtures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures");
    fixtures.join(folder)
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// Cargo builds the examples before it runs the tests and puts them beside them.
fn run(example: &str, folder: &Path, args: &[&str]) -> Output {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.set_file_name("examples");
    let mut command = Command::new(path.join(example));
    command.arg(folder).args(args).output().unwrap()
}

#[track_caller]
fn answer(example: &str, folder: &Path, args: &[&str]) -> Value {
    let output = run(example, folder, args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn refused(code: i32, example: &str, folder: &Path, args: &[&str], words: &str) {
    let output = run(example, folder, args);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "{args:?}");
    assert!(said.contains(words), "{args:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{args:?}: {said}");
}

/// All numbers of nested lists, in order.
fn numbers(value: &Value) -> Vec<f32> {
    match value.as_array() {
        Some(list) => list.iter().flat_map(numbers).collect(),
        None => vec![value.as_f64().unwrap() as f32],
    }
}

/// The numbers of one tensor.
fn tensor(file: &SafeTensors<'_>, name: &str) -> Vec<f32> {
    let view = file.tensor(name).unwrap();
    let chunks = view.data().as_chunks().0.iter();
    chunks.map(|chunk| f32::from_le_bytes(*chunk)).collect()
}

#[track_caller]
fn close(found: &[f32], wanted: &[f32], what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (i, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        assert!(
            (found - wanted).abs() <= 1e-4,
            "{what}, number {i}: {found} is not {wanted}"
        );
    }
}

#[test]
fn the_cases_of_the_fixtures() {
    for name in FOLDERS.into_iter().chain(RELATIVES) {
        let folder = fixture(name);
        let bytes = std::fs::read(folder.join("expected.safetensors")).unwrap();
        let tensors = SafeTensors::deserialize(&bytes).unwrap();
        let cases = json(&folder.join("expected.json"));
        for (i, case) in cases["cases"].as_array().unwrap().iter().enumerate() {
            let found = answer(
                "inspect",
                &folder,
                &["--text", case["text"].as_str().unwrap()],
            );
            let what = format!("{name}, case {i}");
            for key in ["ids", "tokens", "top5"] {
                assert_eq!(found[key], case[key], "{what}, {key}");
            }
            assert_eq!(found["greedy"], Value::Null, "{what}");
            let logits = tensor(&tensors, &format!("{i}.logits"));
            let found_logits = numbers(&found["logits"]);
            let last = logits.len() - found_logits.len();
            close(&found_logits, &logits[last..], &format!("{what}, logits"));
            let weights = tensor(&tensors, &format!("{i}.attentions"));
            close(
                &numbers(&found["attentions"]),
                &weights,
                &format!("{what}, attentions"),
            );
        }
    }
}

#[test]
fn attentions_are_by_layer_head_query_and_key() {
    let found = answer("inspect", &fixture("gpt2-tiny"), &["--text", "a b c a b"]);
    let mut level = &found["attentions"];
    for length in [3, 4, 5, 5] {
        assert_eq!(level.as_array().unwrap().len(), length);
        level = &level[0];
    }
    assert_eq!(
        found["attentions"][2][3][0],
        json!([1.0, 0.0, 0.0, 0.0, 0.0])
    );
}

#[test]
fn whole_numbers_give_nearly_the_same() {
    let logits = |more: &[&str]| {
        let arguments = [&["--text", "a b c a b"], more].concat();
        let found = answer("inspect", &fixture("gpt2-tiny"), &arguments);
        numbers(&found["logits"])
    };
    let (exact, rounded) = (logits(&[]), logits(&["--int8"]));
    let off = exact.iter().zip(&rounded).map(|(x, y)| (x - y).abs());
    let off = off.fold(0.0, f32::max);
    assert!(off > 0.0 && off < 0.1, "{off}");
}

#[test]
fn writing_on_takes_the_likeliest() {
    for name in RELATIVES.iter().filter(|name| **name != "distilbert-tiny") {
        let folder = fixture(name);
        let case = &json(&folder.join("expected.json"))["cases"][0];
        let text = case["text"].as_str().unwrap();
        let found = answer("inspect", &folder, &["--text", text, "--generate", "12"]);
        assert_eq!(found["greedy"], case["greedy_12"], "{name}");
    }
    for name in ["gpt2-tiny", "llama-tiny"] {
        let folder = fixture(name);
        let case = &json(&folder.join("expected.json"))["cases"][0];
        let text = case["text"].as_str().unwrap();
        let found = answer("inspect", &folder, &["--text", text, "--generate", "12"]);
        assert_eq!(found["greedy"], case["greedy_12"], "{name}");
        let three = answer("inspect", &folder, &["--generate", "3", "--text", text]);
        assert_eq!(
            three["greedy"].as_array().unwrap(),
            &case["greedy_12"].as_array().unwrap()[..3]
        );
        let none = answer("inspect", &folder, &["--text", text, "--generate", "0"]);
        assert_eq!(none["greedy"], json!([]));
        let full = answer("inspect", &folder, &["--text", text, "--generate", "54"]);
        assert_eq!(
            full["greedy"].as_array().unwrap().len(),
            54,
            "11 and 53 fill the 64 positions; the last is written, but not read"
        );
    }
}

#[test]
fn texts_that_have_no_answer() {
    let [gpt2, bert, llama] = FOLDERS.map(fixture);
    let looks_ahead = "this model looks at what comes after a token as well";
    refused(
        1,
        "inspect",
        &bert,
        &["--text", "the", "--generate", "2"],
        looks_ahead,
    );
    refused(
        1,
        "inspect",
        &gpt2,
        &["--text", ""],
        "inspect: the text has no tokens",
    );
    let empty = answer("inspect", &bert, &["--text", ""]);
    assert_eq!(empty["tokens"], json!(["[CLS]", "[SEP]"]));
    let long = "a ".repeat(70);
    for folder in [&gpt2, &llama] {
        let words = "71 tokens are more than the 64 this model has positions for";
        refused(1, "inspect", folder, &["--text", &long], words);
        let past = ["--text", "the cat sat on the mat", "--generate", "55"];
        refused(
            1,
            "inspect",
            folder,
            &past,
            "65 tokens are more than the 64",
        );
        let far = ["--text", "a", "--generate", "18446744073709551615"];
        refused(
            1,
            "inspect",
            folder,
            &far,
            "18446744073709551615 tokens are more than the 64",
        );
    }
    let full = answer("inspect", &gpt2, &["--text", &long[..127]]);
    assert_eq!(full["ids"].as_array().unwrap().len(), 64);
}

#[test]
fn arguments_that_make_no_sense() {
    let gpt2 = fixture("gpt2-tiny");
    let cases: [&[&str]; 9] = [
        &[],
        &["--text"],
        &["--text", "a", "--generate"],
        &["--text", "a", "--generate", "many"],
        &["--text", "a", "--generate", "-1"],
        &["--text", "a", "--text", "b"],
        &["--text", "a", "other-folder"],
        &["--text", "a", "--help"],
        &["a"],
    ];
    for args in cases {
        refused(
            2,
            "inspect",
            &gpt2,
            args,
            "usage: inspect FOLDER --text TEXT",
        );
    }
    refused(2, "inspect", Path::new("--text"), &["a"], "usage: ");
    refused(
        2,
        "train_folder",
        &gpt2,
        &[],
        "usage: train_folder FOLDER TRAINING.json",
    );
    refused(2, "train_folder", &gpt2, &["a", "b"], "usage: ");
}

#[test]
fn folders_that_are_none() {
    let nowhere = Path::new("/no/such/folder");
    refused(
        1,
        "inspect",
        nowhere,
        &["--text", "a"],
        "inspect: /no/such/folder: there is no such folder",
    );
    let training = fixture("gpt2-tiny").join("training.json");
    refused(
        1,
        "train_folder",
        nowhere,
        &[training.to_str().unwrap()],
        "there is no such folder",
    );
}

#[test]
fn the_losses_of_the_fixtures() {
    for name in ["gpt2-tiny", "llama-tiny"] {
        let folder = fixture(name);
        let training = folder.join("training.json");
        let wanted = json(&training);
        let found = answer("train_folder", &folder, &[training.to_str().unwrap()]);
        close(
            &numbers(&found["adamw_losses"]),
            &numbers(&wanted["adamw_losses"]),
            name,
        );
        close(&numbers(&found["loss"]), &numbers(&wanted["loss"]), name);
        assert_eq!(found.as_object().unwrap().len(), 2);
    }
}

#[test]
fn batches_that_cannot_be_learned() {
    let [gpt2, bert, llama] = FOLDERS.map(fixture);
    let file = tempfile::NamedTempFile::new().unwrap();
    let path = file.path().to_str().unwrap();
    let refused = |folder: &Path, batch: &str, words: &str| {
        std::fs::write(path, batch).unwrap();
        refused(1, "train_folder", folder, &[path], words);
    };
    refused(
        &bert,
        r#"{"ids": [[1, 2]]}"#,
        "this model sees what it would have to predict",
    );
    refused(&gpt2, "", "EOF while parsing");
    refused(&gpt2, "{}", "missing field `ids`");
    refused(&gpt2, r#"{"ids": [[-1]]}"#, "invalid value: integer `-1`");
    for few in ["[]", "[[]]", "[[3]]"] {
        refused(
            &gpt2,
            &format!(r#"{{"ids": {few}}}"#),
            "there must be sequences of at least 2 tokens",
        );
    }
    refused(
        &gpt2,
        r#"{"ids": [[1, 2], [3]]}"#,
        "sequence 1 has 1 tokens, the first has 2",
    );
    refused(
        &gpt2,
        r#"{"ids": [[1, 300]]}"#,
        "token 300 at place 1 is not in the vocabulary",
    );
    let long = json!({"ids": [vec![1; 65]]}).to_string();
    refused(&gpt2, &long, "65 tokens are more than the 64");
    refused(&llama, &long, "65 tokens are more than the 64");
    drop(file);
    let output = run("train_folder", &gpt2, &["/no/such/file"]);
    assert_eq!(output.status.code(), Some(1));
}
