//! What the steps ask to do, noticed when it is done.

use lesson::Cell;
use lesson::lessons::heads::{CONCAT, Document, OUT, Pass, W_O, weights};

use super::Bench;
use crate::language::shown;
use crate::text::tr;
use crate::widgets::plain::done;

/// The example with one head is the first one with its heads put together, which is what is asked for.
const REACHED: &[&str] = &["one"];
/// A weight that lost less says nothing.
const LOST: f32 = 0.1;
/// Where the step about W_O asks for a 1: from the third number of C to the first of O.
const ASKED: Cell = Cell::new(W_O, 2, 0);
/// A difference that is written as none.
const NONE: f32 = 0.005;

type At = done::At<Document>;

/// Follows the maps of each step from those that it began with.
pub fn notice(bench: Bench) {
    let now = move || Some(At::now(bench.shell, bench.document));
    done::watch(bench.shell, REACHED, now, achieved);
}

fn achieved(step: &str, before: &At, now: &At) -> Option<String> {
    match step {
        "maps" => put_together(before, now),
        "mix" => mixed(before, now),
        _ => None,
    }
}

/// Of several heads one is left.
fn put_together(before: &At, now: &At) -> Option<String> {
    let (then, own) = (&before.document, &now.document);
    let one = then.heads > 1 && own.heads == 1 && then.tokens == own.tokens;
    let said = || of_one_map(before, now).unwrap_or_else(|| tr!(heads.done.one));
    one.then(said)
}

/// The 1 that is asked for stands in W_O: said of the word whose output it moves most. What that number would be
/// without it is computed, so that it is true whatever else was changed.
fn mixed(before: &At, now: &At) -> Option<String> {
    let (then, own) = (before.numbers.value(ASKED)?, now.numbers.value(ASKED)?);
    if then == own || own != 1.0 {
        return None;
    }
    let all = now.numbers.matrix(CONCAT)?;
    let part = |row: &usize| all.get(*row, ASKED.row).unwrap_or(0.0);
    let row = (0..all.rows()).max_by(|a, b| part(a).abs().total_cmp(&part(b).abs()))?;
    let moved = (own - then) * part(&row);
    let after = now.numbers.value(Cell::new(OUT, row, ASKED.col))?;
    let word = now.document.tokens.get(row).cloned()?;
    let head = ASKED.row / now.document.d_k().max(1) + 1;
    (moved.abs() >= NONE).then(|| {
        tr!(
            heads.done.mix,
            word = word,
            before = shown(after - moved, 2),
            now = shown(after, 2),
            part = shown(part(&row), 2),
            head = head
        )
    })
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
