//! What the steps ask to do, noticed when it is done. What is pointed at shows itself.

use lesson::Cell;
use lesson::lessons::positions::{Compared, Document, MATCH, O1, OP};

use super::Bench;
use crate::language::shown;
use crate::text::tr;
use crate::widgets::plain::done;

type At = done::At<Document>;

/// Follows the words of each step, and where they stand, from how it began.
pub fn notice(bench: Bench) {
    let now = move || Some(At::now(bench.shell, bench.document));
    done::watch(bench.shell, &[], now, achieved);
}

fn achieved(step: &str, before: &At, now: &At) -> Option<String> {
    let (then, own) = (&before.document, &now.document);
    let in_another_order = || !own.order.iter().copied().eq(0..own.n());
    match step {
        "shuffle" => {
            let moved = then.order != own.order && in_another_order();
            moved.then(|| tr!(positions.done.shuffle))
        }
        "order" => {
            let done = then.order != own.order || then.scheme != own.scheme;
            let found = compared(now).filter(|_| done && in_another_order())?;
            let (differ, all) = (found.differ, found.all);
            (differ > 0).then(|| tr!(positions.done.order, differ = differ, all = all))
        }
        "rope" => moved_together(then.at, own.at, score(now)?),
        _ => None,
    }
}

/// The output of the words as they stand first, and in another order.
fn compared(at: &At) -> Option<Compared> {
    let (first, other) = (at.numbers.matrix(O1)?, at.numbers.matrix(OP)?);
    Compared::of(&first, &other, &at.document.order)
}

/// The score of the query and the key that turn.
fn score(at: &At) -> Option<f32> {
    at.numbers.value(Cell::new(MATCH, 0, 0))
}

/// Both stand elsewhere, as far from each other as before.
fn moved_together(before: (usize, usize), now: (usize, usize), score: f32) -> Option<String> {
    let apart = |(q, k): (usize, usize)| q as i64 - k as i64;
    let moved = before != now && apart(before) == apart(now);
    moved.then(|| {
        let by = now.0.abs_diff(before.0);
        tr!(positions.done.rope, by = by, score = shown(score, 2))
    })
}
