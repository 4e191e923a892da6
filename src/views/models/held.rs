//! How the weights of the open model are held: as f32, or as whole numbers of eight bits, and what that loses.

use leptos::ev::Event;
use leptos::prelude::*;
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::messages::{Card, Compared};

use super::{inspector, words};
use crate::language::shown;
use crate::reactive::{derived, on, shown_while};
use crate::text::{following, say, tr};

/// A switch, and what it did; nothing where no model is open, or one that a notebook has written down.
#[component]
pub fn Held() -> impl IntoView {
    let inspector = inspector();
    let there = move || {
        let own = |own: &Option<_>| own.is_some();
        inspector.card.with(own) && !inspector.notebook.get()
    };
    let int8 = derived(move || inspector.document.with(|own| own.int8));
    let switch = move |event: Event| {
        inspector.own(Change::Int8(event_target_checked(&event)));
    };
    let said = move || {
        inspector
            .card
            .with(|own| own.as_ref().map_or_else(String::new, |own| said(own)))
    };
    let title = move || {
        let bytes = inspector
            .card
            .with(|own| own.as_ref().map(|own| (own.bytes, own.rounded)));
        bytes.map_or_else(String::new, |(bytes, rounded)| {
            let form = if rounded.is_some() { "int8" } else { "f32" };
            tr!(models.int8.title, form = form, size = words::bytes(bytes))
        })
    };
    shown_while(there, move || {
        view! {
            <details class="re-hub" data-lid="weights" data-control="beside">
                <summary>{following(title)}</summary>
                <label><input type="checkbox" data-control="int8" prop:checked=int8 on:change=on(switch)/>" "{say!(models.int8.label)}</label>
                <p data-held="" role="status">{following(said)}</p>
            </details>
        }
        .into_any()
    })
}

/// What the weights take, what was lost, and who holds them.
fn said(card: &Card) -> String {
    let form = form(card);
    match card.workers {
        0 | 1 => form,
        workers => format!("{form} {}", tr!(models.int8.workers, workers = workers)),
    }
}

fn form(card: &Card) -> String {
    let bytes = words::bytes(card.bytes);
    let Some(rounded) = card.rounded else {
        return tr!(models.int8.exact, size = bytes);
    };
    let off = shown(rounded.relative * 100.0, 2);
    let lost = tr!(models.int8.rounded, size = bytes, off = off);
    match rounded.compared {
        Some(compared) => format!("{lost} {}", changed(compared)),
        None => format!("{lost} {}", tr!(models.int8.compare)),
    }
}

fn changed(compared: Compared) -> String {
    tr!(
        models.int8.compared,
        same = compared.same,
        places = compared.places,
        bits = shown(compared.bits, 4)
    )
}
