//! What one step of training reads: windows into the text, drawn from a seed and the number of the step.

use oorandom::Rand64;

use crate::plan::Plan;
use crate::words::VOCAB;

/// Tokens of one window.
pub const LENGTH: usize = 256;

/// The windows of a step: tokens, and the token that follows each. One in [`Plan::echoes`] holds a stretch twice, of a
/// book or (one in three of them) of random tokens, so that there is something to look back for: books repeat
/// themselves too little to teach that.
#[must_use]
pub fn drawn(text: &[u32], plan: &Plan, step: u32) -> (Vec<u32>, Vec<Option<u32>>) {
    let mut random = Rand64::new((u128::from(plan.seed) << 32) | u128::from(step));
    let (mut ids, mut targets) = (Vec::new(), Vec::new());
    for _ in 0..plan.batch {
        let last = (text.len() - LENGTH - 1) as u64;
        let start = random.rand_range(0..last) as usize;
        let mut window = text[start..start + LENGTH + 1].to_vec();
        if plan.echoes > 0 && random.rand_range(0..plan.echoes) == 0 {
            match random.rand_range(0..3) {
                0 => repeat(&mut window, &mut random),
                _ => echo(&mut window, &mut random),
            }
        }
        ids.extend_from_slice(&window[..LENGTH]);
        targets.extend(window[1..].iter().map(|&id| Some(id)));
    }
    (ids, targets)
}

/// Random tokens, a stretch of them again and again to the end.
fn repeat(window: &mut [u32], random: &mut Rand64) {
    // Short ones are more frequent than long ones: it is the first repetition that is hard.
    let longest = 1 << random.rand_range(3..7);
    let length = random.rand_range(4..longest) as usize;
    for place in 0..window.len() {
        window[place] = match place < length {
            true => spread(random.rand_range(0..VOCAB as u64 - 1)),
            false => window[place - length],
        };
    }
}

/// The `place`-th token of all but the first, in an order without rhyme: neighbours in the vocabulary are alike.
fn spread(place: u64) -> u32 {
    // 410 and 1023 have no divisor in common, so each comes once.
    (place * 410 % (VOCAB as u64 - 1) + 1) as u32
}

/// A stretch of the window comes once more, later.
fn echo(window: &mut [u32], random: &mut Rand64) {
    let all = window.len();
    let mut range = |from: usize, to: usize| random.rand_range(from as u64..to as u64) as usize;
    let length = range(16, all / 2);
    let from = range(0, all - 2 * length + 1);
    let to = range(from + length, all - length + 1);
    window.copy_within(from..from + length, to);
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: [u32; 4] = [1, 2, 601, 3000];

    fn text() -> Vec<u32> {
        (0..2000).map(|place| place * 7 % 1000 + 1).collect()
    }

    #[test]
    fn a_step_draws_the_same_windows_again_and_another_step_others() {
        let (text, plan) = (text(), Plan::default());
        for step in STEPS {
            let drawn_now = drawn(&text, &plan, step);
            assert_eq!(drawn_now, drawn(&text, &plan, step));
            assert_ne!(drawn_now, drawn(&text, &plan, step + 1));
            let (ids, targets) = drawn_now;
            assert_eq!((ids.len(), targets.len()), (16 * LENGTH, 16 * LENGTH));
            // Each is to predict the one that follows it.
            for (ids, targets) in ids.chunks(LENGTH).zip(targets.chunks(LENGTH)) {
                let next = ids.iter().skip(1).map(|id| Some(*id));
                assert!(next.eq(targets[..LENGTH - 1].iter().copied()), "{step}");
            }
        }
    }

    #[test]
    fn random_tokens_come_again_and_again_to_the_end() {
        let mut random = Rand64::new(5);
        for _ in 0..20 {
            let mut window = text()[..LENGTH + 1].to_vec();
            repeat(&mut window, &mut random);
            let again = |period: &usize| {
                let pairs = window.iter().zip(&window[*period..]);
                pairs.into_iter().all(|(one, other)| one == other)
            };
            assert!((4..64).any(|period| again(&period)), "{window:?}");
        }
    }

    #[test]
    fn an_echo_holds_a_stretch_twice() {
        let text = text();
        let mut random = Rand64::new(5);
        for _ in 0..20 {
            let mut window = text[..LENGTH + 1].to_vec();
            echo(&mut window, &mut random);
            let changed = window
                .iter()
                .zip(&text)
                .filter(|(one, other)| one != other)
                .count();
            assert!((16..=LENGTH / 2).contains(&changed), "{changed}");
            let first = (0..window.len())
                .find(|place| window[*place] != text[*place])
                .unwrap_or(0);
            let copied = &window[first..first + 16];
            assert!(text[..first].windows(16).any(|own| own == copied));
        }
    }

    #[test]
    fn every_token_but_the_first_comes_once() {
        let mut all: Vec<u32> = (0..VOCAB as u64 - 1).map(spread).collect();
        all.sort_unstable();
        assert!(all.into_iter().eq(1..VOCAB as u32));
    }
}
