//! `a c f b … → … b f c a`: write letters from the last to the first.
//!
//! To be computed: at the k-th place after the arrow, the k-th letter from the end of the
//! question. The distance grows by two from place to place, so no fixed offset will do: the head
//! has to join each position to its mirror image (Weiss et al. 2021, "Thinking Like Transformers",
//! §3, where `reverse` is the first example).

use oorandom::Rand32;

use crate::lessons::training::heads::HeadKind;

use super::{Definition, Example, Objective, Split, copy, draw, rewrite};

pub(super) const TASK: Definition = Definition {
    slug: "reverse",
    words: &copy::WORDS,
    n: rewrite::N,
    objective: Objective::Next,
    expected: &[HeadKind::Source],
    separator: Some(rewrite::ARROW),
    end: None,
    padding: None,
    example,
    links: |ids| rewrite::links(ids, |question, k, j| j + k + 1 == question.len()),
};

fn example(random: &mut Rand32, split: Split) -> Example {
    let letters = draw::content(random, split, |random| {
        draw::several(random, rewrite::SYMBOLS, rewrite::ARROW)
    });
    let answer: Vec<u32> = letters.iter().rev().copied().collect();
    rewrite::example(letters, &answer)
}
