//! Many examples at once.

use oorandom::Rand32;

use super::{Split, Task};
use crate::core::random::mixed;

/// `size` examples of `task` below each other: size·n tokens, and as many targets. They depend on
/// seed, step and split alone, so a run that is resumed sees what it would have seen, and nothing
/// of the generator has to be saved.
pub fn batch(
    task: Task,
    seed: u64,
    step: u64,
    split: Split,
    size: usize,
) -> (Vec<u32>, Vec<Option<u32>>) {
    let mut random = Rand32::new(start(seed, step, split));
    let (mut ids, mut targets) = (Vec::new(), Vec::new());
    for _ in 0..size {
        let example = task.example(&mut random, split);
        ids.extend(example.ids);
        targets.extend(example.targets);
    }
    (ids, targets)
}

/// Neighbouring seeds and steps must not give neighbouring generators, so each is mixed in turn.
const fn start(seed: u64, step: u64, split: Split) -> u64 {
    let side = match split {
        Split::Train => 0,
        Split::HeldOut => 1,
    };
    mixed(mixed(mixed(seed) ^ step) ^ side)
}
