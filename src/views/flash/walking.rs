//! The tiles as a walk that the common controls and keys can move along.

use crate::language::shown;
use leptos::prelude::*;
use lesson::core::cover::Cover;
use lesson::lessons::flash::{At, Kind, Part, Source, symbol};

use super::state::Flash;
use super::words;
use crate::reactive::{effect, memo};
use crate::text::tr;
use crate::views::stepper::said::{Same, of_edit};
use crate::widgets::walk::{Walking, tell_when_it_pauses};

/// The lesson's walk.
pub fn of(flash: Flash) -> Walking {
    let shell = flash.lab.shell;
    let position = memo(move || position(flash));
    let playing = memo(move || shell.lesson.with(|own| own.is_playing()));
    let covered = move || shell.cover.get() != Cover::Nothing;
    let heard = StoredValue::new(Vec::<(Kind, usize)>::new());
    let step = move || {
        // While it plays, step after step, the name of the step is enough.
        if playing.get() {
            return position.get();
        }
        let changes = match covered() {
            true => String::new(),
            false => changes(flash),
        };
        let told = heard.try_update_value(|heard| told(flash, heard));
        let all = [told.unwrap_or_default(), changes];
        let all = all.into_iter().filter(|words| !words.is_empty());
        following(position.get(), &all.collect::<Vec<_>>().join(" "))
    };
    let said = RwSignal::new(String::new());
    let opened = StoredValue::new(true);
    effect(move || {
        // Of an edit more is said than what it makes of this step, and later.
        flash.at.track();
        position.track();
        playing.track();
        // What has just been opened is read, not heard: its sentence is told when one comes back to it.
        said.set(match opened.get_value() {
            true => position.get(),
            false => untrack(step),
        });
        opened.set_value(false);
    });
    let track = move || {
        flash.at.track();
        flash.walk.track();
    };
    tell_when_it_pauses(
        track,
        move || (flash.at.get(), Same(flash.walk.get())),
        move |before, now| {
            let (old, new) = (&before.1.0.plain, &now.1.0.plain);
            if before.0 != now.0 || covered() {
                return;
            }
            if let Some(words) = of_edit(flash.lab, old, new) {
                said.set(words);
            }
        },
    );
    Walking::of(shell, position.into(), said.into())
}

/// Where one stands, and after it what there is to say of that.
fn following(position: String, words: &str) -> String {
    match words.is_empty() {
        true => position,
        false => tr!(flash.said, position = position, changes = words),
    }
}

/// What the step does: of each kind only once, at the step where one came to it first, and for as long as one stands there.
fn told(flash: Flash, heard: &mut Vec<(Kind, usize)>) -> String {
    let at = flash.at.get();
    let Some(kind) = words::current(flash) else {
        return String::new();
    };
    match heard.iter().find(|(own, _)| *own == kind) {
        Some((_, first)) if *first != at => String::new(),
        Some(_) => words::kind(kind).1,
        None => {
            heard.push((kind, at));
            words::kind(kind).1
        }
    }
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
