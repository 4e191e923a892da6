//! `a + b = c`, modulo 23: arithmetic without numbers, as tokens are only names.
//!
//! To be computed: a table of 529 sums, of which a fifth is never shown. It can be remembered, and
//! at first it is; the held-out fifth is right only once a rule is found, often much later
//! (Power et al. 2022, "Grokking"). The rule found turns each number into angles, and adds angles:
//! cos and sin of multiples of 2πa/p (Nanda et al. 2023, "Progress Measures for Grokking via
//! Mechanistic Interpretability", §4). The heads have only to bring both numbers to the equals sign.

use oorandom::Rand32;

use crate::lessons::training::heads::HeadKind;

use super::{Definition, Example, Link, Objective, Split, draw};

/// The modulus; a prime, so that every number but 0 is as good as every other.
const P: u32 = 23;
const PLUS: u32 = P;
const EQUALS: u32 = P + 1;

pub(super) const TASK: Definition = Definition {
    slug: "modular",
    words: &[
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16",
        "17", "18", "19", "20", "21", "22", "+", "=",
    ],
    n: 5,
    objective: Objective::Next,
    expected: &[HeadKind::Operand],
    separator: Some(EQUALS),
    end: None,
    padding: None,
    example,
    links,
};

fn example(random: &mut Rand32, split: Split) -> Example {
    let pair = draw::content(random, split, |random| draw::several(random, 2, P));
    let (a, b) = (pair[0], pair[1]);
    Example::written(vec![a, PLUS, b, EQUALS, (a + b) % P], 4, 5)
}

/// From the equals sign to both numbers.
fn links(ids: &[u32]) -> Vec<Link> {
    let kind = HeadKind::Operand;
    match *ids {
        [a, PLUS, b, EQUALS, ..] if a < P && b < P => {
            [0, 2].map(|to| Link::new(3, to, kind)).to_vec()
        }
        _ => Vec::new(),
    }
}
