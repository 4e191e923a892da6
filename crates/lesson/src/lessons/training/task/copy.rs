//! `a c f b … → a c f b …`: write the same letters again.
//!
//! To be computed: at each place after the arrow, the letter that stands eight places before. One
//! head does it, and can do it by position alone: a query at place i that fits the key at i − 8,
//! values and W_O that hand the letter over (a copying head: Elhage et al. 2021, "A Mathematical
//! Framework for Transformer Circuits", "Copying heads").

use oorandom::Rand32;

use crate::lessons::training::heads::HeadKind;

use super::{Definition, Example, Objective, Split, draw, rewrite};

pub(super) const TASK: Definition = Definition {
    slug: "copy",
    words: &WORDS,
    n: rewrite::N,
    objective: Objective::Next,
    expected: &[HeadKind::Source],
    separator: Some(rewrite::ARROW),
    end: None,
    padding: None,
    example,
    links: |ids| rewrite::links(ids, |_, k, j| j == k),
};

/// Ten letters and the arrow.
pub(super) const WORDS: [&str; 11] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "→"];

fn example(random: &mut Rand32, split: Split) -> Example {
    let letters = draw::content(random, split, |random| {
        draw::several(random, rewrite::SYMBOLS, rewrite::ARROW)
    });
    rewrite::example(letters.clone(), &letters)
}
