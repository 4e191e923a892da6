//! What the steps ask to do, noticed when it is done.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::core::table::TableId;
use lesson::lessons::mlp::toy::{Kind, Runs, Task};
use lesson::lessons::mlp::*;

use super::Bench;
use crate::language::shown;
use crate::shell::Shown;
use crate::text::tr;
use crate::widgets::plain::done;

/// All that is learned.
const LEARNED: [TableId; 7] = [W_Q, W_K, W_V, W_1, B_1, W_2, B_2];
/// A difference that is written as none.
const NONE: f32 = 0.005;

#[derive(Clone)]
struct At {
    document: Arc<Document>,
    numbers: Shown,
    runs: Option<Arc<Runs>>,
    digits: u8,
}

/// Follows the numbers of each step, and the toys, from how it began.
pub fn notice(bench: Bench) {
    let now = move || {
        Some(At {
            document: bench.document.get(),
            numbers: bench.shell.numbers.get(),
            runs: bench.runs.get(),
            digits: bench.shell.look.get().0,
        })
    };
    done::watch(bench.shell, &[], now, achieved);
}

fn achieved(step: &str, before: &At, now: &At) -> Option<String> {
    match step {
        "two" => made_anew(before, now),
        "change" => turned_round(before, now),
        "linear" => bent(before, now),
        "train" => trained(before, now),
        _ => None,
    }
}

/// A number of X changed, and with it the weights alone: those are counted that read differently now.
fn made_anew(before: &At, now: &At) -> Option<String> {
    let (then, own) = (&before.document, &now.document);
    let stays = LEARNED.iter().all(|at| then.input(*at) == own.input(*at));
    let weights = Part::A.of(0);
    let (a, b) = (
        before.numbers.matrix(weights)?,
        now.numbers.matrix(weights)?,
    );
    if a.shape() != b.shape() {
        return None;
    }
    let (all, pairs) = (b.data().len(), a.data().iter().zip(b.data()));
    let read = |number: &f32| shown(*number, now.digits);
    let moved = pairs.filter(|(a, b)| read(a) != read(b)).count();
    let done = stays && then.input(X) != own.input(X) && moved > 0;
    done.then(|| tr!(mlp.done.two, moved = moved, all = all))
}

fn turned_round(before: &At, now: &At) -> Option<String> {
    let turned = |at: &At| at.document.other == Other::Order;
    let none = largest(now, D_M)? < NONE && largest(now, D_O)? < NONE;
    (turned(now) && !turned(before) && none).then(|| tr!(mlp.done.change))
}

/// The point between is somewhere else; at both ends nothing can be off the line.
fn bent(before: &At, now: &At) -> Option<String> {
    let at = now.document.between;
    let moved = before.document.between != at && at > 0.0 && at < 1.0;
    let (head, mlp) = (largest(now, GAP_O)?, largest(now, GAP_M)?);
    let percent = shown(100.0 * at, 0);
    let (off, straight) = (shown(head, 2), mlp < NONE);
    moved.then(|| match straight {
        true => tr!(mlp.done.straight, percent = percent, head = off),
        false => tr!(
            mlp.done.linear,
            percent = percent,
            head = off,
            mlp = shown(mlp, 2)
        ),
    })
}

/// The toys have taken all their steps, which they had not when the step began.
fn trained(before: &At, now: &At) -> Option<String> {
    let (then, own) = (&before.document, &now.document);
    let asked = own.trained >= MOST_TRAINED && (then.trained, then.seed) != (own.trained, own.seed);
    let runs = now.runs.as_ref().filter(|runs| {
        let ends = runs.seed == own.seed && runs.step() >= MOST_TRAINED;
        asked && ends
    })?;
    let explains = |task, kind| {
        let share = runs.of(task, kind).map(|run| run.explained());
        share.map(|share| shown(100.0 * share.max(0.0), 0))
    };
    Some(tr!(
        mlp.done.train,
        mlp = explains(Task::Before, Kind::Mlp)?,
        head = explains(Task::Bend, Kind::Head)?,
        block = explains(Task::Both, Kind::Block)?
    ))
}

/// The number of a table that is furthest from 0.
fn largest(at: &At, table: TableId) -> Option<f32> {
    let matrix = at.numbers.matrix(table)?;
    Some(matrix.data().iter().fold(0.0, |most, x| x.abs().max(most)))
}
