//! `a b a c a b a d a → a 5`: the most frequent letter, then how often it stands there.
//!
//! To be computed: how often each letter stands there, and which is the largest number. A head
//! that looks at all letters alike writes their mean, which is their shares; the rest is for the
//! MLP (counting by an even look, as in Weiss et al. 2021, "Thinking Like Transformers", §3).

use oorandom::Rand32;

use crate::lessons::training::heads::HeadKind;

use super::{Definition, Example, Objective, Split, draw};

const LETTERS: u32 = 4;
const ARROW: u32 = LETTERS;

/// How many letters are counted.
const COUNTED: usize = 9;

/// The least that four letters in nine places can be led by.
const LEAST: u32 = 3;

/// The most. Nine would leave four sequences, too few to hold some out and learn the rule from
/// the rest.
const MOST: u32 = COUNTED as u32 - 1;

const N: usize = COUNTED + 3;

pub(super) const TASK: Definition = Definition {
    slug: "majority",
    words: &["a", "b", "c", "d", "→", "3", "4", "5", "6", "7", "8"],
    n: N,
    objective: Objective::Next,
    expected: &[HeadKind::Spread],
    separator: Some(ARROW),
    end: None,
    padding: None,
    example,
    links: |_| Vec::new(),
};

fn example(random: &mut Rand32, split: Split) -> Example {
    let letters = draw::content(random, split, letters);
    let (leader, count) = leader(&letters).unwrap_or((0, LEAST));
    let ids = [
        letters.as_slice(),
        &[ARROW, leader, ARROW + 1 + count - LEAST],
    ]
    .concat();
    Example::written(ids, COUNTED + 1, N)
}

/// Letters of which one leads. How often it stands there is drawn first, every number as likely as
/// the others: among letters drawn at random nearly all would be led by four or five.
fn letters(random: &mut Rand32) -> Vec<u32> {
    let leader = random.rand_range(0..LETTERS);
    let count = random.rand_range(LEAST..MOST + 1) as usize;
    loop {
        let others = draw::several(random, COUNTED - count, LETTERS - 1);
        let others = others.iter().map(|other| (leader + 1 + other) % LETTERS);
        let mut letters: Vec<u32> = std::iter::repeat_n(leader, count).chain(others).collect();
        if self::leader(&letters).is_some_and(|(letter, _)| letter == leader) {
            draw::shuffle(random, &mut letters);
            return letters;
        }
    }
}

/// The letter that stands there more often than each other, and how often; `None` if two lead.
fn leader(letters: &[u32]) -> Option<(u32, u32)> {
    let count = |letter: u32| letters.iter().filter(|&&x| x == letter).count() as u32;
    let mut counts: Vec<(u32, u32)> = (0..LETTERS).map(|letter| (count(letter), letter)).collect();
    counts.sort_unstable();
    match counts[..] {
        [.., (second, _), (first, letter)] if first > second => Some((letter, first)),
        _ => None,
    }
}
