//! What the toys have to say of each word. A word is two numbers, drawn evenly from −1…1; where it stands is said to it as
//! four more, of which one is 1.

use crate::core::random;

/// Words in a sentence, where there is more than one.
pub const LENGTH: usize = 4;
/// The width of a word: its two numbers and its place.
pub const WIDTH: usize = 2 + LENGTH;

/// What is to be said of each word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// The first number of the word before.
    Before,
    /// The absolute value of its own first number; each word is a sentence by itself.
    Bend,
    /// The absolute value of the first number of the word before.
    Both,
}

impl Task {
    /// All of them.
    pub const ALL: [Task; 3] = [Task::Before, Task::Bend, Task::Both];

    /// Its key in texts and attributes.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Task::Before => "before",
            Task::Bend => "bend",
            Task::Both => "both",
        }
    }

    /// The mean square error of whoever says the mean always: the variance of what is to be said. For u even in −1…1 the
    /// variance of u is 1/3, that of |u| is 1/12. Nobody who does not see u can do better; nor can, on |u|, anything that
    /// is linear in u, since u·|u| has mean 0.
    #[must_use]
    pub const fn guessing(self) -> f32 {
        match self {
            Task::Before => 1.0 / 3.0,
            Task::Bend | Task::Both => 1.0 / 12.0,
        }
    }

    /// How many words a sentence has.
    #[must_use]
    pub const fn words(self) -> usize {
        match self {
            Task::Bend => 1,
            Task::Before | Task::Both => LENGTH,
        }
    }

    /// The words of which something is to be said: not the first, where that would be the word before it.
    #[must_use]
    pub const fn first(self) -> usize {
        match self {
            Task::Bend => 0,
            Task::Before | Task::Both => 1,
        }
    }
}

/// A sentence and what is to be said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    /// The words.
    pub words: Vec<[f32; WIDTH]>,
    /// What is to be said of each; nothing of those before [`Task::first`].
    pub targets: Vec<f32>,
}

/// So many sentences of a task, decided by a seed alone.
#[must_use]
pub fn sentences(task: Task, seed: u64, count: usize) -> Vec<Sentence> {
    let number = |place: usize| 2.0 * random::number(seed, place as u64) - 1.0;
    let one = |index: usize| {
        let word = |place: usize| {
            let mut word = [0.0; WIDTH];
            for (feature, own) in word.iter_mut().take(2).enumerate() {
                *own = number((index * LENGTH + place) * 2 + feature);
            }
            word[2 + place] = 1.0;
            word
        };
        let words: Vec<_> = (0..task.words()).map(word).collect();
        let target = |place: usize| match (task, place.checked_sub(1)) {
            (Task::Bend, _) => words[place][0].abs(),
            (Task::Before, Some(before)) => words[before][0],
            (Task::Both, Some(before)) => words[before][0].abs(),
            (_, None) => 0.0,
        };
        let targets = (0..words.len()).map(target).collect();
        Sentence { words, targets }
    };
    (0..count).map(one).collect()
}
