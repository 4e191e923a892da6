//! What the steps ask to do, noticed when it is done.

use lesson::Cell;
use lesson::lessons::heads::{Document, Pass, weights};

use super::Bench;
use crate::language::shown;
use crate::text::tr;
use crate::widgets::plain::done;

/// The example with one head is the first one with its heads put together, which is what is asked for.
const REACHED: &[&str] = &["one"];
/// A weight that lost less says nothing.
const LOST: f32 = 0.1;

type At = done::At<Document>;

/// Follows the maps of each step from those that it began with.
pub fn notice(bench: Bench) {
    let now = move || Some(At::now(bench.shell, bench.document));
    done::watch(bench.shell, REACHED, now, achieved);
}

fn achieved(step: &str, before: &At, now: &At) -> Option<String> {
    let (then, own) = (&before.document, &now.document);
    let one = step == "maps" && then.heads > 1 && own.heads == 1 && then.tokens == own.tokens;
    let said = || of_one_map(before, now).unwrap_or_else(|| tr!(heads.done.one));
    one.then(said)
}

/// What the word whose heads differed first has lost: where a head of its own looked, the one map hardly does any more.
/// Nothing where it looks there still.
fn of_one_map(before: &At, now: &At) -> Option<String> {
    let row = Pass::of(&before.document).apart().row;
    let weight = |at: &At, head: usize, col| at.numbers.value(Cell::new(weights(head), row, col));
    let both = |col: usize| {
        let of = |head: usize| weight(before, head, col);
        let then = (0..before.document.heads)
            .filter_map(of)
            .fold(0.0, f32::max);
        Some((col, then, weight(now, 0, col)?))
    };
    let all: Vec<(usize, f32, f32)> = (0..now.document.n()).filter_map(both).collect();
    let best = all.iter().max_by(|a, b| a.2.total_cmp(&b.2))?;
    let lost = |own: &(usize, f32, f32)| own.1 - own.2;
    let worst = all.iter().max_by(|a, b| lost(a).total_cmp(&lost(b)))?;
    if lost(worst) < LOST || worst.2 > worst.1 / 2.0 {
        return None;
    }
    let name = |of: usize| now.document.tokens.get(of).cloned();
    Some(tr!(
        heads.done.lost,
        word = name(row)?,
        best = name(best.0)?,
        most = shown(best.2, 2),
        key = name(worst.0)?,
        before = shown(worst.1, 2),
        now = shown(worst.2, 2)
    ))
}
