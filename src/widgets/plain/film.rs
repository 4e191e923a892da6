//! The movement of a step, the same in every lesson of this kind: the numbers that go into the explained one stand out
//! one after the other, it comes from them, and the rest of its table follows row by row.

use leptos::prelude::*;

use crate::browser::motion::{self, How, Move};
use crate::browser::page;
use crate::building;
use crate::reactive::{effect, memo};
use crate::shell::Shell;

/// The rows that come one after the other; what is below comes with the last.
const ROWS: u32 = 8;

/// Shows the movement of each step in the element of that id, once its tables stand.
pub fn follow(shell: Shell, figure: &'static str) {
    let here = memo(move || shell.lesson.with(|own| own.place()));
    effect(move || {
        here.track();
        if building::is_going() {
            return;
        }
        // Tables of a new step are built in the frame after it.
        page::after_frame(move || request_animation_frame(move || motion::show(figure, &film())));
    });
}

fn film() -> Vec<Move> {
    let row = |row: u32| {
        let which = if row == ROWS {
            format!("n+{row}")
        } else {
            row.to_string()
        };
        Move::of(
            format!("[data-active] tbody tr:nth-child({which}) td"),
            How::Appears,
            500 + row * 90,
            320,
        )
    };
    let begin = [
        Move::of(".lit", How::Settles, 60, 360),
        Move::travelling("[data-explained]", ".lit", 380, 420),
        Move::of(".unrolls", How::Unrolls, 60, 900),
    ];
    begin.into_iter().chain((1..=ROWS).map(row)).collect()
}
