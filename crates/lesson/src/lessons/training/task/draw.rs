//! Drawing at random, and the line between what is trained on and what is kept for the test.

use oorandom::Rand32;

use crate::core::random::mixed;

/// Which examples: no content is on both sides, so what is answered rightly on the held-out side
/// was not remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Split {
    /// About four contents in five: to learn from.
    Train,
    /// About one in five: to see whether the rule was learned.
    HeldOut,
}

/// Draws until the content falls on the wanted side: 5/4 or 5 attempts on average.
pub(super) fn content(
    random: &mut Rand32,
    split: Split,
    mut draw: impl FnMut(&mut Rand32) -> Vec<u32>,
) -> Vec<u32> {
    loop {
        let content = draw(random);
        if side(&content) == split {
            return content;
        }
    }
}

/// The side of a content. Its own hash decides, so nothing has to be remembered of what was drawn.
pub(super) fn side(content: &[u32]) -> Split {
    let hash = content
        .iter()
        .fold(0, |hash, &x| mixed(hash ^ u64::from(x)));
    if hash % 5 == 0 {
        Split::HeldOut
    } else {
        Split::Train
    }
}

/// `count` numbers below `limit`.
pub(super) fn several(random: &mut Rand32, count: usize, limit: u32) -> Vec<u32> {
    (0..count).map(|_| random.rand_range(0..limit)).collect()
}

/// Shuffles by Fisher and Yates (Knuth, TAOCP vol. 2, §3.4.2, algorithm P).
pub(super) fn shuffle<T>(random: &mut Rand32, items: &mut [T]) {
    for i in (1..items.len()).rev() {
        items.swap(i, random.rand_range(0..i as u32 + 1) as usize);
    }
}
