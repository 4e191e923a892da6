//! The attention map: all weights as one labelled picture, there at every stage, so that an edit
//! anywhere shows at once what it does to whom looks at whom.

use leptos::prelude::*;
use lesson::Name;

use crate::plot::{Labels, Range, Scene};
use crate::reactive::derived;
use crate::state::lab;
use crate::text::say;
use crate::widgets::legend::Legend;
use crate::widgets::picture::Picture;

/// The picture with its legend; its numbers are those of the weights' table.
#[component]
pub fn AttentionMap() -> impl IntoView {
    let lab = lab();
    let scene = derived(move || {
        lab.settled.with(|(d, t)| Scene::Heatmap {
            matrix: t.get(Name::Weights).clone(),
            transposed: false,
            range: Range::Sequential(1.0),
            keep: Some(d.keep()),
            labels: Some(Labels {
                rows: d.queries.clone(),
                cols: d.key_tokens().to_vec(),
                digits: 2,
            }),
        })
    });
    let height = derived(move || lab.settled.with(|(d, _)| 22 + (d.n() as u32 * 34).min(320)));
    let title = say!(map.title);
    view! {
        <section class="card map" data-control="map">
            <h3>{title}</h3>
            <Picture scene=scene label=title height=height class="map"/>
            <p class="caption-line">{say!(map.caption)}</p>
            <Legend range=derived(|| Range::Sequential(1.0)) hatched=derived(move || {
                lab.document.with(|d| d.keep().additive().data().iter().any(|v| *v != 0.0))
            })/>
        </section>
    }
}
