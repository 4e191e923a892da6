//! What one step of training reads: windows into the text, drawn from a seed and the number of the step.

use oorandom::Rand64;

use crate::plan::Plan;
use crate::words::VOCAB;

/// Tokens of one window.
pub const LENGTH: usize = 256;

/// The windows of a step: tokens, and the token that follows each. One in `plan.echoes` holds a stretch twice, so that
/// there is something to look back for: the text is too short to teach that by itself.
#[must_use]
pub fn drawn(text: &[u32], plan: &Plan, step: u32) -> (Vec<u32>, Vec<Option<u32>>) {
    let mut random = Rand64::new((u128::from(plan.seed) << 32) | u128::from(step));
    let (mut ids, mut targets) = (Vec::new(), Vec::new());
    for _ in 0..plan.batch {
        let last = (text.len() - LENGTH - 1) as u64;
        let start = random.rand_range(0..last) as usize;
        let mut window = text[start..start + LENGTH + 1].to_vec();
        if plan.echoes > 0 && random.rand_range(0..plan.echoes) == 0 {
            echo(&mut window, &mut random);
        }
        ids.extend_from_slice(&window[..LENGTH]);
        targets.extend(window[1..].iter().map(|&id| Some(id)));
    }
    (ids, targets)
}

/// Repeats a stretch of the window later in it, after it was made of random tokens in half of all windows.
fn echo(window: &mut [u32], random: &mut Rand64) {
    let all = window.len();
    if random.rand_range(0..2) == 0 {
        window.fill_with(|| random.rand_range(1..VOCAB as u64) as u32);
    }
    let length = random.rand_range(16..all as u64 / 2) as usize;
    let from = random.rand_range(0..(all - 2 * length + 1) as u64) as usize;
    let to = random.rand_range((from + length) as u64..(all - length + 1) as u64) as usize;
    window.copy_within(from..from + length, to);
}
