//! What each head does.

use attention::model::{Model, Run};
use lesson::lessons::models::measures::{Does, Score, Sight, Text, repeated};

use crate::words::VOCAB;

const SIGHT: Sight = Sight {
    causal: true,
    window: None,
};

/// The patterns that are reported: the first, which tokens alone decide.
pub const REPORTED: usize = 5;

/// A score for every pattern on those tokens, layer by layer and head by head.
///
/// # Errors
/// In words.
pub fn on(model: &Model, ids: &[u32]) -> Result<Vec<Does>, String> {
    let config = model.config();
    let mut run = Run::new(model, 1, ids.len()).map_err(|error| error.to_string())?;
    model
        .forward(ids, &mut run)
        .map_err(|error| error.to_string())?;
    let all =
        (0..config.n_layers).flat_map(|layer| (0..config.n_heads).map(move |head| (layer, head)));
    let divides = &[];
    let text = Text { ids, divides };
    Ok(all
        .map(|(layer, head)| Does::of(text, &run.weights(model, layer, 0, head), SIGHT))
        .collect())
}

/// The tokens that the page tries heads on: random ones, twice.
#[must_use]
pub fn probe() -> Vec<u32> {
    repeated(VOCAB, 24)
}

/// The highest score of any head for each pattern.
#[must_use]
pub fn best(does: &[Does]) -> [f32; REPORTED] {
    let of = |pattern: usize| does.iter().map(move |own| own.0[pattern].found);
    std::array::from_fn(|pattern| of(pattern).fold(0.0, f32::max))
}

/// The mean of several measurements, each weighing as many queries as it had.
#[must_use]
pub fn mean(measured: &[Vec<Does>]) -> Vec<Does> {
    let heads = measured.first().map_or(0, Vec::len);
    let of = |head: usize, pattern: usize| -> Score {
        let scores = measured
            .iter()
            .filter_map(|does| does.get(head))
            .map(|does| does.0[pattern]);
        let sum = |part: fn(&Score) -> f32| {
            scores
                .clone()
                .map(|own| part(&own) * own.queries as f32)
                .sum::<f32>()
        };
        let queries = scores.clone().map(|own| own.queries).sum::<u32>();
        let all = queries.max(1) as f32;
        Score {
            found: sum(|own| own.found) / all,
            chance: sum(|own| own.chance) / all,
            queries,
        }
    };
    (0..heads)
        .map(|head| Does(std::array::from_fn(|pattern| of(head, pattern))))
        .collect()
}
