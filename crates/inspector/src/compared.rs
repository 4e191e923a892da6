//! What a model says whose weights were rounded, beside what it said before.

use attention::model::{Changes, Run};
use lesson::lessons::models::messages::Compared;

use crate::opening::Opened;
use crate::reading::{Read, run};

/// Measures on the text that was read `before`, with exact weights, what the rounding of `now` changed, and writes it on
/// its card. Nothing where there was no text, or where memory does not hold both at once.
pub async fn compare(before: Option<(&Opened, &Read)>, now: &mut Opened) {
    let Some((exact, read)) = before else { return };
    let Some(rounded) = now.card.rounded.as_mut() else {
        return;
    };
    if exact.card.rounded.is_some() || exact.model.config() != now.model.config() {
        return;
    }
    if let Ok(run) = run(&now.model, &read.ids, Changes::default()).await {
        rounded.compared = Some(beside(&read.whole, &run));
    }
}

/// Both runs are of one text.
fn beside(exact: &Run, rounded: &Run) -> Compared {
    let places = exact.logits().rows();
    let (mut same, mut bits) = (0, 0.0);
    for (exact, rounded) in exact.logits().iter_rows().zip(rounded.logits().iter_rows()) {
        same += usize::from(likeliest(exact) == likeliest(rounded));
        let (p, q) = (log_shares(exact), log_shares(rounded));
        let sum: f64 = p.iter().zip(&q).map(|(p, q)| p.exp() * (p - q)).sum();
        bits += sum / std::f64::consts::LN_2;
    }
    Compared {
        places,
        same,
        bits: (bits / places.max(1) as f64).max(0.0) as f32,
    }
}

fn likeliest(logits: &[f32]) -> Option<u32> {
    attention::sample::most_likely(logits)
}

/// ln softmax, in f64: the two differ by little.
fn log_shares(logits: &[f32]) -> Vec<f64> {
    let most = logits
        .iter()
        .fold(f64::NEG_INFINITY, |most, x| most.max(f64::from(*x)));
    let sum: f64 = logits.iter().map(|x| (f64::from(*x) - most).exp()).sum();
    let log = most + sum.ln();
    logits.iter().map(|x| f64::from(*x) - log).collect()
}
