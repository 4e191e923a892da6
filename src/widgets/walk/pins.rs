//! What a screen reader hears of a cell that was pinned or let go.

use leptos::prelude::*;

use super::walking;
use crate::reactive::{effect, memo};
use crate::text::tr;

/// Says nothing of a pin that comes or goes with a step, which is told itself.
pub fn told() -> RwSignal<String> {
    let (walking, told) = (walking(), RwSignal::new(String::new()));
    let shell = walking.shell;
    let pinned = memo(move || shell.lesson.with(|own| own.pinned()));
    let now = move || (walking.place.get().0, pinned.get());
    let before = StoredValue::new(untrack(now));
    effect(move || {
        let (last, now) = (before.get_value(), now());
        before.set_value(now);
        let symbol = |cell| shell.meta.symbol(cell);
        let words = match (last.1, now.1) {
            _ if last.0 != now.0 => String::new(),
            (old, new) if old == new => return,
            (_, Some(cell)) => tr!(cell.said_pinned, cell = symbol(cell)),
            (Some(cell), None) => tr!(cell.said_free, cell = symbol(cell)),
            (None, None) => return,
        };
        told.set(words);
    });
    told
}
