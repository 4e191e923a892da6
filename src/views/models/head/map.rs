//! The head's weights as a map, or as lines between two columns of tokens. A map of many tokens is drawn as pixels,
//! without names: cell by cell it would take longer than one waits.

use attention::{Keep, Matrix};
use leptos::ev::{MouseEvent, PointerEvent};
use leptos::html;
use leptos::prelude::*;
use lesson::lessons::models::lesson::Change;

use super::super::wall::shade;
use super::super::{Inspector, inspector};
use super::super::{state, words};
use crate::browser::{canvas, keys};
use crate::language::shown;
use crate::plot::heatmap::{LEFT, TOP, cell_at};
use crate::plot::links::token_at;
use crate::plot::{Labels, Links, Range, Scene, colours};
use crate::reactive::{derived, effect, memo, on, part};
use crate::screen::screen;
use crate::text::{following, say, tr};
use crate::widgets::picture::Picture;

/// The most tokens whose names stand beside the map.
const MOST_NAMED: usize = 32;
/// The most tokens between which lines are drawn.
pub const MOST_LINES: usize = 64;
/// Height of a token in the picture of lines, CSS pixels.
const LINE: usize = 20;

/// The weights of the head that is shown; 0×0 before they are known.
pub fn weights(inspector: Inspector) -> Memo<Matrix> {
    memo(move || {
        inspector.head.with(|head| {
            let own = head.as_ref().and_then(|own| state::weights(own));
            own.unwrap_or_else(|| Matrix::zeros(0, 0))
        })
    })
}

fn is_causal(inspector: Inspector) -> bool {
    inspector
        .card
        .with(|card| card.as_ref().is_some_and(|card| card.causal))
}

/// The map, with the row and the column of the token in focus framed, and what is pointed at in words.
#[component]
pub fn MapPicture() -> impl IntoView {
    let inspector = inspector();
    let weights = weights(inspector);
    let named = memo(move || weights.with(Matrix::rows) <= MOST_NAMED);
    let cell = RwSignal::new(None::<(usize, usize)>);
    let find = move |event: &MouseEvent| {
        let (at, size) = keys::inside(event)?;
        let shape = weights.with_untracked(Matrix::shape);
        match named.get_untracked() {
            true => cell_at(at, size, shape),
            false => {
                let part = |at: f64, of: f64| (at / of * shape.0 as f64) as usize;
                let found = (part(at.1, size.1), part(at.0, size.0));
                (found.0 < shape.0 && found.1 < shape.0).then_some(found)
            }
        }
    };
    let point = move |event: PointerEvent| {
        let found = find(&event);
        if cell.get_untracked() != found {
            cell.set(found);
            inspector.hovered.set(found.map(|(query, _)| query));
        }
    };
    let leave = move |_| {
        cell.set(None);
        inspector.hovered.set(None);
    };
    let pin = move |event: MouseEvent| {
        if let Some((query, _)) = find(&event) {
            inspector.own(Change::Token(Some(query)));
        }
    };
    view! {
        <div class="re-map" on:pointermove=on(point) on:pointerdown=on(point) on:pointerleave=on(leave) on:click=on(pin)>
            {part(move || match named.get() {
                true => view! { <Named weights=weights/> }.into_any(),
                false => view! { <Pixels weights=weights/> }.into_any(),
            })}
            <Bands named=named cell=cell/>
        </div>
        <p class="caption-line re-cell">{following(move || said(inspector, cell.get(), weights))}</p>
    }
}

/// The cell under the pointer in words, or what the map shows.
fn said(inspector: Inspector, cell: Option<(usize, usize)>, weights: Memo<Matrix>) -> String {
    let Some((query, key)) = cell else {
        return tr!(head.map_caption);
    };
    let name = |place| inspector.named(place);
    let weight = weights.with(|own| own.get(query, key)).unwrap_or(0.0);
    tr!(
        models.cell,
        query = name(query),
        key = name(key),
        weight = shown(weight, 3)
    )
}

#[component]
fn Named(weights: Memo<Matrix>) -> impl IntoView {
    let inspector = inspector();
    let tokens = inspector.tokens;
    let scene = memo(move || {
        let weights = weights.get();
        let (rows, cols) = weights.shape();
        let tokens = tokens.get().to_vec();
        let causal = is_causal(inspector);
        Scene::Heatmap {
            keep: causal.then(|| Keep::from_fn(rows, cols, |i, j| j <= i)),
            matrix: weights,
            transposed: false,
            range: Range::Sequential(1.0),
            labels: Some(Labels {
                rows: tokens.clone(),
                cols: tokens,
                digits: 2,
            }),
        }
    });
    let at = inspector.large;
    let label = following(move || tr!(head.map_label, head = words::head(at.get())));
    view! { <Picture scene=scene label=label height=0 class="re-large"/> }
}

#[component]
fn Pixels(weights: Memo<Matrix>) -> impl IntoView {
    let inspector = inspector();
    let place = NodeRef::<html::Canvas>::new();
    let dark = screen().dark;
    effect(move || {
        place.track();
        let (causal, dark) = (is_causal(inspector), dark.get());
        weights.with(|own| {
            let mut pixels = Vec::with_capacity(own.data().len() * 4);
            for (i, row) in own.iter_rows().enumerate() {
                for (j, weight) in row.iter().enumerate() {
                    let colour = shade(*weight, dark);
                    let opaque = if causal && j > i { 0 } else { 255 };
                    pixels.extend([colour.0, colour.1, colour.2, opaque]);
                }
            }
            let _ = canvas::pixels(place, own.rows(), &pixels);
        });
    });
    let at = inspector.large;
    let label = following(move || tr!(head.map_label, head = words::head(at.get())));
    view! { <canvas node_ref=place class="re-large re-pixels" role="img" aria-label=label></canvas> }
}

/// The row and the column of the token in focus, and the cell pointed at. They lie over the picture: nothing is drawn
/// anew for a moving pointer.
#[component]
fn Bands(named: Memo<bool>, cell: RwSignal<Option<(usize, usize)>>) -> impl IntoView {
    let inspector = inspector();
    let dark = screen().dark;
    let (tokens, token) = (inspector.tokens, inspector.token);
    let style = derived(move || {
        let (n, token) = (tokens.with(|all| all.len()), token.get());
        let (row, col) = cell.get().unwrap_or((token, token));
        let (left, top) = if named.get() { (LEFT, TOP) } else { (0.0, 0.0) };
        let colour = colours::css(colours::token(token, dark.get()));
        format!(
            "--left:{left}px;--top:{top}px;--n:{n};--at:{token};--row:{row};--col:{col};--token:{colour}"
        )
    });
    view! {
        <div class="re-bands" style=style aria-hidden="true" class:pointed=derived(move || cell.get().is_some())>
            <i class="of-row"></i><i class="of-cell"></i>
        </div>
    }
}

/// The lines.
#[component]
pub fn LinesPicture() -> impl IntoView {
    let inspector = inspector();
    let (tokens, token) = (inspector.tokens, inspector.token);
    let weights = weights(inspector);
    let lit = memo(move || {
        inspector
            .hovered
            .get()
            .or(inspector.view.with(|view| view.token))
    });
    let scene = memo(move || {
        Scene::Links(Links {
            tokens: tokens.get().to_vec(),
            weights: weights.get(),
            least: 0.0,
            lit: lit.get().map(|_| token.get()),
        })
    });
    let height = derived(move || tokens.with(|all| (all.len() * LINE).max(120) as u32));
    let find = move |event: &MouseEvent| {
        let ((_, y), (_, height)) = keys::inside(event)?;
        token_at(y, height, tokens.with_untracked(|all| all.len()))
    };
    let point = move |event: PointerEvent| {
        let found = find(&event);
        if inspector.hovered.get_untracked() != found {
            inspector.hovered.set(found);
        }
    };
    let pin = move |event: MouseEvent| {
        if let Some(token) = find(&event) {
            inspector.own(Change::Token(Some(token)));
        }
    };
    let at = inspector.large;
    let label = following(move || tr!(head.lines_label, head = words::head(at.get())));
    view! {
        <div class="re-ends"><span>{say!(head.queries)}</span><span>{say!(head.keys)}</span></div>
        <div class="re-lines" on:pointermove=on(point) on:pointerdown=on(point)
            on:pointerleave=on(move |_| inspector.hovered.set(None)) on:click=on(pin)>
            <Picture scene=scene label=label height=height class="map"/>
        </div>
        <p class="caption-line">{say!(head.lines_caption)}</p>
    }
}
