//! Claims about sums of weights, and about the table of scores.

use attention::Matrix;
use lesson::{Cell, Name};

use super::{Claim, same};
use crate::sheet::head::Head;
use crate::sheet::markup::number;

/// The sum of each row.
pub fn sums(matrix: &Matrix) -> Vec<f32> {
    matrix.iter_rows().map(|row| row.iter().sum()).collect()
}

fn listed(numbers: &[f32]) -> String {
    let all: Vec<_> = numbers.iter().map(|own| number(*own)).collect();
    all.join(", ")
}

/// Rows sum to 1.
pub fn rows(head: &Head) -> Claim {
    let sums = sums(head.trace.get(Name::Weights));
    Claim {
        text: "The weights of each row add up to 1.".into(),
        holds: same(&sums, &vec![1.0; sums.len()]),
        because: format!(
            "The rows sum to {}: softmax divides each by its own sum.",
            listed(&sums)
        ),
    }
}

/// Columns do not.
pub fn columns(head: &Head) -> Claim {
    let sums = sums(&head.trace.get(Name::Weights).transposed());
    Claim {
        text: "The weights of each column add up to 1.".into(),
        holds: same(&sums, &vec![1.0; sums.len()]),
        because: format!(
            "The columns sum to {}. A word may be looked at by many others, or by none.",
            listed(&sums)
        ),
    }
}

/// Scores are not symmetric.
pub fn symmetry(head: &Head) -> Claim {
    let (row, col) = (head.row, head.winner());
    let at = |row, col| {
        head.trace
            .value(Cell::new(Name::Scores, row, col))
            .unwrap_or(f32::NAN)
    };
    let (there, back) = (at(row, col), at(col, row));
    let (a, b) = (head.asker(), head.word(col));
    Claim {
        text: format!("{a} looking at {b} gets the same score as {b} looking at {a}."),
        holds: there == back,
        because: format!(
            "{} one way, {} the other: the query of {a} meets the key of {b}, and the query of {b} the key of {a}.",
            number(there),
            number(back)
        ),
    }
}
