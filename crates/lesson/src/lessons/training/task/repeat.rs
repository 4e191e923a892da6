//! `q d m a f m a f d m a f …`: go on with a pattern that has been seen once. It comes again and
//! again, but each time from another letter on.
//!
//! To be computed: find where the present token stood before, and say what followed there. No
//! position helps, as patterns are of different lengths; no memory, as they are random; nor does it
//! help to name the letter that was not seen for longest, which would do if the whole pattern came
//! round each time (a model that was trained on that did so, without any induction head). The known
//! circuit takes two layers: a head that writes into each place what stood before it (previous
//! token), and a head that looks for the place before which stood what stands here (induction;
//! Olsson et al. 2022, "In-context Learning and Induction Heads", §"Mechanistic view").

use std::ops::RangeInclusive;

use oorandom::Rand32;

use crate::lessons::training::heads::HeadKind;

use super::{Definition, Example, Objective, Split, draw};

const N: usize = 20;

/// No letter stands twice in a pattern, so that what followed last time is one thing.
const PATTERN: RangeInclusive<usize> = 4..=9;

pub(super) const TASK: Definition = Definition {
    slug: "repeat",
    words: &[
        "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q", "r",
        "s", "t",
    ],
    n: N,
    objective: Objective::Next,
    expected: &[HeadKind::Induction, HeadKind::Previous],
    separator: None,
    end: None,
    padding: None,
    example,
    links: |_| Vec::new(),
};

/// The pattern, then again and again the rest of it from a random letter on. The loss looks at
/// every place of a repetition but its last, after which anything may come.
fn example(random: &mut Rand32, split: Split) -> Example {
    let pattern = draw::content(random, split, pattern);
    let mut ids = pattern.clone();
    while ids.len() < N {
        let from = random.rand_range(0..pattern.len() as u32 - 1) as usize;
        ids.extend(&pattern[from..]);
    }
    ids.truncate(N);
    let mut example = Example::written(ids, pattern.len() + 1, N);
    let last = pattern.last();
    for (id, target) in example.ids.iter().zip(&mut example.targets) {
        *target = target.filter(|_| Some(id) != last);
    }
    example
}

fn pattern(random: &mut Rand32) -> Vec<u32> {
    let lengths = *PATTERN.start() as u32..*PATTERN.end() as u32 + 1;
    let length = random.rand_range(lengths) as usize;
    let mut letters: Vec<u32> = (0..TASK.words.len() as u32).collect();
    draw::shuffle(random, &mut letters);
    letters.truncate(length);
    letters
}
