//! The head's weights as a large map, or as lines between two columns of tokens.

use attention::{Keep, Matrix};
use leptos::ev::{MouseEvent, PointerEvent};
use leptos::prelude::*;

use super::super::training;
use super::Shown;
use crate::browser::keys;
use crate::plot::heatmap::{LEFT, TOP, cell_at};
use crate::plot::links::token_at;
use crate::plot::{Labels, Links, Range, Scene, colours};
use crate::reactive::{derived, memo, on, part, shown_while};
use crate::screen::screen;
use crate::text::following;
use crate::text::{say, tr};
use crate::widgets::picture::Picture;

/// Height of a token in the picture of lines, CSS pixels.
const LINE: usize = 20;

/// The one or the other.
#[component]
pub fn HeadPicture(shown: Shown) -> impl IntoView {
    let training = training();
    let lines = memo(move || training.view.with(|view| view.lines));
    part(move || {
        if lines.get() {
            view! { <LinesPicture shown=shown/> }.into_any()
        } else {
            view! { <MapPicture shown=shown/> }.into_any()
        }
    })
}

/// The weights, with those below the threshold left out.
fn drawn(shown: Shown, least: f32) -> Matrix {
    let mut weights = shown.weights.get();
    for weight in weights.data_mut() {
        if *weight < least {
            *weight = 0.0;
        }
    }
    weights
}

#[component]
fn MapPicture(shown: Shown) -> impl IntoView {
    let training = training();
    let scene = memo(move || {
        let weights = drawn(shown, training.view.with(|view| view.threshold));
        let (rows, cols) = weights.shape();
        let tokens = shown.tokens.get();
        Scene::Heatmap {
            keep: shown
                .causal
                .get()
                .then(|| Keep::from_fn(rows, cols, |i, j| j <= i)),
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
    let cell = move |event: &MouseEvent| {
        let (at, size) = keys::inside(event)?;
        cell_at(at, size, shown.weights.with_untracked(Matrix::shape))
    };
    let point = move |event: PointerEvent| {
        let cell = cell(&event);
        if shown.cell.get_untracked() != cell {
            shown.cell.set(cell);
            shown.point(cell.map(|(query, _)| query));
        }
    };
    let leave = move |_| {
        shown.cell.set(None);
        shown.point(None);
    };
    let pin = move |event: MouseEvent| {
        if let Some((query, _)) = cell(&event) {
            shown.pin(query);
        }
    };
    let label = following(move || tr!(head.map_label, head = super::head_name(shown.at.get())));
    view! {
        <div class="head-map" on:pointermove=on(point) on:pointerdown=on(point) on:pointerleave=on(leave) on:click=on(pin)>
            <Picture scene=scene label=label height=0 class="head-large"/>
            <Bands shown=shown/>
        </div>
        <p class="caption-line">{say!(head.map_caption)}</p>
    }
}

/// The row and the column of the token in focus, framed in its colour, and the cell pointed at.
/// They lie over the picture: nothing is drawn anew for a moving pointer.
#[component]
fn Bands(shown: Shown) -> impl IntoView {
    let dark = screen().dark;
    let style = derived(move || {
        let n = shown.tokens.with(Vec::len);
        let token = shown.token.get().unwrap_or(0);
        let (row, col) = shown.cell.get().unwrap_or((token, token));
        let colour = colours::css(colours::token(token, dark.get()));
        format!(
            "--left:{LEFT}px;--top:{TOP}px;--n:{n};--at:{token};--row:{row};--col:{col};--token:{colour}"
        )
    });
    let focus = move || shown.token.get().is_some();
    let cell = move || shown.cell.get().is_some();
    view! {
        <div class="bands" style=style aria-hidden="true">
            {shown_while(focus, || view! { <i class="row-band"></i><i class="col-band"></i> }.into_any())}
            {shown_while(cell, || view! { <i class="cell-band"></i> }.into_any())}
        </div>
    }
}

#[component]
fn LinesPicture(shown: Shown) -> impl IntoView {
    let training = training();
    let scene = memo(move || {
        Scene::Links(Links {
            tokens: shown.tokens.get(),
            weights: shown.weights.get(),
            least: training.view.with(|view| view.threshold),
            lit: shown.token.get(),
        })
    });
    let height = derived(move || {
        shown
            .tokens
            .with(|tokens| (tokens.len() * LINE).max(120) as u32)
    });
    let token = move |event: &MouseEvent| {
        let ((_, y), (_, height)) = keys::inside(event)?;
        token_at(y, height, shown.tokens.with_untracked(Vec::len))
    };
    let point = move |event: PointerEvent| shown.point(token(&event));
    let pin = move |event: MouseEvent| {
        if let Some(token) = token(&event) {
            shown.pin(token);
        }
    };
    let label = following(move || tr!(head.lines_label, head = super::head_name(shown.at.get())));
    view! {
        <div class="line-ends"><span>{say!(head.queries)}</span><span>{say!(head.keys)}</span></div>
        <div class="head-lines" on:pointermove=on(point) on:pointerdown=on(point)
            on:pointerleave=on(move |_| shown.point(None)) on:click=on(pin)>
            <Picture scene=scene label=label height=height class="map"/>
        </div>
        <p class="caption-line">{say!(head.lines_caption)}</p>
    }
}
