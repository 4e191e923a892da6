//! Every way in from outside.

mod embed;
mod links;
mod messages;
mod models;
mod numbers;
mod stored;

use crate::Target;

/// All of them. A way in that is added to the page is added here.
pub static TARGETS: &[Target] = &[
    links::LINKS,
    links::COMMANDS,
    numbers::PASTE,
    embed::HOST,
    messages::MESSAGES,
    messages::TRAINING,
    messages::INSPECTOR,
    models::WEIGHTS,
    models::SETTINGS,
    models::TOKENIZER,
    models::SHARDS,
    models::FOLDER,
    models::NOTEBOOK,
    stored::TEXTS,
    stored::PROGRESS,
    stored::RUN,
    stored::HUB,
];

/// `input` as a text; what is none is read as far as it is one.
fn text(input: &[u8]) -> &str {
    match std::str::from_utf8(input) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&input[..error.valid_up_to()]).unwrap_or_default(),
    }
}

/// No words.
fn none() -> Vec<String> {
    Vec::new()
}

/// Texts as seeds.
fn texts<T: AsRef<str>>(all: &[T]) -> Vec<Vec<u8>> {
    all.iter()
        .map(|text| text.as_ref().as_bytes().to_vec())
        .collect()
}
