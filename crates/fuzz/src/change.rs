//! Changes that keep to the structure of an input: pieces between separators are exchanged, doubled, dropped.

use std::cell::RefCell;
use std::collections::BTreeMap;

use oorandom::Rand32;

use crate::Target;

/// Numbers at the edge of something.
const EDGES: [&str; 24] = [
    "0",
    "-0",
    "1",
    "-1",
    "2",
    "7",
    "16",
    "17",
    "63",
    "64",
    "255",
    "256",
    "511",
    "512",
    "513",
    "65536",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "3.4e38",
    "-1e-45",
    "1e999",
    "NaN",
    "0.1000000000000000055511151231257827",
];

/// `input` with one to four changes, by a generator that began with `seed`.
#[must_use]
pub fn changed(target: &Target, input: &[u8], seed: u64) -> Vec<u8> {
    let mut random = Rand32::new(seed);
    let mut input = input.to_vec();
    for _ in 0..=random.rand_range(0..4) {
        let by_structure = !target.separators.is_empty() && random.rand_range(0..4) > 0;
        match by_structure {
            true => pieces(target, &mut input, &mut random),
            false => bytes(&mut input, &mut random),
        }
    }
    input
}

/// One change to the pieces between separators, which stay where they are.
fn pieces(target: &Target, input: &mut Vec<u8>, random: &mut Rand32) {
    let is_separator = |byte: &u8| target.separators.as_bytes().contains(byte);
    let mut ends = vec![0];
    for (at, byte) in input.iter().enumerate() {
        if is_separator(byte) {
            ends.extend([at, at + 1]);
        }
    }
    ends.push(input.len());
    let spans: Vec<_> = ends.chunks_exact(2).map(|own| own[0]..own[1]).collect();
    let pick = |random: &mut Rand32| spans[below(random, spans.len())].clone();
    let (one, other) = (pick(random), pick(random));
    // From the start of one piece to the end of another, separators between them included.
    let stretch = one.start.min(other.start)..one.end.max(other.end);
    let new = match random.rand_range(0..6) {
        0 | 1 => word(target, random),
        2 => EDGES[below(random, EDGES.len())].as_bytes().to_vec(),
        3 => input[other].to_vec(),
        4 => {
            let twice = [&input[stretch.clone()], &input[stretch.clone()]];
            let separator = target.separators.as_bytes()[below(random, target.separators.len())];
            input.splice(stretch, twice.join(&separator));
            return;
        }
        _ => {
            input.drain(stretch);
            return;
        }
    };
    input.splice(one, new);
}

fn word(target: &Target, random: &mut Rand32) -> Vec<u8> {
    // Put together once: those of links are hundreds.
    thread_local! {
        static WORDS: RefCell<BTreeMap<&'static str, Vec<String>>> = RefCell::default();
    }
    WORDS.with_borrow_mut(|all| {
        let words = all.entry(target.name).or_insert_with(target.words);
        let word = words.get(below(random, words.len()));
        word.cloned().unwrap_or_default().into_bytes()
    })
}

/// One change that knows of nothing.
fn bytes(input: &mut Vec<u8>, random: &mut Rand32) {
    let at = below(random, input.len() + 1);
    let byte = random.rand_u32() as u8;
    match (random.rand_range(0..5), input.get_mut(at)) {
        (0, Some(own)) => *own ^= 1 << (byte % 8),
        (1, Some(own)) => *own = byte,
        (2, Some(_)) => drop(input.remove(at)),
        (3, _) => input.truncate(at),
        _ => input.insert(at, byte),
    }
}

fn below(random: &mut Rand32, end: usize) -> usize {
    random.rand_range(0..end.max(1) as u32) as usize
}
