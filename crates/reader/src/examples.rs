//! Places in held-out text where an induction head is seen at work: what follows followed the same token before, the
//! model expects it, and without the head it hardly does.

use attention::load::Tokenizer;
use attention::model::{Ablation, Model, Run};
use std::fmt::Write as _;

use crate::heads;

/// Tokens of one example.
const LENGTH: usize = 48;

/// The least weight on the key that is meant.
const SEEN: f32 = 0.2;

/// How many are written down.
const COUNT: usize = 24;

struct Example {
    text: String,
    next: String,
    with: f32,
    without: f32,
    weight: f32,
}

/// The clearest of them, as a list.
///
/// # Errors
/// In words.
pub fn found(model: &Model, words: &str, held_out: &[Vec<u32>]) -> Result<String, String> {
    let tokenizer = Tokenizer::new(words.as_bytes()).map_err(|error| error.to_string())?;
    let probed = heads::on(model, &heads::probe())?;
    let score = |place: &usize| probed.get(*place).map_or(0.0, |own| own.0[0].found);
    let strongest = (0..probed.len()).max_by(|one, other| score(one).total_cmp(&score(other)));
    let (at, all) = (strongest.unwrap_or(0), model.config().n_heads);
    let head = (at / all, at % all);
    let mut found = Vec::new();
    for chapter in held_out {
        for start in (1..chapter.len().saturating_sub(LENGTH + 1)).step_by(LENGTH / 2) {
            look(
                model,
                &tokenizer,
                head,
                &chapter[start..start + LENGTH + 1],
                &mut found,
            )?;
        }
    }
    found.sort_by(|one, other| (other.with - other.without).total_cmp(&(one.with - one.without)));
    let (layer, number) = (head.0 + 1, head.1 + 1);
    let mut list = format!("Head {layer}.{number}, places found: {}.\n\n", found.len());
    for own in found.iter().take(COUNT) {
        let _ = writeln!(
            list,
            "- {:?} → {:?}: {:.2}, without it {:.2}; weight {:.2}",
            own.text, own.next, own.with, own.without, own.weight
        );
    }
    Ok(list)
}

fn look(
    model: &Model,
    tokenizer: &Tokenizer,
    (layer, head): (usize, usize),
    ids: &[u32],
    found: &mut Vec<Example>,
) -> Result<(), String> {
    let words = |error: attention::model::ModelError| error.to_string();
    let mut run = Run::new(model, 1, LENGTH).map_err(words)?;
    model.forward(&ids[..LENGTH], &mut run).map_err(words)?;
    let whole = run.clone();
    let output = vec![0.0; model.config().d_head];
    let out = [Ablation {
        layer,
        head,
        output,
    }];
    model
        .forward_ablated(&ids[..LENGTH], &mut run, &out)
        .map_err(words)?;
    let weights = whole.weights(model, layer, 0, head);
    for place in LENGTH / 2..LENGTH {
        let (own, next) = (ids[place], ids[place + 1]);
        let before = (1..place)
            .rev()
            .find(|&j| ids[j - 1] == own && ids[j] == next);
        let Some(before) = before else { continue };
        let chance = |run: &Run| probability(run.logits().row(place), next);
        let (with, without) = (chance(&whole), chance(&run));
        let weight = weights.at(place, before);
        if with > 0.3 && without < with * 0.7 && weight > SEEN {
            let text = tokenizer
                .decode(&ids[..=place])
                .map_err(|error| error.to_string())?;
            let next = tokenizer
                .decode(&[next])
                .map_err(|error| error.to_string())?;
            found.push(Example {
                text,
                next,
                with,
                without,
                weight,
            });
        }
    }
    Ok(())
}

fn probability(logits: &[f32], token: u32) -> f32 {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - largest).exp()).sum();
    logits
        .get(token as usize)
        .map_or(0.0, |logit| (logit - largest).exp() / sum)
}
