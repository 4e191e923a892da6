//! What the steps ask to do, noticed when it is done: what is pointed at too, which nothing of the document says.

use leptos::prelude::*;
use lesson::Cell;
use lesson::core::number::subscript;
use lesson::core::table::TableId;
use lesson::lessons::positions::{ALIKE, Compared, Document, LEARNED, MAP, MATCH, O1, OP};

use super::Bench;
use super::plots::long;
use crate::language::shown;
use crate::text::tr;
use crate::widgets::plain::done;

type At = done::At<Document>;
/// How it is, and the cell that was pointed at last.
type Seen = (At, Option<Cell>);

/// A difference that is more than rounding.
const SEEN: f32 = 0.005;

/// Pointing changes nothing of an example: it is somebody's deed in each of them.
const EXAMPLES: [&str; 5] = ["bites", "twice", "same", "clocks", "beyond"];

/// Follows the words of each step and where they stand, or what is pointed at, from how it began.
pub fn notice(bench: Bench) {
    let points = move || !asked(bench.step.get()).is_empty();
    let at = move || At::now(bench.shell, bench.document);
    let now = move || (!points()).then(at);
    done::watch(bench.shell, &[], now, achieved);
    let pointed = pointed(bench);
    let seen = move || points().then(|| (at(), pointed.get()));
    done::watch(bench.shell, &EXAMPLES, seen, read);
}

/// The tables that a step asks to point at.
fn asked(step: &str) -> &'static [TableId] {
    match step {
        "waves" => &[MAP],
        "learned" => &[LEARNED, ALIKE],
        _ => &[],
    }
}

/// The cell of these that was pointed at last: who points elsewhere has still done it.
fn pointed(bench: Bench) -> Memo<Option<Cell>> {
    Memo::new(move |before: Option<&Option<Cell>>| {
        let asked = asked(bench.step.get());
        let own = |cell: &Cell| asked.contains(&cell.name);
        let now = bench.shell.explained.get().filter(own);
        now.or(before.copied().flatten().filter(own))
    })
}

/// Another cell is pointed at than when the step began.
fn read(step: &str, (_, first): &Seen, (now, pointed): &Seen) -> Option<String> {
    let cell = pointed.filter(|_| pointed != first)?;
    match step {
        "waves" => Some(wave(&now.document, cell.col)),
        _ => nearest(now, cell.row),
    }
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
            // Sums in another order differ by rounding alone.
            (found.most >= SEEN).then(|| tr!(positions.done.order, differ = differ, all = all))
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

/// How long the wave of a dimension is, beside the shortest and the longest.
fn wave(document: &Document, dimension: usize) -> String {
    let last = document.map.width.saturating_sub(1);
    tr!(
        positions.done.waves,
        dimension = format!("d{}", subscript(dimension + 1)),
        long = long(document, dimension),
        shortest = long(document, 0),
        longest = long(document, last)
    )
}

/// Which other row of the learned table is most like one.
fn nearest(at: &At, row: usize) -> Option<String> {
    let alike = at.numbers.matrix(ALIKE)?;
    let others = (0..alike.cols()).filter(|other| *other != row);
    let product = |other: usize| Some((other, alike.get(row, other)?));
    let (other, most) = others
        .filter_map(product)
        .max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    Some(tr!(
        positions.done.learned,
        row = row,
        other = other,
        most = shown(most, 2)
    ))
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
