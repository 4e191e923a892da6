//! *The keys to the old cabinet near the door _ rusty now*: is or are?

use oorandom::Rand32;

use crate::lessons::training::task::draw::{content, shuffle};
use crate::lessons::training::task::{Example, Split};

use super::words::{GAP, NOUNS, PLURAL, PREPOSITIONS, STATES, THE, THINGS, id, ids, word};

/// Where the verb is missing in a sentence, and its subject. Places count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// The place of the gap.
    pub gap: usize,
    /// The noun that the verb agrees with.
    pub subject: usize,
    /// Whether the subject is in the plural.
    pub plural: bool,
}

/// The subject of a sentence with a gap: the first noun after *the* that no preposition governs.
/// `None` in any other sentence.
pub fn agreement(ids: &[u32]) -> Option<Agreement> {
    let gap = ids.iter().position(|&id| id == GAP)?;
    let before = |place: usize, back: usize| place.checked_sub(back).map(|place| ids[place]);
    let governed = |place| before(place, 2).is_some_and(|id| PREPOSITIONS.contains(&id));
    let is_subject = |&place: &usize| {
        NOUNS.contains(&ids[place]) && before(place, 1) == Some(THE) && !governed(place)
    };
    let subject = (0..ids.len()).find(is_subject)?;
    Some(Agreement {
        gap,
        subject,
        plural: ids[subject] >= THINGS.end,
    })
}

/// The content is the three nouns with their numbers, and the adjective.
pub(super) fn example(random: &mut Rand32, split: Split) -> Example {
    let content = content(random, split, |random| {
        let mut content = nouns(random);
        content.push(random.rand_range(STATES));
        content
    });
    let now = random.rand_range(0..2) == 0;
    let sentence = sentence(
        random,
        [content[0], content[1], content[2], content[3]],
        now,
    );
    let gap = sentence.iter().position(|&id| id == GAP);
    let verb = id(form(content[0] >= THINGS.end, now));
    Example::filled(sentence, gap.unwrap_or_default(), verb.unwrap_or(GAP))
}

/// Three different things. Each is in the singular or plural by itself: if the others were always
/// of the other number, one could read the verb off them.
fn nouns(random: &mut Rand32) -> Vec<u32> {
    let mut things: Vec<u32> = THINGS.collect();
    shuffle(random, &mut things);
    things.truncate(3);
    let mut number = |thing| thing + PLURAL * random.rand_range(0..2);
    things.into_iter().map(&mut number).collect()
}

const fn form(plural: bool, now: bool) -> &'static str {
    match (plural, now) {
        (false, true) => "is",
        (true, true) => "are",
        (false, false) => "was",
        (true, false) => "were",
    }
}

fn sentence(random: &mut Rand32, content: [u32; 4], now: bool) -> Vec<u32> {
    let [subject, second, third, state] = content.map(word);
    let time = if now { "now" } else { "then" };
    let mut places = ["by", "near", "behind"];
    shuffle(random, &mut places);
    let [first, other, _] = places;
    // Only keys are keys *to* something.
    let first = if subject.starts_with("key") {
        "to"
    } else {
        first
    };
    let nouns = format!("the {subject} {first} the old {second}");
    let other = format!("{other} the {third}");
    ids(&match random.rand_range(0..4) {
        0 => format!("{nouns} {other} _ {state} {time}"),
        1 => format!("{time} {nouns} {other} _ {state}"),
        2 => format!("_ {nouns} {other} {state} {time}"),
        _ => format!("{other} {nouns} _ {state} {time}"),
    })
}
