//! Every way in from outside whose code runs natively. What only a browser has is not here: how messages, files and what
//! the browser keeps are carried (`src/browser`, `crates/inspector/src/web`), and the page's own listeners. What is carried
//! so is read by code that is here; the rest is for `tests/e2e`.

mod embed;
mod helpers;
mod leader;
mod links;
mod listing;
mod messages;
mod models;
mod numbers;
mod small;
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
    listing::LISTING,
    listing::KEPT,
    helpers::HELPER,
    leader::LEADER,
];

/// `input` as a text; what is none is read as far as it is one.
fn text(input: &[u8]) -> &str {
    match std::str::from_utf8(input) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&input[..error.valid_up_to()]).unwrap_or_default(),
    }
}

/// Whether an input is one of about so many, for what takes long. All of its bytes decide: its length would say no to almost
/// all that libFuzzer keeps.
fn is_one_of(many: u32, input: &[u8]) -> bool {
    let mixed = |sum: u32, byte: &u8| sum.wrapping_mul(31).wrapping_add((*byte).into());
    input.iter().fold(0, mixed).is_multiple_of(many)
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
