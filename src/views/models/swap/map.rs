//! The map: markup into which its numbers are written as they come, for it may have hundreds of cells.

use std::sync::Arc;

use leptos::ev::{Event, FocusEvent, KeyboardEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::models::changed::Swap as Own;
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::messages::{Reading, Token};

use super::super::state::{Inspector, Map, inspector};
use super::layer_name;
use crate::browser::{elements, keys, page, targets};
use crate::language::shown;
use crate::reactive::{effect, memo, on};
use crate::text::{following, say, tr};
use crate::widgets::markup;

/// Where the map stands.
const TABLE: &str = "model-swaps";

/// The map, and what its cell says.
#[component]
pub fn Found() -> impl IntoView {
    let inspector = inspector();
    // What the sentence is about, and which cell Tab reaches: the pointer moves the first alone.
    let pointed = RwSignal::new(None::<(usize, usize)>);
    let focused = RwSignal::new(None::<(usize, usize)>);
    let line = following(move || {
        let is_there = |own: &Map, at: &(usize, usize)| (own.span.0..own.span.1).contains(&at.1);
        let said = |own: &Arc<Map>| {
            let pointed = pointed.get().filter(|at| is_there(own, at));
            said(inspector, own, pointed)
        };
        let map = inspector.sweeping.map;
        map.with(|own| own.as_ref().map_or_else(String::new, said))
    });
    let shape = memo(move || {
        let layers = inspector
            .card
            .with(|own| own.as_ref().map_or(0, |own| own.layers));
        let span = inspector
            .sweeping
            .map
            .with(|own| own.as_ref().map(|own| own.span));
        (layers, span.unwrap_or((0, 0)))
    });
    let table = memo(move || table(inspector, shape.get()));
    // One after the other: numbers go into what is there.
    let filled = StoredValue::new(String::new());
    effect(move || {
        let table = table.get();
        if filled.with_value(|filled| *filled != table) {
            elements::fill(TABLE, &table);
            filled.set_value(table);
        }
        // Of the map that is there: the one before may have had other places.
        let (layers, (first, end)) = shape.get();
        let is_there = |at: &(usize, usize)| at.0 <= layers && (first..end).contains(&at.1);
        write(inspector, shape.get(), focused.get().filter(is_there));
    });
    let point = move |event: &Event| {
        if let Some(at) = place(event) {
            pointed.set(Some(at));
        }
    };
    let click = move |event: MouseEvent| {
        let Some((layer, place)) = place(&event) else {
            return;
        };
        let own = Own { layer, place };
        let taken = inspector
            .document
            .with_untracked(|all| all.changed.swapped.contains(&own));
        inspector.own(Change::Swap(own, !taken));
    };
    let walk = move |event: KeyboardEvent| {
        let (Some((down, right)), Some(at)) = (keys::arrow(&event), place(&event)) else {
            return;
        };
        event.prevent_default();
        let (layers, span) = shape.get_untracked();
        let layer = at.0.saturating_add_signed(down).min(layers);
        let place = at.1.saturating_add_signed(right).clamp(span.0, span.1 - 1);
        page::focus(&id((layer, place)));
    };
    view! {
        <div class="scroll" id=TABLE role="region" aria-label=say!(models.swap.table)
            on:click=on(click) on:keydown=on(walk)
            on:pointerover=on(move |event: PointerEvent| point(&event)) on:focusin=on(move |event: FocusEvent| {
                point(&event);
                focused.set(place(&event));
            })></div>
        <p class="re-why" data-swap-said="">{line}</p>
    }
}

/// The cell that something happened in.
fn place(event: &Event) -> Option<(usize, usize)> {
    let at = targets::attribute(event, "data-swap")?;
    let (layer, place) = at.split_once('.')?;
    Some((layer.parse().ok()?, place.parse().ok()?))
}

/// The arithmetic of a cell, or of the strongest.
fn said(inspector: Inspector, map: &Map, cell: Option<(usize, usize)>) -> String {
    let cell = cell.or_else(|| map.strongest());
    let known = cell.and_then(|own| Some((own, map.share(own.0, own.1)?)));
    let Some(((layer, place), share)) = known else {
        return String::new();
    };
    let contrast = &map.contrast;
    tr!(
        models.swap.cell,
        token = inspector.named(place),
        layer = layer_name(layer),
        difference = shown(contrast.difference(share), 2),
        here = contrast.here.text.as_str(),
        there = contrast.there.text.as_str(),
        from = shown(contrast.from, 2),
        to = shown(contrast.to, 2),
        share = shown(share, 2)
    )
}

/// The table without its numbers: a column a place, with both tokens where they differ.
fn table(inspector: Inspector, (layers, span): (usize, (usize, usize))) -> String {
    let other = inspector
        .reading
        .with(|own| own.as_ref().and_then(|own| others(own)));
    let other = other.unwrap_or_default();
    let column = |place: usize| {
        let here = inspector
            .tokens
            .with(|all| all.get(place).cloned())
            .unwrap_or_default();
        let there = other.get(place).filter(|own| own.text != here);
        let tag = |tag, text: &str| markup::element(tag, "dir=\"auto\"", text);
        match there {
            None => format!("<th scope=\"col\">{}</th>", tag("span", &here)),
            Some(there) => format!(
                "<th scope=\"col\">{}{}</th>",
                tag("s", &here),
                tag("b", &there.text)
            ),
        }
    };
    let cell = |layer: usize, place: usize| {
        let words = tr!(
            models.swap.take,
            token = inspector.named(place),
            layer = layer_name(layer)
        );
        let words = markup::attribute(&words);
        let id = id((layer, place));
        format!(
            "<td><button type=\"button\" id=\"{id}\" data-control=\"swap\" data-swap=\"{layer}.{place}\" aria-label=\"{words}\"></button></td>"
        )
    };
    let row = |layer: usize| {
        let name = markup::element("th", "scope=\"row\"", &layer_short(layer));
        markup::row("", name, (span.0..span.1).map(|place| cell(layer, place)))
    };
    let head: String = (span.0..span.1).map(column).collect();
    let rows: String = (0..=layers).map(row).collect();
    let first = markup::element("th", "scope=\"col\"", &tr!(models.layer));
    format!(
        "<table data-matrix=\"swaps\"><thead><tr>{first}{head}</tr></thead><tbody>{rows}</tbody></table>"
    )
}

/// The tokens of the other text.
fn others(reading: &Reading) -> Option<Vec<Token>> {
    reading.other.as_ref()?.as_ref().ok().cloned()
}

/// Writes the numbers that are known. One cell is reached by Tab: the one that was last, or the first.
fn write(
    inspector: Inspector,
    (layers, span): (usize, (usize, usize)),
    pointed: Option<(usize, usize)>,
) {
    let swapped = inspector.document.with(|own| own.changed.swapped.clone());
    let map = inspector.sweeping.map.get();
    for at in (0..=layers).flat_map(|layer| (span.0..span.1).map(move |place| (layer, place))) {
        let (layer, place) = at;
        let share = map.as_ref().and_then(|own| own.share(layer, place));
        let value = share.map(shortest).unwrap_or_default();
        let text = share.map(|own| shown(own, 2)).unwrap_or_default();
        let kind = match share {
            Some(own) if own.abs() < 0.005 => "none",
            Some(own) if own < 0.0 => "against",
            _ => "",
        };
        let reached = pointed.unwrap_or((0, span.0)) == at;
        let attributes = [
            ("data-value", &*value),
            ("style", &format!("--share:{}", share.unwrap_or(0.0))),
            ("class", kind),
            (
                "aria-pressed",
                if swapped.contains(&Own { layer, place }) {
                    "true"
                } else {
                    "false"
                },
            ),
            ("tabindex", if reached { "0" } else { "-1" }),
        ];
        elements::write(&id(at), &attributes, &text);
    }
}

fn id((layer, place): (usize, usize)) -> String {
    format!("model-swap-{layer}-{place}")
}

/// The same in a narrow column.
fn layer_short(layer: usize) -> String {
    match layer {
        0 => tr!(models.before_all),
        layer => tr!(models.after_layer, layer = layer),
    }
}
