//! Claims about what reaches a word, and about what changes when its query or its scores do.

use lesson::{Cell, Name};

use super::sums::sums;
use super::{Claim, same};
use crate::sheet::head::Head;
use crate::sheet::markup::{number, typed, vector};

/// Weights average values, not words.
pub fn words(head: &Head) -> Claim {
    let (weights, output) = (head.row(Name::Weights), head.row(Name::Output));
    let values = head.trace.get(Name::V).iter_rows();
    let parts: Vec<_> = weights
        .iter()
        .zip(values)
        .map(|(weight, value)| format!("{}·{}", number(*weight), typed(value)))
        .collect();
    Claim {
        text: format!(
            "The output of {} is an average of the words themselves.",
            head.asker()
        ),
        // What is averaged are the rows of V; `contributions` of the trace add up to the output.
        holds: !same(
            &sums(&head.trace.contributions(head.row).transposed()),
            output,
        ),
        because: format!(
            "It is an average of their values, the rows of V: {} = {}.",
            parts.join(" + "),
            vector(output)
        ),
    }
}

/// The length of a query counts.
pub fn doubled(head: &Head) -> Result<Claim, String> {
    let row = head.row;
    let twice = head.changed(|document| {
        document
            .q
            .row_mut(row)
            .iter_mut()
            .for_each(|own| *own *= 2.0)
    })?;
    let (before, after) = (head.row(Name::Weights), twice.row(Name::Weights));
    Ok(Claim {
        text: format!(
            "If the query of {} gets twice as long, its weights stay the same.",
            head.asker()
        ),
        holds: same(before, after),
        because: format!(
            "{} becomes {}: all scores double, and the largest takes more. The longer the query, the more decided.",
            vector(before),
            vector(after)
        ),
    })
}

/// What is added to all scores of a row does not.
pub fn shifted(head: &Head) -> Result<Claim, String> {
    const MORE: f32 = 5.0;
    let (row, scores) = (head.row, head.row(Name::Scores));
    let more = head.changed(|document| {
        for (col, score) in scores.iter().enumerate() {
            document
                .overrides
                .insert(Cell::new(Name::Scores, row, col), score + MORE);
        }
    })?;
    let (before, after) = (head.row(Name::Weights), more.row(Name::Weights));
    Ok(Claim {
        text: format!("If {MORE} is added to every score of a row, its weights stay the same."),
        holds: same(before, after),
        because: format!(
            "{} before and {} after: every e<sup>x</sup> is multiplied by the same number, and dividing by the sum takes \
             it away again.",
            vector(before),
            vector(after)
        ),
    })
}

/// A weight alone does not say how much is handed over.
pub fn handed(head: &Head) -> Claim {
    let handed = head.trace.contributions(head.row);
    let length = |key: usize| handed.row(key).iter().map(|own| own * own).sum::<f32>();
    let (weights, own) = (head.row(Name::Weights), head.row);
    let other = 0;
    let (more, less) = if weights[other] > weights[own] {
        (other, own)
    } else {
        (own, other)
    };
    Claim {
        text: format!(
            "{word} gives {} more weight than {}. So {word} takes more from it.",
            head.word(more),
            head.word(less),
            word = head.asker()
        ),
        holds: length(more) > length(less),
        because: format!(
            "The weights are {} and {}, but what is handed over is weight times value: {} and {}. A value near 0 adds \
             little, whatever its weight: a weight alone is no explanation.",
            number(weights[more]),
            number(weights[less]),
            vector(handed.row(more)),
            vector(handed.row(less))
        ),
    }
}
