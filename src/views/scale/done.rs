//! What the steps ask to do, noticed when it is done.

use leptos::prelude::*;
use lesson::core::number::grouped;
use lesson::lessons::scale::Document;

use super::state::Draws;
use crate::language::shown;
use crate::text::tr;
use crate::widgets::plain::done;

/// Two examples differ by the width alone, and moving it comes from one to the other.
const REACHED: &[&str] = &["narrow", "wide"];

/// Follows the width of each step from the one that it began with.
pub fn notice(draws: Draws) {
    let now = move || Some(draws.document.get());
    done::watch(draws.shell, REACHED, now, |step, before, now| {
        achieved(step, before, now)
    });
}

fn achieved(step: &str, before: &Document, now: &Document) -> Option<String> {
    let same = before.distribution == now.distribution && before.rho == now.rho;
    let moved = step == "sum" && same && before.width != now.width;
    let typical = |own: &Document| shown(own.variance(own.width).sqrt() as f32, 1);
    moved.then(|| {
        tr!(
            scale.done_sum,
            before = grouped(before.width as u64),
            near = typical(before),
            now = grouped(now.width as u64),
            far = typical(now)
        )
    })
}
