//! The curves, to be taken along, with all numbers of their table.

use leptos::prelude::*;
use lesson::lessons::training::chart::{Run, chart};
use lesson::protocol::Side;
use lesson::share::export::chart::{Chart, ChartKind};
use lesson::share::export::{Offer, Subject};

use super::controls::{side_name, two};
use super::curves::{cursor, label, points};
use super::{Training, training};
use crate::reactive::derived;
use crate::text::tr;
use crate::widgets::export::{ExportMenu, Exported};

/// The menu.
#[component]
pub fn Export() -> impl IntoView {
    let training = training();
    let choices = derived(|| {
        vec![
            (ChartKind::Loss.key().to_owned(), tr!(curves.loss)),
            (ChartKind::Accuracy.key().to_owned(), tr!(curves.accuracy)),
        ]
    });
    let current = derived(|| ChartKind::Loss.key().to_owned());
    let exported = Exported::at_once(Offer::Curves, choices, current, move |key| {
        let kind = ChartKind::from_key(&key)?;
        Some(Subject::chart(shown(training, kind)))
    });
    view! { <ExportMenu exported=exported/> }
}

/// The runs that there are.
fn shown(training: Training, kind: ChartKind) -> Chart {
    let both = two(training);
    let known = Side::BOTH.map(|side| (side, points(training, side)));
    let mut runs = Vec::new();
    for (side, points) in &known {
        if !points.is_empty() {
            runs.push(Run {
                side: *side,
                name: side_name(*side),
                points,
            });
        }
    }
    let label = |run: &Run, quantity| label(both, run.side, quantity);
    let texts = [training.shell.link(), tr!(export.axes_steps)];
    chart(kind, &runs, label, texts, cursor(training))
}
