//! Always the most likely token.

use crate::model::{Cache, Model, ModelError, Run};

/// The place of the largest logit; the first of equals. `None` where there are none.
#[must_use]
pub fn most_likely(logits: &[f32]) -> Option<u32> {
    let larger = |best: Option<(usize, f32)>, (token, &logit): (usize, &f32)| match best {
        Some((_, most)) if logit <= most || logit.is_nan() => best,
        _ => Some((token, logit)),
    };
    let (token, _) = logits.iter().enumerate().fold(None, larger)?;
    u32::try_from(token).ok()
}

/// How many tokens of a prompt are read at once.
const PORTION: usize = 64;

/// The `count` tokens that follow `prompt` when always the most likely one is taken, each read
/// once: what was computed for earlier tokens is kept in a [`Cache`].
///
/// # Errors
/// [`ModelError::NotCausal`] for a model that looks ahead, [`ModelError::TooLong`] when `prompt`
/// and all but the last of the new tokens are more than the model has positions, [`ModelError::Count`] for an empty
/// prompt, [`ModelError::UnknownToken`], [`ModelError::Memory`].
pub fn greedy(model: &Model, prompt: &[u32], count: usize) -> Result<Vec<u32>, ModelError> {
    if !model.config().causal {
        return Err(ModelError::NotCausal);
    }
    if prompt.is_empty() {
        return Err(ModelError::Count {
            what: "tokens or more",
            found: 0,
            wanted: 1,
        });
    }
    // The last token is written, but not read.
    let tokens = prompt.len().saturating_add(count.saturating_sub(1));
    let max_len = model.config().max_len;
    if tokens > max_len {
        return Err(ModelError::TooLong { tokens, max_len });
    }
    let mut cache = Cache::new(model)?;
    // In portions, because the weights of a whole long prompt would fill the memory of a page.
    let mut next = None;
    for portion in prompt.chunks(PORTION) {
        let mut run = Run::next(model, portion.len())?;
        model.extend(&mut cache, portion, &mut run)?;
        next = most_likely(run.logits().row(portion.len() - 1));
    }
    let mut one = Run::next(model, 1)?;
    let mut written = Vec::new();
    while let Some(token) = next.filter(|_| written.len() < count) {
        written.push(token);
        next = None;
        if written.len() < count {
            model.extend(&mut cache, &[token], &mut one)?;
            next = most_likely(one.logits().row(0));
        }
    }
    Ok(written)
}
