//! How well a model reads: bits per character of chapters it has not seen.

use attention::model::{Model, Run};
use attention::train::evaluate;

use crate::windows::LENGTH;

/// How far a window moves on: every token is read with at least the rest of a window before it.
const STRIDE: usize = LENGTH / 2;

/// −log₂ p of all tokens after the first of each chapter, in bits.
///
/// # Errors
/// In words.
pub fn bits(model: &Model, chapters: &[Vec<u32>]) -> Result<f64, String> {
    let words = |error: attention::model::ModelError| error.to_string();
    let mut nats = 0.0;
    for chapter in chapters {
        let mut read = 1;
        while read < chapter.len() {
            let end = (read + if read == 1 { LENGTH } else { STRIDE }).min(chapter.len());
            let start = (end - 1).saturating_sub(LENGTH);
            let ids = &chapter[start..end - 1];
            let targets: Vec<_> = (start + 1..end)
                .map(|place| (place >= read).then_some(chapter[place]))
                .collect();
            let mut run = Run::new(model, 1, ids.len()).map_err(words)?;
            let own = evaluate(model, &mut run, ids, &targets).map_err(words)?;
            nats += f64::from(own.loss) * own.targets as f64;
            read = end;
        }
    }
    Ok(nats / std::f64::consts::LN_2)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

    use super::*;
    use crate::plan::Plan;
    use attention::model::Params;

    #[test]
    fn every_token_is_counted_once() {
        let small = Plan {
            d_model: 8,
            layers: 1,
            heads: 1,
            d_mlp: 8,
            ..Plan::default()
        };
        // All logits are 0, so each token takes log₂ of how many there are.
        let model = Model::new(small.config(), Params::zeros(&small.config())).unwrap();
        for length in [1, 2, 256, 257, 258, 300, 385, 900] {
            let chapter: Vec<u32> = (0..length).map(|place| place % 1000).collect();
            let bits = bits(&model, &[chapter]).unwrap();
            let wanted = f64::from(length - 1) * 10.0;
            assert!(
                (bits - wanted).abs() < wanted * 1e-5 + 1e-9,
                "{length}: {bits}"
            );
        }
    }
}
