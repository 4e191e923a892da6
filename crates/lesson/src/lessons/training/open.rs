//! A head of a trained model as a document of the stepper, so that its numbers can be walked
//! through and changed one by one.

use attention::{Matrix, Scale};

use super::problem::TrainingProblem;
use crate::head::document::{Document, MaskKind, opened};
use crate::head::stage::Stage;
use crate::head::view::View;
use crate::protocol::HeadNumbers;

/// The head's queries, keys and values as if typed, with its mask and scale, at the stage where
/// the weights are; its `tokens` are those of `numbers.ids`, in words. The weights are bit for bit
/// those of the model; with ALiBi, which takes a column or more, to the sixth digit.
///
/// # Errors
/// [`TrainingProblem::Full`] for more tokens than the stepper opens, [`TrainingProblem::Model`]
/// for numbers that do not fit each other or are none.
pub fn document(
    numbers: &HeadNumbers,
    tokens: Vec<String>,
) -> Result<(Document, View), TrainingProblem> {
    let n = tokens.len();
    if n > opened::TOKENS {
        return Err(TrainingProblem::Full(opened::TOKENS));
    }
    let [q, k, v] = [&numbers.q, &numbers.k, &numbers.v].map(|own| matrix(own, n, numbers.d_k));
    let (q, k, scale) = match numbers.slope {
        None => (q?, k?, scale(numbers)),
        Some(slope) => {
            let penalty = Penalty::new(slope / numbers.factor, numbers.causal, n);
            let wide = (beside(&q?, &penalty.queries), beside(&k?, &penalty.keys));
            (wide.0, wide.1, Scale::By(numbers.factor))
        }
    };
    let mut document = Document::by_hand(tokens, None, [q, k, v?]);
    document.scale = scale;
    if numbers.causal {
        document.mask = MaskKind::Causal;
    }
    let view = View {
        stage: Stage::Weights,
        row: n.saturating_sub(1),
        ..View::default()
    };
    Ok((document, view))
}

fn matrix(numbers: &[f32], n: usize, d_k: usize) -> Result<Matrix, TrainingProblem> {
    let wrong = |why: String| TrainingProblem::Model(why);
    if n == 0 || d_k == 0 || d_k > opened::DIMENSIONS - opened::TOKENS {
        return Err(wrong(format!("{n}×{d_k} is no head")));
    }
    if let Some(strange) = numbers.iter().find(|number| !number.is_finite()) {
        return Err(wrong(strange.to_string()));
    }
    Matrix::new(n, d_k, numbers.to_vec()).map_err(|error| wrong(error.to_string()))
}

fn scale(numbers: &HeadNumbers) -> Scale {
    let same = |scale: &Scale| scale.factor(numbers.d_k) == numbers.factor;
    let usual = [Scale::SqrtDk, Scale::None].into_iter().find(same);
    usual.unwrap_or(Scale::By(numbers.factor))
}

/// What ALiBi takes from the scores, −slope·|i − j|, as products of further columns of Q and K:
/// `slope` is the head's over the scale, which all products are multiplied by.
struct Penalty {
    queries: Matrix,
    keys: Matrix,
}

impl Penalty {
    fn new(slope: f32, causal: bool, n: usize) -> Self {
        if causal {
            Self::behind(slope, n)
        } else {
            Self::around(slope, n)
        }
    }

    /// Where j ≤ i it is slope·j − slope·i, which two columns hold: (−slope·i, 1)·(1, slope·j).
    /// Counted from the middle, where the terms are smallest and rounded least.
    fn behind(slope: f32, n: usize) -> Self {
        let at = |place: usize| slope * (place as f32 - (n / 2) as f32);
        Self {
            queries: Matrix::from_fn(n, 2, |i, c| if c == 0 { -at(i) } else { 1.0 }),
            keys: Matrix::from_fn(n, 2, |j, c| if c == 0 { 1.0 } else { at(j) }),
        }
    }

    /// Looking both ways, |i − j| is no sum of a term of i and one of j: every query has a column
    /// to itself, in which each key holds what it loses.
    fn around(slope: f32, n: usize) -> Self {
        Self {
            queries: Matrix::identity(n),
            keys: Matrix::from_fn(n, n, |j, i| -slope * i.abs_diff(j) as f32),
        }
    }
}

/// `left` with the columns of `right` after its own.
fn beside(left: &Matrix, right: &Matrix) -> Matrix {
    let cols = left.cols();
    Matrix::from_fn(left.rows(), cols + right.cols(), |i, j| {
        if j < cols {
            left.at(i, j)
        } else {
            right.at(i, j - cols)
        }
    })
}
