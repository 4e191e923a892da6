//! How far a model is from what should have been predicted.

use crate::matrix::Matrix;
use crate::model::{Ablation, Model, ModelError, Run, memory};
use crate::sample::most_likely;

/// How well a model predicts a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The mean over all targets of −ln p(target); 0 without any target.
    pub loss: f32,
    /// At how many targets the most likely token was the right one.
    pub right: usize,
    /// How many targets there were.
    pub targets: usize,
}

/// The loss of `model` on a batch, and how often it is right, without going back: no trainer is
/// needed, and none is changed. `ids` are the tokens that `run` has room for, `targets` the tokens
/// that should have been predicted at each place, `None` where anything goes. The loss has the bits
/// of [`Trainer::measure`](super::Trainer::measure); `run` holds all that was computed.
///
/// # Errors
/// As [`Model::forward`]; [`ModelError::Count`] unless there are as many targets as tokens,
/// [`ModelError::UnknownToken`] for a target that is not in the vocabulary, [`ModelError::Memory`].
pub fn evaluate(
    model: &Model,
    run: &mut Run,
    ids: &[u32],
    targets: &[Option<u32>],
) -> Result<Evaluation, ModelError> {
    evaluate_ablated(model, run, ids, targets, &[])
}

/// As [`evaluate`], with some heads switched off.
///
/// # Errors
/// As [`evaluate`] and [`Model::forward_ablated`].
pub fn evaluate_ablated(
    model: &Model,
    run: &mut Run,
    ids: &[u32],
    targets: &[Option<u32>],
    ablations: &[Ablation],
) -> Result<Evaluation, ModelError> {
    model.forward_ablated(ids, run, ablations)?;
    let logits = run.logits();
    memory::check(Some(logits.data().len()))?;
    let (mut p, mut column) = (logits.clone(), column(logits.rows()));
    let loss = surprise(model, logits, targets, &mut p, &mut column)?;
    let rows = logits.iter_rows().zip(targets);
    let right = rows.filter(|(row, target)| target.is_some() && most_likely(row) == **target);
    Ok(Evaluation {
        loss,
        right: right.count(),
        targets: count(targets),
    })
}

/// The loss as [`surprise`] gives it. `d_logits` (R×vocab) becomes its gradient,
/// (p − 1 at the target)/targets; 0 where there is no target. `column`: two columns R×1 to work
/// with.
///
/// # Errors
/// As [`surprise`].
pub(super) fn cross_entropy(
    model: &Model,
    logits: &Matrix,
    targets: &[Option<u32>],
    d_logits: &mut Matrix,
    column: &mut [Matrix; 2],
) -> Result<f32, ModelError> {
    let loss = surprise(model, logits, targets, d_logits, column)?;
    for (row, target) in targets.iter().enumerate() {
        let d = d_logits.row_mut(row);
        match target {
            Some(target) => d[*target as usize] -= 1.0,
            None => d.fill(0.0),
        }
    }
    let share = 1.0 / count(targets).max(1) as f32;
    model.backend().scale_by(d_logits.data_mut(), share);
    Ok(loss)
}

/// Two columns of `rows` numbers, for the maximum and the sum of each row.
pub(super) fn column(rows: usize) -> [Matrix; 2] {
    [Matrix::zeros(rows, 1), Matrix::zeros(rows, 1)]
}

/// The mean over all targets of −ln p(target), p being the softmax of the logits (R×vocab), which
/// is left in `p` (R×vocab). Without any target it is 0.
///
/// # Errors
/// [`ModelError::Count`] unless there is an entry of `targets` per row,
/// [`ModelError::UnknownToken`] for a target that is not in the vocabulary.
fn surprise(
    model: &Model,
    logits: &Matrix,
    targets: &[Option<u32>],
    p: &mut Matrix,
    [max, sum]: &mut [Matrix; 2],
) -> Result<f32, ModelError> {
    check(logits, targets)?;
    p.data_mut().copy_from_slice(logits.data());
    model.backend().softmax_rows(p, max, sum);
    let mut loss = 0.0;
    for (row, target) in targets.iter().enumerate() {
        if let Some(target) = target {
            // −ln(exp(x − max)/sum) = ln(sum) − (x − max): exact also where p rounds to 0
            let below = logits.at(row, *target as usize) - max.at(row, 0);
            loss += libm::log(f64::from(sum.at(row, 0))) - f64::from(below);
        }
    }
    let targets = count(targets).max(1) as f32;
    Ok((loss / f64::from(targets)) as f32)
}

/// How many places have a target.
fn count(targets: &[Option<u32>]) -> usize {
    targets.iter().flatten().count()
}

fn check(logits: &Matrix, targets: &[Option<u32>]) -> Result<(), ModelError> {
    if targets.len() != logits.rows() {
        return Err(ModelError::Count {
            what: "targets",
            found: targets.len(),
            wanted: logits.rows(),
        });
    }
    let vocab = logits.cols();
    let outside = |target: &Option<u32>| target.is_some_and(|target| target as usize >= vocab);
    match targets.iter().position(outside) {
        None => Ok(()),
        Some(place) => Err(ModelError::UnknownToken {
            token: targets[place].unwrap_or_default(),
            place,
            vocab,
        }),
    }
}
