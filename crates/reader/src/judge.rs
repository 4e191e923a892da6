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
