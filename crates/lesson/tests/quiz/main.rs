//! Questions: what is covered, what an answer amounts to, which mistake it is, links, progress.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod covering;
mod grading;
mod links;
mod progress;
mod seen;
mod sessions;

use std::sync::Arc;

use lesson::core::lesson::Preset;
use lesson::core::numbers::Numbers;
use lesson::core::opened::Opened;
use lesson::lessons::stepper;
use lesson::{Document, Name, Source, Stage, Stepper, Trace, View, head::presets};

/// Every preset, and with them what no preset has: masks of all kinds, as many keys as values are wide,
/// projected cross-attention with d_model ≠ d_k, overrides.
fn documents() -> Vec<(String, Document, View)> {
    let preset = |preset: &Preset| {
        let (document, view) = stepper::preset(preset.slug).unwrap();
        (preset.slug.to_owned(), document, view)
    };
    let links = [
        "preset=worked&mask=causal",
        "preset=cat&mask=window:2",
        "preset=cat&mask=padding:1&o=scores.1.0:2",
        "preset=same_wq_wk&mask=causal",
        "t=a,b&q=1,2;0.5,-1&k=0.3,1;1.5,0.4&v=1,2;3,4",
        "t=a,b&q=1,2;0.5,-1&k=0.3,1;1.5,0.4&v=1,2;3,4&scale=0.5&mask=painted:10;00",
    ];
    let link = |link: &&str| {
        let (document, view) = stepper::decode(link).unwrap();
        ((*link).to_owned(), document, view)
    };
    presets::PRESETS
        .iter()
        .map(preset)
        .chain(links.iter().map(link))
        .collect()
}

/// The attention lesson open with that document.
fn lesson_of(document: &Document, view: &View) -> Stepper {
    Stepper::new(document.clone(), view.clone())
}

/// Every number of it.
fn numbers(document: &Document) -> Arc<dyn Numbers> {
    Opened::numbers(&lesson_of(document, &View::default())).unwrap()
}

fn trace(document: &Document) -> Trace {
    Trace::of(document).unwrap()
}

/// The matrices that are computed in `document`, the mask aside.
fn computed(document: &Document) -> impl Iterator<Item = Name> {
    let first = match document.source {
        Source::ByHand => Name::Scores,
        Source::Projected => Name::Q,
    };
    Name::ALL
        .into_iter()
        .filter(move |name| *name >= first && Stage::of(*name) != Stage::Mask)
}
