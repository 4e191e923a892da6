//! The weights of every head and of every layer's heads together, to be taken along as they stand.

use leptos::prelude::*;
use lesson::lessons::training::heads::Combine;
use lesson::protocol::Side;
use lesson::share::export::{Offer, Subject, Table, TableKind};

use super::super::controls::{side_name, two};
use super::super::{Training, training};
use super::grid::head_weights;
use super::layer::{combined, heading_of, slug, tokens};
use super::numbers::placed;
use super::{head_name, is_causal};
use crate::reactive::{derived, memo};
use crate::text::tr;
use crate::widgets::export::{ExportMenu, Exported};

/// Whose weights: of one head (layer, head), or of a layer.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    Head(usize, usize),
    Layer(usize),
}

/// What else tells one from another: the run, where there are two, and how the heads of a layer are put together.
#[derive(Clone, Copy, PartialEq)]
struct By {
    run: Option<Side>,
    how: Combine,
}

impl Of {
    /// Its name in files, counted from 1.
    fn key(self, by: By) -> String {
        let own = match self {
            Of::Head(layer, head) => format!("head-{}-{}", layer + 1, head + 1),
            Of::Layer(layer) => format!("layer-{}-{}", layer + 1, slug(by.how)),
        };
        match by.run {
            Some(side) => format!("{}-{own}", side.slug()),
            None => own,
        }
    }

    fn name(self, by: By) -> String {
        let own = match self {
            Of::Head(layer, head) => head_name((layer, head)),
            Of::Layer(layer) => {
                format!(
                    "{}, {}",
                    tr!(gallery.row, layer = layer + 1),
                    heading_of(by.how)
                )
            }
        };
        match by.run {
            Some(side) => format!("{}: {own}", side_name(side)),
            None => own,
        }
    }
}

/// The menu of a run.
#[component]
pub fn Export(side: Side, how: RwSignal<Combine>) -> impl IntoView {
    let training = training();
    let by = memo(move || By {
        run: two(training).then_some(side),
        how: how.get(),
    });
    let choices = derived(move || {
        let by = by.get();
        let choice = |of: Of| (of.key(by), of.name(by));
        all(training, side).into_iter().map(choice).collect()
    });
    let current = derived(move || {
        let (layer, head) = training.view.with(|view| view.head);
        Of::Head(layer, head).key(by.get())
    });
    let exported = Exported::at_once(Offer::Numbers, choices, current, move |key| {
        let of = all(training, side)
            .into_iter()
            .find(|of| of.key(by.get()) == key)?;
        Some(Subject::table(table(training, side, of, by.get().how)))
    });
    view! { <ExportMenu exported=exported/> }
}

/// Every head, then every layer whose heads are shown together.
fn all(training: Training, side: Side) -> Vec<Of> {
    let settings = training.runs[side.index()].settings;
    let (layers, heads) = settings.with(|own| {
        let own = own.as_ref();
        own.map_or((0, 0), |own| (own.n_layers, own.n_heads))
    });
    let head = |layer| (0..heads).map(move |head| Of::Head(layer, head));
    let together = (0..layers).filter(|_| heads > 1).map(Of::Layer);
    (0..layers).flat_map(head).chain(together).collect()
}

fn table(training: Training, side: Side, of: Of, how: Combine) -> Table {
    let heads = training.runs[side.index()].settings;
    let heads = heads.with(|own| own.as_ref().map_or(0, |own| own.n_heads));
    let weights = match of {
        Of::Head(layer, head) => head_weights(training, side, layer * heads + head),
        Of::Layer(layer) => combined(training, side, layer, how),
    };
    let tokens = tokens(training, side).into_iter().enumerate();
    let labels: Vec<String> = tokens.map(|(place, token)| placed(&token, place)).collect();
    Table {
        kind: TableKind::Weights,
        link: training.shell.link(),
        rows: labels.clone(),
        cols: labels,
        numbers: weights.data().to_vec(),
        causal: is_causal(training, side),
    }
}
