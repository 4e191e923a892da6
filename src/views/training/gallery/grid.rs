//! The heads as a table of small pictures: a row a layer, a column a head.

use attention::Matrix;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use lesson::lessons::training::heads::Combine;
use lesson::lessons::training::lesson::Change;
use lesson::lessons::training::link::Panel;
use lesson::protocol::Side;

use super::super::{Training, training};
use super::ablate::{Ablate, instead};
use super::layer::{LayerPicture, heading};
use super::{head_name, is_causal, words};
use crate::browser::{focus, keys, page};
use crate::plot::Scene;
use crate::reactive::{derived, memo, on, part};
use crate::text::{following, say, tr};
use crate::widgets::picture::Picture;

/// Layers, and heads of each.
type Shape = (usize, usize);

/// Milliseconds from a change until the first picture is drawn, and from each to the next: all of
/// a frame's pictures at once would take longer than the frame.
const DELAY: (u64, u64) = (16, 6);

/// The table; made anew only for another number of heads.
#[component]
pub fn Grid(side: Side, how: RwSignal<Combine>) -> impl IntoView {
    let run = training().runs[side.index()];
    let shape = memo(move || {
        run.settings
            .with(|settings| settings.as_ref().map(|own| (own.n_layers, own.n_heads)))
    });
    part(move || match shape.get() {
        Some(shape) => view! { <Table side=side shape=shape how=how/> }.into_any(),
        None => view! { <Room/> }.into_any(),
    })
}

/// Until the model is here: the room of two layers of two heads, as most of those that can be chosen have.
#[component]
fn Room() -> impl IntoView {
    let head = "<td><button class=\"head\"><i class=\"head-picture\"></i><span class=\"does\">–</span></button>";
    let cell = format!("{head}<button class=\"ablate\">–</button></td>");
    let row = derived(move || {
        let name = |layer: usize| tr!(gallery.row, layer = layer);
        let row = |layer| {
            format!(
                "<tr><th scope=\"row\">{}</th>{cell}{cell}{head}</td></tr>",
                name(layer)
            )
        };
        format!("<tr><th scope=\"col\">–</th></tr>{}{}", row(1), row(2))
    });
    view! {
        <table class="heads-grid few" style="--columns:3;--layers:2;visibility:hidden" aria-hidden="true" inner_html=row></table>
    }
}

#[component]
fn Table(side: Side, shape: Shape, how: RwSignal<Combine>) -> impl IntoView {
    let (layers, heads) = shape;
    // The head that Tab leads to, and the switch: those that had the focus last.
    let (stop, off) = (RwSignal::new((0, 0)), RwSignal::new((0, 0)));
    let columns = columns(heads);
    let head = |head: usize| view! { <th scope="col">{say!(gallery.column, head = head + 1)}</th> };
    let row = move |layer: usize| {
        view! {
            <tr>
                <th scope="row">{say!(gallery.row, layer = layer + 1)}</th>
                {(0..heads).map(|head| view! { <td><Thumb side=side at=(layer, head) shape=shape stop=stop off=off/></td> }).collect_view()}
                {(heads > 1).then(|| view! { <td class="layer"><LayerPicture side=side layer=layer how=how/></td> })}
            </tr>
        }
    };
    view! {
        <table class="heads-grid" class:few={columns < 5} class:four={columns > 3} aria-label=say!(gallery.table) style=format!("--columns:{columns};--layers:{layers}")>
            <thead><tr>
                <td></td>
                {(0..heads).map(head).collect_view()}
                {(heads > 1).then(|| view! { <th scope="col" class="layer">{heading(how)}</th> })}
            </tr></thead>
            <tbody>{(0..layers).map(row).collect_view()}</tbody>
        </table>
    }
}

/// The pictures of a layer: its heads, and where there are several, what they come to together.
pub fn columns(heads: usize) -> usize {
    heads + usize::from(heads > 1)
}

/// One head: its picture, its name, and the switch that takes it out.
#[component]
fn Thumb(
    side: Side,
    at: (usize, usize),
    shape: Shape,
    stop: RwSignal<(usize, usize)>,
    off: RwSignal<(usize, usize)>,
) -> impl IntoView {
    let training = training();
    let index = at.0 * shape.1 + at.1;
    let scene = memo(move || {
        let weights = head_weights(training, side, index);
        Scene::Thumbnail(weights, is_causal(training, side))
    });
    let pressed = derived(move || {
        let chosen = training.side.get() == side && training.view.with(|view| view.head == at);
        chosen.to_string()
    });
    let out = derived(move || instead(training, at).is_some());
    view! {
        <button type="button" class="head" id=id(side, at) data-head=format!("{}.{}", at.0, at.1) aria-pressed=pressed
            tabindex=derived(move || focus::stop(stop.get() == at)) on:focus=on(move |_| stop.set(at))
            class:out=out on:click=on(move |_| choose(training, side, at)) on:keydown=on(move |event| walk(&event, |to| id(side, to), at, shape))>
            <Picture scene=scene label="" height=0 class="head-picture" delay=DELAY.0 + DELAY.1 * index as u64/>
            <span class="only-read">{following(move || format!("{}: ", head_name(at)))}</span>
            <span class="does">{label(training, side, index)}</span>
        </button>
        <Ablate at=at id=switch(side, at) stop=off walk=move |event: KeyboardEvent| walk(&event, |to| switch(side, to), at, shape)/>
    }
}

/// The weights of the head that stands at `index` in what was seen last; none before.
pub fn head_weights(training: Training, side: Side, index: usize) -> Matrix {
    training.runs[side.index()].seen.with(|seen| {
        let weights = seen.as_ref().and_then(|seen| {
            let n = seen.ids.len();
            Matrix::new(n, n, seen.weights.get(index)?.clone()).ok()
        });
        weights.unwrap_or_else(|| Matrix::zeros(0, 0))
    })
}

/// The measured name of a head; an effort to make only when its scores change.
fn label(training: Training, side: Side, index: usize) -> Memo<String> {
    memo(move || label_of(training, side, index))
}

/// What a head was measured to do, as it is called; a dash before that is known.
pub fn label_of(training: Training, side: Side, index: usize) -> String {
    training.runs[side.index()].seen.with(|seen| {
        let scores = seen.as_ref().and_then(|seen| seen.scores.get(index));
        scores.map_or_else(|| "–".to_owned(), words::label)
    })
}

fn choose(training: Training, side: Side, at: (usize, usize)) {
    if training.side.get_untracked() != side {
        training.look_at(side);
    }
    let beside = training.view.with_untracked(|view| view.panel);
    if training.own(Change::Head(at)) && beside != Panel::Head {
        training.own(Change::Panel(Panel::Head));
    }
}

fn id(side: Side, (layer, head): (usize, usize)) -> String {
    format!("head-{}-{layer}-{head}", side.slug())
}

fn switch(side: Side, (layer, head): (usize, usize)) -> String {
    format!("switch-{}-{layer}-{head}", side.slug())
}

/// Arrows go from head to head, or from switch to switch.
fn walk(
    event: &KeyboardEvent,
    id: impl Fn((usize, usize)) -> String,
    (layer, head): (usize, usize),
    (layers, heads): Shape,
) {
    let Some((down, right)) = keys::arrow(event) else {
        return;
    };
    event.prevent_default();
    let layer = layer.saturating_add_signed(down).min(layers - 1);
    let head = head.saturating_add_signed(right).min(heads - 1);
    page::focus(&id((layer, head)));
}
