//! The tiles as a walk that the common controls and keys can move along.

use crate::language::shown;
use leptos::prelude::*;
use lesson::core::cover::Cover;
use lesson::lessons::flash::{At, Part, Source, symbol};

use super::state::Flash;
use super::words;
use crate::reactive::derived;
use crate::text::tr;
use crate::widgets::walk::Walking;

/// The lesson's walk.
pub fn of(flash: Flash) -> Walking {
    let shell = flash.lab.shell;
    let position = derived(move || position(flash));
    let said = derived(move || {
        let playing = shell.lesson.with(|own| own.is_playing());
        let changes = changes(flash);
        // While it plays, step after step, the name of the step is enough.
        if playing || changes.is_empty() || shell.cover.get() != Cover::Nothing {
            return position.get();
        }
        tr!(flash.said, position = position.get(), changes = changes)
    });
    Walking::of(shell, position, said)
}

fn position(flash: Flash) -> String {
    let (kind, here) = (words::current(flash), flash.at.get() + 1);
    let count = flash.walk.with(|walk| walk.steps.len());
    let title = kind.map(|kind| words::kind(kind).0).unwrap_or_default();
    tr!(flash.position, title = title, here = here, count = count)
}

/// What the step made of m, l, the factor and the tile's maximum of each query of the block; whole
/// tiles and outputs are for the tables.
fn changes(flash: Flash) -> String {
    let (at, digits) = (flash.at.get(), flash.lab.look.get().0);
    flash.walk.with(|walk| {
        let Some(step) = walk.steps.get(at) else {
            return String::new();
        };
        let part = match Part::of(step.kind) {
            Some(part @ (Part::TileMax | Part::Max | Part::Factor | Part::Sum)) => part,
            _ => return String::new(),
        };
        let one = |row: usize| {
            let cell = walk.shown(at, part, row, 0);
            let new = walk.value(Source::Step(At {
                step: at,
                row,
                col: 0,
            }));
            let (token, symbol) = (words::query(flash, row), symbol(step.kind, row, 0));
            let new = shown(new, digits);
            match cell.old {
                Some(old) => tr!(
                    flash.change,
                    token = token,
                    symbol = symbol,
                    old = shown(old, digits),
                    new = new
                ),
                None => tr!(flash.set, token = token, symbol = symbol, new = new),
            }
        };
        step.queries.clone().map(one).collect::<Vec<_>>().join("; ")
    })
}
