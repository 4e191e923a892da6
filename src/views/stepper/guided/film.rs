//! The movement of each beat, from where the numbers are to where they go: what it says in milliseconds.

use leptos::prelude::*;
use lesson::Name;
use lesson::lessons::stepper::guided::{Beat, strongest};

use super::{Guide, ROOT};
use crate::browser::motion::{self, How, Move};

/// Milliseconds of a way, and of what settles or grows.
const WAY: u32 = 420;
const GROWS: u32 = 460;

/// Shows the movement of the beat.
pub fn show(guide: Guide) {
    // The walk may have been left before the frame.
    if let Some(beat) = guide.beat.try_get_untracked() {
        motion::show(ROOT, &untrack(|| film(guide, beat)));
    }
}

fn film(guide: Guide, beat: Beat) -> Vec<Move> {
    let (m, d_k) = guide.lab.document.with(|d| (d.m(), d.d_k()));
    match beat {
        Beat::Ask => vec![
            Move::of("[data-m=way]", How::Appears, 250, WAY),
            Move::of("[data-m=role]", How::Appears, 450, WAY),
            Move::travelling("[data-m=number]", "[data-m=word]", 500, WAY + 140),
        ],
        Beat::Match => {
            let best = guide
                .lab
                .trace
                .with(|trace| strongest(trace, Name::Scores, guide.row.get()));
            let others = (0..m).filter(|key| *key != best);
            let first = meeting(best, d_k, 200, 620);
            let after = first
                .iter()
                .map(|own| own.at + own.lasts)
                .max()
                .unwrap_or(0);
            first
                .into_iter()
                .chain(others.flat_map(|key| meeting(key, d_k, after, 260)))
                .collect()
        }
        Beat::Scale => (0..m)
            .flat_map(|key| {
                let at = 200 + key as u32 * 120;
                let after = format!("[data-m=after{key}]");
                [Move::travelling(
                    after,
                    &format!("[data-m=before{key}]"),
                    at,
                    WAY,
                )]
            })
            .chain([Move::of("[data-m=column]", How::Rises, 500, GROWS)])
            .collect(),
        Beat::Share => (0..m)
            .flat_map(|key| shared(key, 150 + key as u32 * 110))
            .chain([Move::of("[data-m=piece]", How::Widens, 1700, GROWS)])
            .collect(),
        Beat::Mix => vec![
            Move::of("[data-m=flow]", How::Appears, 200, WAY),
            Move::of("[data-m=part]", How::Settles, 650, GROWS),
            Move::of("[data-m=flow2]", How::Appears, 1000, WAY),
            Move::of(".g-out [data-m=stacked]", How::Rises, 1350, GROWS),
            Move::of(".g-out [data-m=out]", How::Settles, 1750, 300),
        ],
    }
}

/// One key meets the query: factors travel into its card, their product appears, its bar grows on from the one
/// before; then the sum settles. Long vectors take no more time than four numbers.
fn meeting(key: usize, d_k: usize, at: u32, pace: u32) -> Vec<Move> {
    let pace = pace * 4 / (d_k as u32).max(4);
    let number = |c: usize| {
        let at = at + c as u32 * pace;
        [
            Move::travelling(
                format!("[data-m=q{key}-{c}-f]"),
                &format!("[data-m=q{c}]"),
                at,
                WAY,
            ),
            Move::travelling(
                format!("[data-m=k{key}-{c}-f]"),
                &format!("[data-m=k{key}-{c}]"),
                at + 60,
                WAY,
            ),
            Move::of(format!("[data-m=p{key}-{c}]"), How::Appears, at + WAY, 200),
            Move::of(format!("[data-m=b{key}-{c}]"), How::Widens, at + WAY, GROWS),
        ]
    };
    let end = at + d_k as u32 * pace + WAY;
    let sum = Move::of(format!("[data-m=sum{key}]"), How::Settles, end, 300);
    (0..d_k).flat_map(number).chain([sum]).collect()
}

/// One row: its score, then exp of it, then its share.
fn shared(key: usize, at: u32) -> [Move; 5] {
    let bar = |column: u32| {
        Move::of(
            format!("[data-m=s{column}-{key}]"),
            How::Widens,
            at + column * 560,
            GROWS,
        )
    };
    let number = |column: u32| {
        let before = format!("[data-m=n{}-{key}]", column - 1);
        Move::travelling(
            format!("[data-m=n{column}-{key}]"),
            &before,
            at + column * 560 - 120,
            WAY,
        )
    };
    [bar(0), number(1), bar(1), number(2), bar(2)]
}
