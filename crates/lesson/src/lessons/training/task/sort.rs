//! `7 2 9 2 … → 2 2 7 9 …`: write digits in rising order; some stand there twice.
//!
//! To be computed: at each place after the arrow, the smallest digit of the question that has not
//! been written yet. Position is no help. One circuit looks from the digit written last to the next
//! larger one; another, which small models prefer, looks at the whole question alike, so that the
//! mean says how often each digit stands there, and leaves the rest to the MLP (sorting by counting,
//! as in Weiss et al. 2021, "Thinking Like Transformers", §3).

use oorandom::Rand32;

use crate::lessons::training::heads::HeadKind;

use super::{Definition, Example, Objective, Split, draw, rewrite};

pub(super) const TASK: Definition = Definition {
    slug: "sort",
    words: &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "→"],
    n: rewrite::N,
    objective: Objective::Next,
    expected: &[HeadKind::Spread, HeadKind::Source],
    separator: Some(rewrite::ARROW),
    end: None,
    padding: None,
    example,
    links: |ids| rewrite::links(ids, |question, k, j| question[j] == sorted(question)[k]),
};

/// The sorted digits are the content: no answer that is tested was ever shown in any order.
fn example(random: &mut Rand32, split: Split) -> Example {
    let answer = draw::content(random, split, |random| {
        sorted(&draw::several(random, rewrite::SYMBOLS, rewrite::ARROW))
    });
    let mut question = answer.clone();
    draw::shuffle(random, &mut question);
    rewrite::example(question, &answer)
}

fn sorted(digits: &[u32]) -> Vec<u32> {
    let mut sorted = digits.to_vec();
    sorted.sort_unstable();
    sorted
}
