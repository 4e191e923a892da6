//! All heads of a layer as one: what all of them, most or any of them look at.

use attention::Matrix;
use leptos::prelude::*;
use lesson::lessons::training::heads::{Combine, combine};
use lesson::protocol::Side;

use super::super::sequence::words_of;
use super::super::{Training, training};
use super::grid::head_weights;
use super::is_causal;
use super::numbers::{Numbers, weight_rows};
use crate::plot::Scene;
use crate::reactive::{derived, memo};
use crate::text::{following, tr};
use crate::widgets::markup;
use crate::widgets::picture::Picture;

/// The ways to combine, in the order of the chooser.
pub const ALL: [Combine; 3] = [Combine::Min, Combine::Mean, Combine::Max];

/// The name in controls.
pub const fn slug(how: Combine) -> &'static str {
    match how {
        Combine::Min => "min",
        Combine::Mean => "mean",
        Combine::Max => "max",
    }
}

/// The name in the chooser.
pub fn title(how: Combine) -> String {
    match how {
        Combine::Min => tr!(gallery.min),
        Combine::Mean => tr!(gallery.mean),
        Combine::Max => tr!(gallery.max),
    }
}

/// What stands above the column.
pub fn heading(how: RwSignal<Combine>) -> Signal<String> {
    following(move || heading_of(how.get()))
}

/// What all heads of a layer together are called.
pub fn heading_of(how: Combine) -> String {
    tr!(gallery.layer, how = title(how))
}

/// The tokens that a run was seen with.
pub fn tokens(training: Training, side: Side) -> Vec<String> {
    let run = training.runs[side.index()];
    let task = run.settings.with(|own| own.as_ref().map(|own| own.task));
    let seen = run.seen;
    let ids = seen.with(|seen| seen.as_ref().map(|seen| seen.ids.clone()));
    let both = task.zip(ids);
    both.map_or_else(Vec::new, |(task, ids)| words_of(task, &ids))
}

/// The weights of all heads of a layer, cell by cell.
pub fn combined(training: Training, side: Side, layer: usize, how: Combine) -> Matrix {
    let heads = training.runs[side.index()]
        .settings
        .with(|own| own.as_ref().map_or(0, |own| own.n_heads));
    let weights: Vec<Matrix> = (layer * heads..(layer + 1) * heads)
        .map(|index| head_weights(training, side, index))
        .collect();
    let all: Vec<&Matrix> = weights.iter().collect();
    combine(&all, how).unwrap_or_else(|_| Matrix::zeros(0, 0))
}

/// The picture of a layer.
#[component]
pub fn LayerPicture(side: Side, layer: usize, how: RwSignal<Combine>) -> impl IntoView {
    let training = training();
    let scene = memo(move || {
        let weights = combined(training, side, layer, how.get());
        Scene::Thumbnail(weights, is_causal(training, side))
    });
    let label = following(move || {
        tr!(
            gallery.layer_label,
            layer = layer + 1,
            how = title(how.get())
        )
    });
    view! { <Picture scene=scene label=label height=0 class="head-picture" delay=220 + 20 * layer as u64/> }
}

/// The numbers of those pictures, one layer below the other.
#[component]
pub fn LayerNumbers(side: Side, how: RwSignal<Combine>) -> impl IntoView {
    let training = training();
    let run = training.runs[side.index()];
    let rows = derived(move || {
        let layers = run
            .settings
            .with(|own| own.as_ref().map_or(0, |own| own.n_layers));
        let tokens = tokens(training, side);
        let layer = |layer: usize| {
            let name = tr!(gallery.row, layer = layer + 1);
            let title = markup::element(
                "th",
                &format!("scope=\"rowgroup\" colspan=\"{}\"", tokens.len() + 1),
                &name,
            );
            let weights = combined(training, side, layer, how.get());
            format!("<tr>{title}</tr>{}", weight_rows(&tokens, &weights))
        };
        (0..layers).map(layer).collect::<String>()
    });
    let summary = following(move || tr!(gallery.layer_numbers, how = title(how.get())));
    // Of rows that add up to 1 only the mean does, too.
    let caption = following(move || match how.get() {
        Combine::Mean => tr!(gallery.weights_caption),
        Combine::Min | Combine::Max => tr!(gallery.layer_caption),
    });
    view! { <Numbers summary=summary name="layer-weights" caption=caption rows=rows/> }
}
