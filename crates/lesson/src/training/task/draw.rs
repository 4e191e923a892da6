//! Drawing at random, and the line between what is trained on and what is kept for the test.

use oorandom::Rand32;

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

/// A number every bit of which depends on every bit of `x`: one step of splitmix64 (Steele et al.
/// 2014, "Fast Splittable Pseudorandom Number Generators", §5).
pub(super) const fn mixed(x: u64) -> u64 {
    let x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
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
