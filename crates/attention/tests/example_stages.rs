//! `examples/stages.rs` as its users meet it: JSON in, JSON out, plain words when it is wrong.
#![cfg(not(target_arch = "wasm32"))]

use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Cargo builds the examples before it runs the tests and puts them beside them.
fn run(args: &[&str], input: &[u8]) -> Output {
    let mut path = std::env::current_exe().unwrap();
    path.pop();
    path.set_file_name("examples");
    let mut command = Command::new(path.join("stages"));
    command
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // A run that refuses its arguments does not read what is sent.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn answer(input: &Value) -> Value {
    let output = run(&[], input.to_string().as_bytes());
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn refused(input: &str, words: &str) {
    let output = run(&[], input.as_bytes());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{input}: {said}");
    assert!(output.stdout.is_empty());
    assert!(
        said.contains(words) && said.lines().count() == 1,
        "{input}: {said}"
    );
}

#[test]
fn a_case_of_the_fixture_pipes_straight_through() {
    let text = include_str!("../../../tests/fixtures/single_head.json");
    let fixture: Value = serde_json::from_str(text).unwrap();
    for case in fixture["cases"].as_array().unwrap() {
        let found = answer(case);
        for stage in ["scores", "scaled", "masked", "weights", "output"] {
            compare(
                &found[stage],
                &case[stage],
                &format!("{} {stage}", case["name"]),
            );
        }
    }
}

/// The same numbers within 1e-5, relative above 1; `null` against `null`.
fn compare(found: &Value, wanted: &Value, what: &str) {
    if let (Some(found), Some(wanted)) = (found.as_array(), wanted.as_array()) {
        assert_eq!(found.len(), wanted.len(), "{what}");
        found
            .iter()
            .zip(wanted)
            .for_each(|(f, w)| compare(f, w, what));
    } else if let (Some(f), Some(w)) = (found.as_f64(), wanted.as_f64()) {
        assert!(
            (f - w).abs() <= 1e-5 * w.abs().max(1.0),
            "{what}: {f} is not {w}"
        );
    } else {
        assert!(
            found.is_null() && wanted.is_null(),
            "{what}: {found} is not {wanted}"
        );
    }
}

#[test]
fn keep_may_be_booleans_digits_or_null_and_scale_may_be_left_out() {
    let (q, k) = (
        json!([[4.0, 0.0, 0.0, 0.0]]),
        json!([[1.0, 0, 0, 0], [0, 1, 0, 0]]),
    );
    let ask = |keep: Value| answer(&json!({"q": q, "k": k, "v": [[1], [3]], "keep": keep}));
    assert_eq!(ask(json!([[true, false]])), ask(json!([[1, 0]])));
    assert_eq!(ask(json!([[0, 1]]))["masked"], json!([[null, 0.0]]));
    assert_eq!(ask(Value::Null)["scaled"], json!([[2.0, 0.0]]), "d_k is 4");
    assert_eq!(
        ask(json!([[0, 0]]))["output"],
        json!([[0.0]]),
        "nothing to look at"
    );
    let scaled = answer(&json!({"q": q, "k": k, "v": [[1], [3]], "scale": 0.25}));
    assert_eq!(scaled["scaled"], json!([[1.0, 0.0]]));
}

#[test]
fn overflow_is_said_in_json() {
    let found = answer(&json!({"q": [[1e38]], "k": [[1e38], [-1e38], [0]], "v": [[1], [2], [3]]}));
    assert_eq!(found["scores"], json!([["Infinity", null, 0.0]]));
    assert_eq!(found["weights"], json!([[1.0, 0.0, 0.0]]));
    assert_eq!(found["output"], json!([[1.0]]));
}

#[test]
fn bad_input_is_refused_in_one_line() {
    refused("", "not valid JSON");
    refused("{\"q\": [[1", "not valid JSON");
    refused(
        "{\"q\": [[1e999]], \"k\": [[1]], \"v\": [[1]]}",
        "out of range",
    );
    refused(
        "{\"q\": [[NaN]], \"k\": [[1]], \"v\": [[1]]}",
        "not valid JSON",
    );
    refused("[1, 2]", "expected an object with the fields q, k and v");
    refused(r#"{"q": [[1]], "k": [[1]]}"#, "the field v is missing");
    refused(
        r#"{"q": [[1, 2], [3]], "k": [[1, 2]], "v": [[1]]}"#,
        "q: matrix: every row",
    );
    refused(
        r#"{"q": [[1]], "k": [["a"]], "v": [[1]]}"#,
        "k, row 0, column 0 must be a number, it is a string",
    );
    refused(
        r#"{"q": 3, "k": [[1]], "v": [[1]]}"#,
        "q must be a list of rows, it is a number",
    );
    refused(
        r#"{"q": [3], "k": [[1]], "v": [[1]]}"#,
        "q, row 0 must be a list, it is a number",
    );
    refused(
        r#"{"q": [[1e39]], "k": [[1]], "v": [[1]]}"#,
        "q, row 0, column 0 is 1e39, too large",
    );
    refused(
        r#"{"q": [], "k": [[1]], "v": [[1]]}"#,
        "q is empty: its shape is 0×0",
    );
    refused(
        r#"{"q": [[1]], "k": [[]], "v": [[1]]}"#,
        "k is empty: its shape is 1×0",
    );
    refused(
        r#"{"q": [[1, 2]], "k": [[1]], "v": [[1]]}"#,
        "got 1×2 and 1×1",
    );
    refused(
        r#"{"q": [[1]], "k": [[1]], "v": [[1], [2]]}"#,
        "got 1×1 and 2×1",
    );
    refused(
        r#"{"q": [[1]], "k": [[1]], "v": [[1]], "keep": [[1, 1]]}"#,
        "got 1×1 and 1×2",
    );
    refused(
        r#"{"q": [[1]], "k": [[1]], "v": [[1]], "keep": [[2]]}"#,
        "must be true, false, 1 or 0, it is 2",
    );
    refused(
        r#"{"q": [[1]], "k": [[1]], "v": [[1]], "keep": [[1], []]}"#,
        "keep: mask: every row",
    );
    refused(
        r#"{"q": [[1]], "k": [[1]], "v": [[1]], "scale": "big"}"#,
        "scale must be a number",
    );
    refused(&"[".repeat(100_000), "not valid JSON");
}

#[test]
fn arguments_are_a_mistake_in_usage() {
    let output = run(&["--help"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr)
            .unwrap()
            .starts_with("usage: ")
    );
    assert_eq!(
        run(&[], b"\xff\xfe").status.code(),
        Some(1),
        "not even text"
    );
}
