//! One number: its name and its arithmetic with the actual numbers.

use crate::language::exact;
use leptos::prelude::*;
use lesson::lessons::flash::{Kind, Part, symbol, written};

use super::state::{Flash, flash};
use super::words;
use crate::reactive::{derived, memo};
use crate::text::{say, tr};
use crate::widgets::arithmetic::marked;
use crate::widgets::markup;

/// The card of the explained number.
#[component]
pub fn Inspector() -> impl IntoView {
    let flash = flash();
    let title = derived(move || title(flash).unwrap_or_else(|| tr!(flash.cell.title)));
    let line = memo(move || {
        let (at, digits) = (flash.explained.get(), flash.lab.look.get().0);
        let pieces = flash
            .walk
            .with(|walk| at.map(|at| written(walk, at, digits)));
        if covered(flash) {
            return markup::element("span", "", &tr!(quiz.covered));
        }
        let Some(pieces) = pieces else {
            return markup::element("span", "class=\"full\"", &tr!(flash.cell.nothing));
        };
        let marked = |piece| marked(flash.lab.shell, piece);
        pieces.into_iter().map(marked).collect::<String>()
    });
    view! {
        // Its height is that of the words beside it: a longer sum is scrolled to, with the keyboard too.
        <section class="card inspector is-pinned" tabindex="0" aria-label=say!(flash.cell.title)>
            <h3>{title}</h3>
            <output class="arithmetic" id="arithmetic" data-arithmetic="" aria-live="off" inner_html=derived(move || line.get())></output>
            <p class="full" data-control="full">{derived(move || full(flash))}</p>
            <p class="state" data-control="full">{derived(move || state(flash))}</p>
        </section>
    }
}

/// Whether the explained number is still to be predicted.
fn covered(flash: Flash) -> bool {
    let Some((kind, at)) = kind(flash) else {
        return false;
    };
    let cell = |part: Part| lesson::Cell::new(part.table(), at.row, at.col);
    Part::of(kind).is_some_and(|part| flash.lab.covers(cell(part)))
}

/// The kind of the step that computed the explained number.
fn kind(flash: Flash) -> Option<(Kind, lesson::lessons::flash::At)> {
    let at = flash.explained.get()?;
    let kind = flash
        .walk
        .with(|walk| walk.steps.get(at.step).map(|step| step.kind));
    Some((kind?, at))
}

fn title(flash: Flash) -> Option<String> {
    let (kind, at) = kind(flash)?;
    let part = words::part(Part::of(kind)?, kind == Kind::Exp);
    Some(format!("{part} · {}", symbol(kind, at.row, at.col)))
}

fn full(flash: Flash) -> String {
    if covered(flash) {
        return String::new();
    }
    let value = flash.explained.get();
    let value = value.and_then(|at| flash.walk.with(|walk| walk.number(at)));
    value.map_or(String::new(), |value| tr!(cell.full, value = exact(value)))
}

fn state(flash: Flash) -> String {
    let Some((kind, at)) = kind(flash) else {
        return tr!(flash.cell.hint);
    };
    let hidden = flash.walk.with(|walk| !walk.sees(at.row, at.col));
    if matches!(kind, Kind::Scores | Kind::Exp) && hidden {
        return tr!(flash.cell.hidden);
    }
    tr!(flash.cell.hint)
}
