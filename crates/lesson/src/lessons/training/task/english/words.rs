//! The vocabulary: 64 words.

use std::ops::Range;

/// Every word; groups of a sort stand together.
pub(super) const WORDS: [&str; 64] = [
    "_", "the", "it", "is", "are", "was", "were", "now", "then", "did", "not", "because", "too",
    "old", "to", "by", "near", "behind", // 18
    "animal", "dog", "cat", "horse", "fox", "goat", // 24
    "street", "road", "river", "field", "bridge", "valley", // 30
    "tired", "hungry", "scared", "ill", "lazy", "thirsty", // 36
    "wide", "narrow", "broad", "icy", "busy", "windy", // 42
    "cross", "reach", "visit", "explore", // 46
    "avoided", "feared", "left", // 49
    "key", "cabinet", "door", "box", "gate", "drawer", // 55
    "keys", "cabinets", "doors", "boxes", "gates", "drawers", // 61
    "rusty", "dirty", "broken",
];

pub(super) const GAP: u32 = 0;
pub(super) const THE: u32 = 1;
pub(super) const IT: u32 = 2;
/// *to, by, near, behind*
pub(super) const PREPOSITIONS: Range<u32> = 14..18;
pub(super) const ANIMALS: Range<u32> = 18..24;
pub(super) const PLACES: Range<u32> = 24..30;
/// What only an animal can be too much of.
pub(super) const OF_ANIMALS: Range<u32> = 30..36;
/// What only a place can be too much of.
pub(super) const OF_PLACES: Range<u32> = 36..42;
/// What an animal did not do to a place.
pub(super) const VERBS: Range<u32> = 42..46;
/// What was done to a place by an animal.
pub(super) const PARTICIPLES: Range<u32> = 46..49;
/// Things, the singular forms; the plural of each stands [`PLURAL`] further.
pub(super) const THINGS: Range<u32> = 49..55;
/// From a singular to its plural.
pub(super) const PLURAL: u32 = 6;
/// Things in both numbers.
pub(super) const NOUNS: Range<u32> = 49..61;
/// What things are.
pub(super) const STATES: Range<u32> = 61..64;

/// The word of a token.
pub(super) fn word(id: u32) -> &'static str {
    WORDS.get(id as usize).copied().unwrap_or_default()
}

/// The token of a word; `None` for one that is not in the vocabulary.
pub(super) fn id(word: &str) -> Option<u32> {
    let place = WORDS.iter().position(|known| *known == word);
    place.map(|place| place as u32)
}

/// The tokens of a sentence of known words.
pub(super) fn ids(sentence: &str) -> Vec<u32> {
    sentence.split(' ').filter_map(id).collect()
}
