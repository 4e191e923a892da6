//! Two texts, and where the difference between them is carried: a map of what the other text's stream does at each
//! place and layer, and the streams that are taken from there.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use lesson::core::number::shortest;
use lesson::lessons::models::changed::Swap as Own;
use lesson::lessons::models::lesson::Change;

use super::state::{Inspector, Map, inspector};
use super::text::Field;
use super::words;
use crate::browser::{keys, page};
use crate::language::shown;
use crate::reactive::{derived, effect, memo, on, part, shown_while};
use crate::text::{following, say, tr};

/// The card. It stands first where a link or an example brings another text, and where it was when one is typed.
#[component]
pub fn Swap() -> impl IntoView {
    let inspector = inspector();
    let value = memo(move || {
        let other = inspector.document.with(|own| own.changed.other.clone());
        other.unwrap_or_default()
    });
    let (typed, first) = (StoredValue::new(String::new()), RwSignal::new(false));
    effect(move || {
        let value = value.get();
        if typed.with_value(|typed| *typed != value) {
            first.set(!value.is_empty());
        }
    });
    let type_it = move |text: String| {
        typed.set_value(text.clone());
        let other = (!text.is_empty()).then_some(text);
        inspector.own(Change::Other(other));
    };
    let problem = following(move || {
        let own = inspector.sweeping.problem.get();
        own.map_or_else(String::new, |own| words::trouble(&own))
    });
    let there = move || inspector.sweeping.map.with(Option::is_some);
    view! {
        <section class="card re-swap" class:first=first>
            <h3>{say!(models.swap.title)}</h3>
            <p class="caption-line">{say!(models.swap.caption)}</p>
            <Field control="other-text" label=say!(models.swap.other) value=value typed=type_it/>
            <p class="re-cell" role="status" data-swap-problem="">{problem}</p>
            {shown_while(there, || view! { <Found/> }.into_any())}
            <Taken/>
        </section>
    }
}

/// The two answers, the map, and what its cell says.
#[component]
fn Found() -> impl IntoView {
    let inspector = inspector();
    let map = inspector.sweeping.map;
    let pointed = RwSignal::new(None::<(usize, usize)>);
    let answers = following(move || {
        map.with(|own| own.as_ref().map_or_else(String::new, |own| answers(own)))
    });
    let line = following(move || {
        map.with(|own| {
            own.as_ref()
                .map_or_else(String::new, |own| said(inspector, own, pointed.get()))
        })
    });
    let shape = memo(move || {
        let layers = inspector
            .card
            .with(|own| own.as_ref().map_or(0, |own| own.layers));
        map.with(|own| own.as_ref().map(|own| (layers, own.span)))
    });
    view! {
        <p class="re-cell">{answers}</p>
        <div class="scroll" role="region" aria-label=say!(models.swap.table)>
            {part(move || shape.get().map(|(layers, span)| view! { <Grid layers=layers span=span pointed=pointed/> }).into_any())}
        </div>
        <p class="re-why" data-swap-said="">{line}</p>
    }
}

fn answers(map: &Map) -> String {
    let (here, there) = (&map.contrast.here.text, &map.contrast.there.text);
    tr!(
        models.swap.answers,
        here = here.as_str(),
        there = there.as_str()
    )
}

/// The arithmetic of a cell, or of the strongest.
fn said(inspector: Inspector, map: &Map, cell: Option<(usize, usize)>) -> String {
    let Some((layer, place)) = cell.or_else(|| map.strongest()) else {
        return String::new();
    };
    let Some(share) = map.share(layer, place) else {
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

/// The stream as it enters a layer is what the one before has left.
fn layer_name(layer: usize) -> String {
    match layer {
        0 => tr!(models.swap.before),
        layer => tr!(models.swap.after, layer = layer),
    }
}

/// The same in a narrow column.
fn layer_short(layer: usize) -> String {
    match layer {
        0 => tr!(models.before_all),
        layer => tr!(models.after_layer, layer = layer),
    }
}

#[component]
fn Grid(
    layers: usize,
    span: (usize, usize),
    pointed: RwSignal<Option<(usize, usize)>>,
) -> impl IntoView {
    let inspector = inspector();
    let other = memo(move || {
        let tokens = |own: &Arc<lesson::lessons::models::messages::Reading>| {
            let other = own.other.as_ref()?.as_ref().ok()?;
            Some(other.iter().map(|own| own.text.clone()).collect::<Vec<_>>())
        };
        inspector
            .reading
            .with(|own| own.as_ref().and_then(tokens))
            .unwrap_or_default()
    });
    let column = move |place: usize| {
        let here = move || inspector.tokens.with(|all| all.get(place).cloned());
        let there = move || other.with(|all| all.get(place).cloned());
        let differs = memo(move || here() != there());
        view! {
            <th scope="col" class:differs=differs>
                <span dir="auto">{derived(move || here().unwrap_or_default())}</span>
                {shown_while(move || differs.get(), move || view! { <b dir="auto">{derived(move || there().unwrap_or_default())}</b> }.into_any())}
            </th>
        }
    };
    let row = move |layer: usize| {
        let cells = (span.0..span.1).map(
            |place| view! { <Cell at=(layer, place) layers=layers span=span pointed=pointed/> },
        );
        view! { <tr><th scope="row">{following(move || layer_short(layer))}</th>{cells.collect_view()}</tr> }
    };
    view! {
        <table data-matrix="swaps">
            <thead><tr><th scope="col">{say!(models.layer)}</th>{(span.0..span.1).map(column).collect_view()}</tr></thead>
            <tbody>{(0..=layers).map(row).collect_view()}</tbody>
        </table>
    }
}

/// One place at one layer: a click takes its stream from the other text, once more gives its own back. Arrows go from
/// cell to cell, of which one is reached by Tab.
#[component]
fn Cell(
    at: (usize, usize),
    layers: usize,
    span: (usize, usize),
    pointed: RwSignal<Option<(usize, usize)>>,
) -> impl IntoView {
    let inspector = inspector();
    let (layer, place) = at;
    let map = inspector.sweeping.map;
    let share = memo(move || map.with(|own| own.as_ref()?.share(layer, place)));
    let own = Own { layer, place };
    let taken = memo(move || {
        inspector
            .document
            .with(|all| all.changed.swapped.contains(&own))
    });
    let click = move |_| {
        inspector.own(Change::Swap(own, !taken.get_untracked()));
    };
    let words = following(move || {
        let token = inspector.named(place);
        tr!(models.swap.take, token = token, layer = layer_name(layer))
    });
    let first = derived(move || {
        let first = pointed.get().unwrap_or((0, span.0)) == at;
        (if first { "0" } else { "-1" }).to_owned()
    });
    let walk = move |event: KeyboardEvent| {
        let Some((down, right)) = keys::arrow(&event) else {
            return;
        };
        event.prevent_default();
        let layer = layer.saturating_add_signed(down).min(layers);
        let place = place.saturating_add_signed(right).clamp(span.0, span.1 - 1);
        page::focus(&id((layer, place)));
    };
    let value = derived(move || share.get().map(shortest).unwrap_or_default());
    let number = following(move || share.get().map(|own| shown(own, 2)).unwrap_or_default());
    let style = derived(move || format!("--share:{}", share.get().unwrap_or(0.0)));
    view! {
        <td data-value=value style=style class:against=derived(move || share.get().is_some_and(|own| own < 0.0))>
            <button type="button" id=id(at) data-swap=format!("{layer}.{place}") aria-pressed=derived(move || taken.get().to_string())
                aria-label=words title=words tabindex=first on:click=on(click) on:keydown=on(walk)
                on:pointerenter=on(move |_| pointed.set(Some(at))) on:focus=on(move |_| pointed.set(Some(at)))>
                {number}
            </button>
        </td>
    }
}

fn id((layer, place): (usize, usize)) -> String {
    format!("model-swap-{layer}-{place}")
}

/// The streams that are taken from the other text, each with the way to give it back.
#[component]
fn Taken() -> impl IntoView {
    let inspector = inspector();
    let all = memo(move || inspector.document.with(|own| own.changed.swapped.clone()));
    let one = move |own: Own| {
        let back = move |_| {
            inspector.own(Change::Swap(own, false));
        };
        let words = following(move || {
            let token = inspector.named(own.place);
            tr!(
                models.swap.taken,
                token = token,
                layer = layer_name(own.layer)
            )
        });
        let at = format!("{}.{}", own.layer, own.place);
        view! { <li>{words}" "<button type="button" class="quiet" data-swap=at aria-label=say!(models.swap.back) on:click=on(back)>"×"</button></li> }
    };
    part(move || match all.get() {
        all if all.is_empty() => ().into_any(),
        all => {
            view! { <ul class="re-blind">{all.into_iter().map(one).collect_view()}</ul> }.into_any()
        }
    })
}
