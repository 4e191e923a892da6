//! `( [ ] { → } ) .`: close the brackets that are still open, the last opened first, then stop.
//!
//! To be computed: which openings have no closing yet, and in which order: a stack (a Dyck
//! language of three kinds). A transformer has none; it counts depth with heads that look at all
//! brackets before, and then looks for the last opening of the depth that is due (Ebrahimi et al.
//! 2020, "How Can Self-Attention Networks Recognize Dyck-n Languages?", §5; Yao et al. 2021,
//! "Self-Attention Networks Can Process Bounded Hierarchical Languages", §4).

use oorandom::Rand32;

use crate::lessons::training::heads::HeadKind;

use super::{Definition, Example, Link, Objective, Split, draw};

/// The kinds of brackets; kind k opens with token 2k and closes with 2k + 1.
const KINDS: u32 = 3;
const ARROW: u32 = 2 * KINDS;
const END: u32 = ARROW + 1;
const PADDING: u32 = ARROW + 2;

const SHORTEST: u32 = 6;
const LONGEST: u32 = 12;
const DEEPEST: usize = 6;

/// The longest beginning, the arrow, the most brackets to close, the end.
const N: usize = LONGEST as usize + DEEPEST + 2;

pub(super) const TASK: Definition = Definition {
    slug: "brackets",
    words: &["(", ")", "[", "]", "{", "}", "→", ".", "·"],
    n: N,
    objective: Objective::Next,
    expected: &[HeadKind::MatchingBracket, HeadKind::Spread],
    separator: Some(ARROW),
    end: Some(END),
    padding: Some(PADDING),
    example,
    links,
};

fn example(random: &mut Rand32, split: Split) -> Example {
    let mut ids = draw::content(random, split, beginning);
    let open = open(&ids);
    let closing = open.iter().rev().map(|&place| ids[place] + 1);
    let answer: Vec<u32> = closing.chain([END]).collect();
    ids.push(ARROW);
    let prompt = ids.len();
    ids.extend(answer);
    let end = ids.len();
    ids.resize(N, PADDING);
    Example::written(ids, prompt, end)
}

/// A walk that opens or closes as a coin decides, with something left to close.
fn beginning(random: &mut Rand32) -> Vec<u32> {
    let length = random.rand_range(SHORTEST..LONGEST + 1);
    loop {
        let mut ids = Vec::new();
        for _ in 0..length {
            let bracket = bracket(random, &ids);
            ids.push(bracket);
        }
        if (1..=DEEPEST).contains(&open(&ids).len()) {
            return ids;
        }
    }
}

/// One more bracket: a random opening, or the closing that is due.
fn bracket(random: &mut Rand32, before: &[u32]) -> u32 {
    match open(before).last() {
        Some(&place) if random.rand_range(0..2) == 1 => before[place] + 1,
        _ => 2 * random.rand_range(0..KINDS),
    }
}

/// The places of the brackets that are open after `ids`, the first opened first. A closing bracket
/// that fits nothing closes nothing.
fn open(ids: &[u32]) -> Vec<usize> {
    let mut open: Vec<usize> = Vec::new();
    for (place, &id) in ids.iter().enumerate().filter(|(_, id)| **id < ARROW) {
        if id % 2 == 0 {
            open.push(place);
        } else if open.last().is_some_and(|&last| ids[last] + 1 == id) {
            open.pop();
        }
    }
    open
}

/// From each place that writes a closing bracket to the opening it has to match.
fn links(ids: &[u32]) -> Vec<Link> {
    let Some(arrow) = ids.iter().position(|&id| id == ARROW) else {
        return Vec::new();
    };
    let kind = HeadKind::MatchingBracket;
    let open = open(&ids[..arrow]).into_iter().rev();
    let links = (arrow..ids.len()).zip(open);
    links.map(|(from, to)| Link::new(from, to, kind)).collect()
}
