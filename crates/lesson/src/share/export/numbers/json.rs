//! Every stage of a figure as JSON.

use std::fmt::Write;

use crate::head::document::{Document, Source};
use crate::share::export::figure::{Figure, Which};
use crate::share::export::literal::{self, Escape};
use crate::share::export::sheet::Sheet;

/// Settings, tokens, and every matrix of the figure with its name, shape and rows. A finite number reads
/// back as the same `f32`; JSON has no infinities, so they are the texts `"Infinity"` and
/// `"-Infinity"`, which Python's `float` and JavaScript's `Number` read; what is not known is null.
#[must_use]
pub fn json(figure: &Figure) -> String {
    let document = &figure.document;
    let mut text = String::from("{\n");
    for (key, value) in settings(figure) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  \"{key}\": {value},");
    }
    let matrices: Vec<_> = figure.sheets().iter().map(matrix).collect();
    let (queries, keys) = (texts(&document.queries), texts(document.key_tokens()));
    let _ = write!(
        text,
        "  \"queries\": {queries},\n  \"keys\": {keys},\n  \"matrices\": [\n{}\n  ]\n}}\n",
        matrices.join(",\n")
    );
    text
}

/// One matrix with what its rows and columns stand for, and the link of its lesson.
pub fn of_sheet(sheet: &Sheet, link: &str) -> String {
    let (link, rows, cols) = (quoted(link), texts(&sheet.rows), texts(&sheet.cols));
    let matrix = matrix(sheet);
    format!(
        "{{\n  \"link\": {link},\n  \"rows\": {rows},\n  \"columns\": {cols},\n  \"matrices\": [\n{matrix}\n  ]\n}}\n"
    )
}

fn settings(figure: &Figure) -> Vec<(&'static str, String)> {
    let document = &figure.document;
    let source = match document.source {
        Source::ByHand => "typed",
        Source::Projected => "projected",
    };
    let mut settings = vec![
        ("link", quoted(&figure.fragment)),
        ("source", quoted(source)),
        ("mask", mask(document)),
        ("scale", number(figure.trace.factor)),
    ];
    if let Which::Part(walk, step, _) = &figure.matrix {
        let kind = walk.steps.get(*step).map_or("", |step| step.kind.key());
        settings.push(("step", step.to_string()));
        settings.push(("step_kind", quoted(kind)));
    }
    settings
}

fn mask(document: &Document) -> String {
    let kind = quoted(document.mask.key());
    let parameter = document.mask.parameter();
    let parameter = parameter.map_or("null".into(), |p| p.to_string());
    format!("{{ \"kind\": {kind}, \"parameter\": {parameter} }}")
}

fn matrix(sheet: &Sheet) -> String {
    let (rows, cols) = sheet.numbers.shape();
    let row = |i| {
        let value = |j| sheet.value(i, j).map_or("null".into(), number);
        let values: Vec<_> = (0..cols).map(value).collect();
        format!("      [{}]", values.join(", "))
    };
    let lines: Vec<_> = (0..rows).map(row).collect();
    format!(
        "    {{ \"name\": {}, \"shape\": [{rows}, {cols}], \"rows\": [\n{}\n    ] }}",
        quoted(sheet.key),
        lines.join(",\n")
    )
}

fn number(value: f32) -> String {
    literal::number(value, ["\"Infinity\"", "\"-Infinity\"", "\"NaN\""])
}

fn quoted(text: &str) -> String {
    literal::quoted(text, Escape::Surrogates)
}

fn texts(tokens: &[String]) -> String {
    let tokens: Vec<_> = tokens.iter().map(|token| quoted(token)).collect();
    format!("[{}]", tokens.join(", "))
}
