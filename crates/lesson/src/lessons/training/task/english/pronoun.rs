//! *The animal did not cross the street because it was too tired*: which is tired?

use oorandom::Rand32;

use crate::lessons::training::task::draw::content;
use crate::lessons::training::task::{Example, Split};

use super::words::{ANIMALS, IT, OF_ANIMALS, OF_PLACES, PARTICIPLES, PLACES, VERBS, ids, word};

/// Where *it* stands in a sentence, and what it may refer to. Places count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The place of *it*.
    pub it: usize,
    /// The noun that it stands for.
    pub right: usize,
    /// The noun that it does not stand for.
    pub wrong: usize,
    /// The adjective that decides.
    pub adjective: usize,
    /// Whether it is the animal.
    pub animate: bool,
}

/// What *it* refers to in a sentence that has *it*, one animal, one place and an adjective that
/// fits only one of them; `None` in any other.
pub fn referent(ids: &[u32]) -> Option<Reference> {
    let it = only(ids, |id| id == IT)?;
    let animal = only(ids, |id| ANIMALS.contains(&id))?;
    let place = only(ids, |id| PLACES.contains(&id))?;
    let adjective = only(ids, |id| {
        OF_ANIMALS.contains(&id) || OF_PLACES.contains(&id)
    })?;
    let animate = OF_ANIMALS.contains(&ids[adjective]);
    let (right, wrong) = if animate {
        (animal, place)
    } else {
        (place, animal)
    };
    Some(Reference {
        it,
        right,
        wrong,
        adjective,
        animate,
    })
}

/// The place of the one wanted word, if there is just one.
fn only(ids: &[u32], wanted: impl Fn(u32) -> bool) -> Option<usize> {
    let mut places = (0..ids.len()).filter(|&i| wanted(ids[i]));
    places.next().filter(|_| places.next().is_none())
}

/// The content is both nouns and the adjective: a held-out sentence has words that are all known,
/// in a combination that is not.
pub(super) fn example(random: &mut Rand32, split: Split) -> Example {
    let content = content(random, split, words);
    let (animal, place, adjective) = (content[0], content[1], content[2]);
    let sentence = sentence(random, [animal, place, adjective]);
    let it = sentence.iter().position(|&id| id == IT);
    let noun = if OF_ANIMALS.contains(&adjective) {
        animal
    } else {
        place
    };
    Example::filled(sentence, it.unwrap_or_default(), noun)
}

/// An animal, a place, and an adjective that fits the one or, as often, the other.
fn words(random: &mut Rand32) -> Vec<u32> {
    let of_animals = random.rand_range(0..2) == 0;
    let fitting = if of_animals { OF_ANIMALS } else { OF_PLACES };
    let groups = [ANIMALS, PLACES, fitting];
    groups.map(|group| random.rand_range(group)).to_vec()
}

fn sentence(random: &mut Rand32, content: [u32; 3]) -> Vec<u32> {
    let [animal, place, adjective] = content.map(word);
    let (verb, participle) = (random.rand_range(VERBS), random.rand_range(PARTICIPLES));
    let (verb, participle) = (word(verb), word(participle));
    let reason = format!("because it was too {adjective}");
    let active = format!("the {animal} did not {verb} the {place}");
    let passive = format!("the {place} was {participle} by the {animal}");
    ids(&match random.rand_range(0..4) {
        0 => format!("{active} {reason}"),
        1 => format!("{passive} {reason}"),
        2 => format!("{reason} {active}"),
        _ => format!("{reason} {passive}"),
    })
}
