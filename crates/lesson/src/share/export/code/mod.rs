//! The computation as a program, with the numbers of the figure in it.
//!
//! Each language has a template, a program in which lines `@name@` stand for what a document decides
//! (inputs, mask, overridden cells), and a [`Dialect`], which writes those lines. The stages have the
//! names of [`Name`](crate::Name). Charts whose slopes are the point have programs that fit them
//! ([`growth()`]), from templates of their own.

mod dialect;
mod growth;
mod javascript;
mod python;
mod rust;

use attention::Scale;
use serde::{Deserialize, Serialize};

use crate::head::document::{Document, Source};
use crate::head::name::Name;
use dialect::Dialect;
pub use growth::growth;

/// A language, or a library of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// Python with NumPy.
    NumPy,
    /// Python with PyTorch.
    PyTorch,
    /// A JavaScript module without libraries.
    JavaScript,
    /// A Rust program without crates.
    Rust,
}

impl Language {
    /// All.
    pub const ALL: [Language; 4] = [
        Language::NumPy,
        Language::PyTorch,
        Language::JavaScript,
        Language::Rust,
    ];

    /// Its name for scripts and tests.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Language::NumPy => "numpy",
            Language::PyTorch => "pytorch",
            Language::JavaScript => "javascript",
            Language::Rust => "rust",
        }
    }

    /// The name of the program's file.
    #[must_use]
    pub const fn file(self) -> &'static str {
        match self {
            Language::NumPy => "attention_numpy.py",
            Language::PyTorch => "attention_pytorch.py",
            Language::JavaScript => "attention.mjs",
            Language::Rust => "attention.rs",
        }
    }

    fn dialect(self) -> &'static dyn Dialect {
        match self {
            Language::NumPy => &python::NUMPY,
            Language::PyTorch => &python::PYTORCH,
            Language::JavaScript => &javascript::JavaScript,
            Language::Rust => &rust::Rust,
        }
    }
}

/// A program that computes the document stage by stage and prints queries, keys, weights and output.
/// Overridden cells are written in where they lie; a row that sees no key gives zeros.
#[must_use]
pub fn program(language: Language, document: &Document) -> String {
    let dialect = language.dialect();
    filled(dialect.template(), |mark| lines(mark, dialect, document))
}

/// A template with what stands at its marks, indented as they are.
fn filled(template: &str, lines: impl Fn(&str) -> Vec<String>) -> String {
    let mut text = String::new();
    for line in template.lines() {
        let word = line.trim();
        let marked = word
            .strip_prefix('@')
            .and_then(|word| word.strip_suffix('@'));
        let Some(mark) = marked else {
            text += line;
            text.push('\n');
            continue;
        };
        let indent = &line[..line.len() - line.trim_start().len()];
        for filled in lines(mark) {
            text += indent;
            text += &filled;
            text.push('\n');
        }
    }
    text
}

/// What stands at a mark of a template.
fn lines(mark: &str, dialect: &dyn Dialect, document: &Document) -> Vec<String> {
    match mark {
        "tokens" => vec![
            dialect.tokens("queries", &document.queries),
            dialect.tokens("keys", document.key_tokens()),
        ],
        "inputs" => inputs(dialect, document),
        "scale" => vec![dialect.scale(document.scale)],
        "visible" => dialect.visible(&document.mask),
        "scores" => overridden(dialect, document, Name::Scores),
        "scaled" => scaled(dialect, document),
        "mask" => overridden(dialect, document, Name::Mask),
        "weights" => overridden(dialect, document, Name::Weights),
        other => vec![other.to_owned()],
    }
}

/// The typed matrices, and the projections where there are.
fn inputs(dialect: &dyn Dialect, document: &Document) -> Vec<String> {
    let typed = document.typed().iter();
    let typed = typed.filter_map(|name| Some((variable(*name), document.input(*name)?)));
    let mut lines: Vec<_> = typed
        .map(|(name, matrix)| dialect.matrix(name, matrix))
        .collect();
    if document.source == Source::Projected {
        let keys = if document.keys.is_some() { "X_kv" } else { "X" };
        for (to, from, weights) in [("Q", "X", "W_Q"), ("K", keys, "W_K"), ("V", keys, "W_V")] {
            lines.push(dialect.product(to, from, weights));
        }
    }
    lines
}

/// The cells of a matrix that were overridden, after the matrix was computed.
fn overridden(dialect: &dyn Dialect, document: &Document, name: Name) -> Vec<String> {
    let cells: Vec<_> = document.overridden(name).collect();
    if cells.is_empty() {
        return vec![];
    }
    let matrix = variable(name);
    let set = |(cell, value): &(crate::Cell, f32)| {
        let value = if name == Name::Mask {
            dialect.truth(*value == 0.0).to_owned()
        } else {
            dialect.number(*value)
        };
        dialect.set(matrix, cell.row, cell.col, &value)
    };
    dialect
        .changeable(matrix)
        .into_iter()
        .chain(cells.iter().map(set))
        .collect()
}

/// Scores times the factor; 0 times a score that has overflowed is 0 here, as in the figure.
fn scaled(dialect: &dyn Dialect, document: &Document) -> Vec<String> {
    let product = dialect.scaled(document.scale == Scale::By(0.0));
    let edits = overridden(dialect, document, Name::Scaled);
    std::iter::once(product).chain(edits).collect()
}

/// What a matrix is called in the programs. The mask is kept as which keys are visible.
fn variable(name: Name) -> &'static str {
    match name {
        Name::X => "X",
        Name::Xkv => "X_kv",
        Name::Wq => "W_Q",
        Name::Wk => "W_K",
        Name::Wv => "W_V",
        Name::Q => "Q",
        Name::K => "K",
        Name::V => "V",
        Name::Mask => "visible",
        computed => computed.key(),
    }
}
