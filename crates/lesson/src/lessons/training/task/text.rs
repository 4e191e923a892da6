//! Reading a reader's own text.

use serde::{Deserialize, Serialize};

use crate::core::problem::quoted;

use super::Task;

/// What was wrong with a text; the page puts it into words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextProblem {
    /// There is no word in it.
    Empty,
    /// It has more tokens than a sequence of the task.
    TooLong {
        /// Its tokens.
        found: usize,
        /// The most there may be.
        most: usize,
    },
    /// A word that is not in the vocabulary.
    Unknown {
        /// The word, shortened to 40 characters.
        word: String,
        /// How many tokens stand before it.
        place: usize,
    },
}

impl Task {
    /// The tokens of a text of one's own: words with spaces between them, in large or small
    /// letters; where every word is one character, spaces may be left out. `->` is read as `→`,
    /// "didn't" as "did not", and a full stop after a word is passed over.
    ///
    /// # Errors
    /// [`TextProblem::Unknown`] for the first word the task does not know, else
    /// [`TextProblem::Empty`] and [`TextProblem::TooLong`] (more than [`Task::n`] tokens).
    pub fn encode(self, text: &str) -> Result<Vec<u32>, TextProblem> {
        let mut ids = Vec::new();
        for word in spaced(text).split_whitespace() {
            self.push(word, &mut ids)?;
        }
        match ids.len() {
            0 => Err(TextProblem::Empty),
            found if found > self.n() => Err(TextProblem::TooLong {
                found,
                most: self.n(),
            }),
            _ => Ok(ids),
        }
    }

    /// Adds the token of `word`, or, if it is none, those of its characters.
    fn push(self, word: &str, ids: &mut Vec<u32>) -> Result<(), TextProblem> {
        // What may be a token of its own ends no sentence.
        let is_end = |sign: char| ".,!?".contains(sign) && self.id(&sign.to_string()).is_none();
        let bare = word.trim_end_matches(is_end);
        if let Some(id) = self.id(word).or_else(|| self.id(bare)) {
            ids.push(id);
            return Ok(());
        }
        if word.chars().count() < 2 || !self.is_written_closed_up() {
            return Err(unknown(word, ids.len()));
        }
        let mut letters = word.chars().map(String::from);
        letters.try_for_each(|letter| {
            ids.push(
                self.id(&letter)
                    .ok_or_else(|| unknown(&letter, ids.len()))?,
            );
            Ok(())
        })
    }

    fn id(self, word: &str) -> Option<u32> {
        let place = self.words().iter().position(|known| *known == word);
        place.map(|place| place as u32)
    }

    /// Whether every word is one character, so that nothing is doubtful without spaces.
    fn is_written_closed_up(self) -> bool {
        self.words().iter().all(|word| word.chars().count() == 1)
    }
}

fn unknown(word: &str, place: usize) -> TextProblem {
    let word = quoted(word);
    TextProblem::Unknown { word, place }
}

/// The text in small letters, with spaces around signs and contractions written out.
fn spaced(text: &str) -> String {
    let text = text.to_lowercase().replace('’', "'").replace("n't", " not");
    let signs = [("->", " → "), ("→", " → "), ("+", " + "), ("=", " = ")];
    let space = |text: String, (sign, spaced): (&str, &str)| text.replace(sign, spaced);
    signs.into_iter().fold(text, space)
}
