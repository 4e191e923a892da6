//! From logits to the chance of each token, and from a random number to a token.

use super::{Sampling, SamplingError};
use crate::kernels::exp;
use std::cmp::Ordering;

/// A token that may come next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The token.
    pub token: u32,
    /// Its logit; −∞ where the model gave NaN.
    pub logit: f32,
    /// Softmax of logit/temperature over the whole vocabulary.
    pub probability: f32,
    /// How likely it is drawn: its share of what top-k and top-p have left, 0 if they cut it.
    pub chance: f32,
}

/// The tokens of a vocabulary with their chances of being drawn after one row of `logits`, most
/// probable first, of equals the lower token first.
///
/// Top-k keeps the k most probable tokens; of these, top-p keeps the fewest that together have the
/// share p of what top-k has left (Holtzman et al. 2020, §3.1, equations 2 and 3). At least one
/// token stays. At temperature 1 the probabilities have the bits of [`softmax`](crate::softmax()).
///
/// Logits of +∞ share the probability equally; −∞ and NaN have none. Where no logit is above −∞,
/// there is nothing to draw: all probabilities and chances are 0.
///
/// # Errors
/// As [`Sampling::check`].
pub fn distribution(logits: &[f32], sampling: &Sampling) -> Result<Vec<Choice>, SamplingError> {
    sampling.check()?;
    let mut choices = softmax(logits, sampling.temperature);
    // Stable, so that equals stay in the order of their tokens.
    choices.sort_by(|a, b| b.logit.partial_cmp(&a.logit).unwrap_or(Ordering::Equal));
    let kept = kept(&choices, sampling);
    let left = mass(&choices[..kept]);
    for choice in &mut choices[..kept] {
        choice.chance = share(choice.probability, left);
    }
    Ok(choices)
}

/// The token of which the random number `u` in [0, 1) falls into the part, when the chances are
/// laid end to end in the order of `choices`; the last that has a chance for a `u` past the end.
/// `None` when no token has a chance, or `u` is NaN.
#[must_use]
pub fn draw(choices: &[Choice], u: f32) -> Option<u32> {
    // In f64: of many thousand chances an f32 sum would lose the small ones.
    let (mut end, mut last) = (0.0, None);
    for choice in choices.iter().filter(|choice| choice.chance > 0.0) {
        end += f64::from(choice.chance);
        last = Some(choice.token);
        if f64::from(u) < end {
            return last;
        }
    }
    last.filter(|_| !u.is_nan())
}

/// Each token with its probability, in the order of the vocabulary; no chances yet.
fn softmax(logits: &[f32], temperature: f32) -> Vec<Choice> {
    let logits = logits
        .iter()
        .map(|x| if x.is_nan() { f32::NEG_INFINITY } else { *x });
    let max = logits.clone().fold(f32::NEG_INFINITY, f32::max);
    let choice = |(token, logit)| Choice {
        token,
        logit,
        // (x − max)/T rather than x/T − max/T: no T, however small, makes it overflow upwards.
        probability: exp(below(logit, max) / temperature),
        chance: 0.0,
    };
    let mut choices: Vec<_> = (0..).zip(logits).map(choice).collect();
    let mut sum = 0.0;
    choices.iter().for_each(|choice| sum += choice.probability);
    // Where nothing is above −∞ there is nothing to share out.
    let sum: f32 = if sum > 0.0 { sum } else { 1.0 };
    choices
        .iter_mut()
        .for_each(|choice| choice.probability /= sum);
    choices
}

/// x − max, 0 where both are +∞, −∞ for x = −∞ whatever the largest.
fn below(x: f32, max: f32) -> f32 {
    if x == f32::NEG_INFINITY {
        x
    } else if x == max {
        0.0
    } else {
        x - max
    }
}

/// How many of `choices`, most probable first, may be drawn.
fn kept(choices: &[Choice], sampling: &Sampling) -> usize {
    let most = sampling
        .top_k
        .map_or(choices.len(), |k| k.min(choices.len()));
    let Some(p) = sampling.top_p.filter(|&p| p < 1.0) else {
        return most;
    };
    let enough = f64::from(p) * mass(&choices[..most]);
    let mut sum = 0.0;
    let reaches = |choice: &Choice| {
        sum += f64::from(choice.probability);
        sum >= enough
    };
    choices[..most]
        .iter()
        .position(reaches)
        .map_or(most, |last| last + 1)
}

/// The probability of all `choices` together, in f64 as in [`draw`].
fn mass(choices: &[Choice]) -> f64 {
    choices
        .iter()
        .map(|choice| f64::from(choice.probability))
        .sum()
}

/// part/whole, 0 of nothing.
fn share(part: f32, whole: f64) -> f32 {
    if whole > 0.0 {
        (f64::from(part) / whole) as f32
    } else {
        0.0
    }
}
