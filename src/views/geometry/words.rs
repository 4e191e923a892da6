//! What tables, steps and examples of the lesson are called.

use lesson::Name;

use crate::shell::Words;
use crate::shell::words::plain;
use crate::text::{self, tr};

/// The words of the lesson.
pub static WORDS: Words = Words {
    table,
    step,
    preset,
};

fn table(key: &str) -> String {
    match key {
        "length" => tr!(geometry.table.length),
        "along" => tr!(geometry.table.along),
        "angle" => tr!(geometry.table.angle),
        key => Name::from_key(key).map_or_else(|| key.to_owned(), text::matrix),
    }
}

fn step(key: &str) -> (String, String) {
    macro_rules! of {
        ($($step:ident)*) => {
            match key {
                $(stringify!($step) => (tr!(geometry.$step.title), tr!(geometry.$step.sentence)),)*
                other => plain(other),
            }
        };
    }
    of!(dot angle weights output lengthen repel)
}

fn preset(slug: &str) -> (String, String) {
    macro_rules! of {
        ($($preset:ident)*) => {
            match slug {
                $(stringify!($preset) => (tr!(geometry.preset.$preset.title), tr!(geometry.preset.$preset.note)),)*
                other => (other.to_owned(), String::new()),
            }
        };
    }
    of!(dictionary aligned orthogonal opposed two crowded)
}
