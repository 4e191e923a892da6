//! Sentences of twelve words, of two kinds.
//!
//! - *the animal did not cross the street because it was too tired* (or: *wide*). To be computed:
//!   which noun *it* stands for; at *it*, the model has to give that noun. The adjective decides,
//!   as only animals are tired and only streets are wide (a Winograd schema: Levesque et al. 2012,
//!   "The Winograd Schema Challenge"). One circuit: a head takes
//!   the adjective to *it*, a later one looks from there to the noun of that sort, and copies it.
//!   Sentences are turned round in four ways, so the place of a noun does not tell. Not every model
//!   that answers rightly looks at the noun: some look at a word beside it, to which an earlier head
//!   has carried the noun.
//! - *the keys to the old cabinet near the door _ rusty now*. To be computed: the form of *be*, by
//!   the number of the subject and the time of the sentence, past nouns that may be of the other
//!   number (Linzen et al. 2016, "Assessing the Ability of LSTMs to Learn Syntax-Sensitive
//!   Dependencies"). The head to be hoped for looks from the gap to the subject.

mod agreement;
mod pronoun;
mod words;

pub use agreement::{Agreement, agreement};
pub use pronoun::{Reference, referent};

use oorandom::Rand32;

use crate::lessons::training::heads::HeadKind;

use super::{Definition, Example, Link, Objective, Split};

/// The length of every sentence.
const N: usize = 12;

pub(super) const TASK: Definition = Definition {
    slug: "english",
    words: &words::WORDS,
    n: N,
    objective: Objective::Fill,
    expected: &[HeadKind::Pronoun, HeadKind::Subject, HeadKind::Clue],
    separator: None,
    end: None,
    padding: None,
    example,
    links,
};

/// Two of three are pronouns, as they are harder to learn.
fn example(random: &mut Rand32, split: Split) -> Example {
    match random.rand_range(0..3) {
        0 | 1 => pronoun::example(random, split),
        _ => agreement::example(random, split),
    }
}

/// From *it* to its noun and to the adjective that decides; or from the gap to the subject.
fn links(ids: &[u32]) -> Vec<Link> {
    let agreement = agreement(ids);
    let subject = agreement.map(|found| Link::new(found.gap, found.subject, HeadKind::Subject));
    let reference = referent(ids).map(|found| {
        let noun = Link {
            rival: Some(found.wrong),
            ..Link::new(found.it, found.right, HeadKind::Pronoun)
        };
        [noun, Link::new(found.it, found.adjective, HeadKind::Clue)]
    });
    reference.into_iter().flatten().chain(subject).collect()
}
