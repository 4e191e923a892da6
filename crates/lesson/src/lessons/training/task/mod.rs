//! What a toy transformer can be taught: eight tasks, from copying to a little English.
//!
//! A task is one file that says what has to be computed, and one [`Definition`] that says it to
//! the rest of the program. Examples are drawn with integer arithmetic only, so that a seed gives
//! the same examples on every machine.

mod batch;
mod brackets;
mod copy;
mod draw;
pub mod english;
mod example;
mod majority;
mod modular;
mod repeat;
mod reverse;
mod rewrite;
mod sort;
mod text;

pub use batch::batch;
pub use draw::Split;
pub use example::{Example, Link};
pub use text::TextProblem;

use attention::Mask;
use oorandom::Rand32;
use serde::{Deserialize, Serialize};

use super::heads::HeadKind;

/// A task, in rising depth of what has to be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Task {
    /// Write the same letters again.
    Copy,
    /// Write them from the last to the first.
    Reverse,
    /// Write digits in rising order.
    Sort,
    /// Go on with a pattern that has been seen once.
    Repeat,
    /// Name the most frequent letter, and how often it stands there.
    Majority,
    /// Close the brackets that are open.
    Brackets,
    /// Add modulo a prime.
    Modular,
    /// Find what a pronoun refers to; make a verb agree with its subject.
    English,
}

/// What is predicted at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The next token: needs a causal mask, or the answer could be read.
    Next,
    /// The token that belongs at the place, or that it refers to: every token may be seen
    /// (the masked language model of Devlin et al. 2018, §3.1).
    Fill,
}

/// All that the program knows of a task.
struct Definition {
    slug: &'static str,
    words: &'static [&'static str],
    n: usize,
    objective: Objective,
    expected: &'static [HeadKind],
    /// The token after which the answer begins.
    separator: Option<u32>,
    /// The token after which nothing is written.
    end: Option<u32>,
    /// The token that fills a sequence up after its end.
    padding: Option<u32>,
    example: fn(&mut Rand32, Split) -> Example,
    links: fn(&[u32]) -> Vec<Link>,
}

impl Task {
    /// Every task, in rising depth.
    pub const ALL: [Task; 8] = [
        Task::Copy,
        Task::Reverse,
        Task::Sort,
        Task::Repeat,
        Task::Majority,
        Task::Brackets,
        Task::Modular,
        Task::English,
    ];

    const fn definition(self) -> &'static Definition {
        match self {
            Task::Copy => &copy::TASK,
            Task::Reverse => &reverse::TASK,
            Task::Sort => &sort::TASK,
            Task::Repeat => &repeat::TASK,
            Task::Majority => &majority::TASK,
            Task::Brackets => &brackets::TASK,
            Task::Modular => &modular::TASK,
            Task::English => &english::TASK,
        }
    }

    /// The key in links and translations.
    pub const fn slug(self) -> &'static str {
        self.definition().slug
    }

    /// The task of that key.
    pub fn of(slug: &str) -> Option<Task> {
        Task::ALL.into_iter().find(|task| task.slug() == slug)
    }

    /// The vocabulary; a token's id is its place in it.
    pub const fn words(self) -> &'static [&'static str] {
        self.definition().words
    }

    /// The length of every sequence, in tokens.
    pub const fn n(self) -> usize {
        self.definition().n
    }

    /// What is predicted at a place.
    pub const fn objective(self) -> Objective {
        self.definition().objective
    }

    /// The mask that the objective needs.
    pub const fn mask(self) -> Mask {
        match self.objective() {
            Objective::Next => Mask::Causal,
            Objective::Fill => Mask::None,
        }
    }

    /// The heads one should see form, the most telling first.
    pub const fn expected(self) -> &'static [HeadKind] {
        self.definition().expected
    }

    /// The token after which the answer begins; a question of one's own must end with it.
    pub const fn separator(self) -> Option<u32> {
        self.definition().separator
    }

    /// Whether the task ends with these tokens, and nothing is written after them.
    pub fn is_ended_by(self, ids: &[u32]) -> bool {
        let end = self.definition().end;
        end.is_some() && ids.last().copied() == end
    }

    /// One example drawn from `random`, of the wanted side of the [`Split`].
    pub fn example(self, random: &mut Rand32, split: Split) -> Example {
        (self.definition().example)(random, split)
    }

    /// Where a head of this task would look, if one head did it all: read off the tokens alone, so
    /// it works for a reader's own text too. Empty where the text asks for nothing.
    pub fn links(self, ids: &[u32]) -> Vec<Link> {
        (self.definition().links)(ids)
    }

    /// How many of `ids` stand before the padding.
    pub fn unpadded(self, ids: &[u32]) -> usize {
        let padding = self.definition().padding;
        let end = ids.iter().position(|&id| Some(id) == padding);
        end.unwrap_or(ids.len())
    }
}
