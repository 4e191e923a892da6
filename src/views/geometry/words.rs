//! What tables, steps and examples of the lesson are called.

use lesson::Name;

use crate::shell::Words;
use crate::text::{self, tr};
use crate::words;

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

words!(step of geometry: title, sentence; dot angle weights output lengthen repel);
words!(preset of geometry.preset: title, note; dictionary aligned orthogonal opposed two crowded);
