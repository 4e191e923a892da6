//! The programs, run by whoever runs them, give the figure's numbers. Those that need what a machine may
//! not have are run by `cargo xtask test` and `cargo xtask verify-exports`, which get it first.

use std::fs;
use std::path::Path;
use std::process::Command;

use lesson::share::export::code::{Language, program};
use lesson::share::export::{Format, Offer};
use lesson::{Document, Name, Trace};

use super::documents;

/// Runs every document's program in `language`; `also` is added to it, to print the tokens as JSON.
fn all_agree(language: Language, also: &str, run: impl Fn(&Path) -> Command) {
    let folder = tempfile::tempdir().unwrap();
    for (name, document) in documents::all() {
        let file = folder
            .path()
            .join(Offer::Attention.file(Format::Code(language), "weights"));
        fs::write(&file, program(language, &document) + also).unwrap();
        let printed = printed(&mut run(&file), &name);
        agrees(&document, &printed, &name);
        if !also.is_empty() {
            let tokens = [&document.queries[..], document.key_tokens()].concat();
            let read: Vec<String> = serde_json::from_str(printed.lines().last().unwrap()).unwrap();
            assert_eq!(read, tokens, "{name}");
        }
    }
}

/// What a command prints; its complaints are the test's.
pub fn printed(command: &mut Command, name: &str) -> String {
    let output = command.output();
    let output = output.unwrap_or_else(|error| panic!("{command:?} could not be run: {error}"));
    let complaints = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {complaints}");
    assert_eq!(complaints, "", "{name}");
    String::from_utf8(output.stdout).unwrap()
}

/// The printed weights and output are those of the trace.
fn agrees(document: &Document, printed: &str, name: &str) {
    let trace = Trace::of(document).unwrap();
    for matrix in [Name::Weights, Name::Output] {
        let start = format!("{} = ", matrix.key());
        let line = printed.lines().find_map(|line| line.strip_prefix(&start));
        let rows: Vec<Vec<f32>> =
            serde_json::from_str(line.unwrap_or_default()).unwrap_or_else(|error| {
                panic!("{name}: {matrix:?} cannot be read ({error}): {printed}")
            });
        let wanted = trace.get(matrix);
        assert_eq!(rows.len(), wanted.rows(), "{name}");
        for (row, wanted) in rows.iter().zip(wanted.iter_rows()) {
            assert_eq!(row.len(), wanted.len(), "{name}");
            for (got, want) in row.iter().zip(wanted) {
                let near = (got - want).abs() <= 1e-5 * want.abs().max(1.0);
                assert!(
                    near,
                    "{name}: {matrix:?} is {rows:?}, not {:?}",
                    trace.get(matrix)
                );
            }
        }
    }
}

/// The program that a variable of the environment names, or another.
pub fn named(variable: &str, otherwise: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| otherwise.into())
}

const TOKENS_IN_PYTHON: &str = "import json\nprint(json.dumps(queries + keys))\n";

#[test]
#[ignore = "needs NumPy: `cargo xtask test --only exports` gets it"]
fn numpy() {
    let python = named("ATTENTION_LAB_NUMPY", "python3");
    all_agree(Language::NumPy, TOKENS_IN_PYTHON, |file| {
        let mut command = Command::new(&python);
        command.args(["-W", "error"]).arg(file);
        command
    });
}

#[test]
#[ignore = "needs PyTorch: `cargo xtask verify-exports` gets it"]
fn pytorch() {
    let python = named("ATTENTION_LAB_TORCH", "python3");
    all_agree(Language::PyTorch, TOKENS_IN_PYTHON, |file| {
        let mut command = Command::new(&python);
        command.arg(file);
        command
    });
}

#[test]
#[ignore = "needs Node: `cargo xtask test --only exports` gets it"]
fn javascript() {
    let tokens = "console.log(JSON.stringify([...queries, ...keys]));\n";
    let node = named("ATTENTION_LAB_NODE", "node");
    all_agree(Language::JavaScript, tokens, |file| {
        let mut command = Command::new(&node);
        command.arg(file);
        command
    });
}

#[test]
fn rust() {
    let rustc = named("RUSTC", "rustc");
    all_agree(Language::Rust, "", |file| {
        let program = file.with_extension("run");
        let mut compiler = Command::new(&rustc);
        compiler.args(["--edition", "2021", "-D", "warnings", "-o"]);
        let complaints = printed(compiler.arg(&program).arg(file), "rustc");
        assert_eq!(complaints, "");
        Command::new(&program)
    });
}

/// Rust writes the tokens as its own `Debug` does, so they can be compared as text.
#[test]
fn every_program_prints_the_tokens_it_was_given() {
    for (name, document) in documents::all() {
        for language in Language::ALL {
            let text = program(language, &document);
            let marks = text.lines().filter(|line| line.trim().starts_with('@'));
            assert_eq!(marks.count(), 0, "{name}: a mark was left in {language:?}");
            assert!(!text.contains("\u{202e}"), "{name}: {language:?}");
        }
    }
}
