//! What was trained as the tables of the lesson.

use std::borrow::Cow;

use attention::Matrix;
use leptos::prelude::*;
use lesson::core::numbers::Numbers;
use lesson::core::table::TableId;
use lesson::lessons::training::curve::Point;
use lesson::lessons::training::lesson::{LOSS, WEIGHTS};
use lesson::lessons::training::link::View;
use lesson::protocol::Side;

use super::RunState;
use crate::reactive::memo;
use crate::shell::Shown;

/// The curves of the run that is shown, and the weights of the head that is shown large.
#[derive(Debug)]
struct Trained {
    loss: Option<Matrix>,
    weights: Option<Matrix>,
}

/// The numbers as they are now; nothing is made of them before somebody asks.
pub fn numbers(runs: [RunState; 2], side: RwSignal<Side>, view: Memo<View>) -> Memo<Shown> {
    memo(move || {
        let run = runs[side.get().index()];
        let loss = run
            .progress
            .with(|progress| loss(&progress.as_ref()?.points));
        let weights = weights(run, view.with(|view| view.head));
        match (&loss, &weights) {
            (None, None) => Shown::default(),
            _ => Shown::of(Trained { loss, weights }),
        }
    })
}

/// A row a point: step, loss of the batches, loss and accuracy on held-out sequences.
fn loss(points: &[Point]) -> Option<Matrix> {
    let row = |point: &Point| {
        let train = point.train.unwrap_or(f32::NAN);
        [point.step as f32, train, point.held_out, point.accuracy]
    };
    Matrix::new(points.len(), 4, points.iter().flat_map(row).collect())
        .ok()
        .filter(|_| !points.is_empty())
}

/// The weights of that head, or of the first where the run has none such.
fn weights(run: RunState, (layer, head): (usize, usize)) -> Option<Matrix> {
    let index = run.settings.with(|own| {
        let own = own.as_ref()?;
        let there = layer < own.n_layers && head < own.n_heads;
        Some(if there { layer * own.n_heads + head } else { 0 })
    })?;
    run.seen.with(|seen| {
        let seen = seen.as_ref()?;
        let n = seen.ids.len();
        Matrix::new(n, n, seen.weights.get(index)?.clone()).ok()
    })
}

impl Numbers for Trained {
    fn matrix(&self, table: TableId) -> Option<Cow<'_, Matrix>> {
        match table {
            LOSS => self.loss.as_ref().map(Cow::Borrowed),
            WEIGHTS => self.weights.as_ref().map(Cow::Borrowed),
            _ => None,
        }
    }
}
