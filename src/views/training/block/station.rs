//! One station: what it is called, what happens there, its rule, and its numbers in a row.

use crate::language::shown;
use leptos::html;
use leptos::prelude::*;
use lesson::lessons::training::block::rule;

use super::super::state::{Training, training};
use super::fold::Fold;
use super::numbers;
use super::plan::{Columns, Station, in_softmax};
use super::words;
use crate::browser;
use crate::plot::Range;
use crate::reactive::{derived, effect, memo, on, part, shown_while};
use crate::screen::screen;
use crate::text::{following, say, tr};

/// Places after the point.
pub const DIGITS: u8 = 2;
/// So many cells of a row are built unasked.
const FIRST: usize = 128;

/// Stations below each other; the steps inside softmax are folded.
pub fn stations(all: Vec<Station>) -> AnyView {
    let mut views = Vec::new();
    for group in all.chunk_by(|a, b| in_softmax(a.part) == in_softmax(b.part)) {
        let group = group.to_vec();
        if group.first().is_some_and(|first| in_softmax(first.part)) {
            views.push(steps(group));
        } else {
            views.extend(
                group
                    .into_iter()
                    .map(|one| view! { <Row station=one/> }.into_any()),
            );
        }
    }
    views.into_any()
}

fn steps(group: Vec<Station>) -> AnyView {
    let name = match group.first().and_then(|first| first.layer) {
        Some(layer) => format!("softmax-{layer}"),
        None => "softmax".to_owned(),
    };
    let body = move || {
        group
            .iter()
            .map(|one| view! { <Row station=*one/> })
            .collect_view()
            .into_any()
    };
    view! { <Fold name=name title=say!(block.softmax) body=Box::new(body)/> }.into_any()
}

/// One station.
#[component]
fn Row(station: Station) -> impl IntoView {
    let training = training();
    let all = RwSignal::new(station.width <= FIRST);
    let key = station.part.key();
    view! {
        <section class="station" data-station=key>
            <h5>{following(move || words::station(station.part).0)}</h5>
            <span class="rule">{derived(move || rule_of(training, station))}</span>
            <span class="ends">{derived(move || ends(training, station))}</span>
            <p class="lead">{following(move || words::station(station.part).1)}</p>
            <div class="scroll">{part(move || {
                let count = if all.get() { station.width } else { FIRST };
                view! { <Numbers station=station count=count/> }.into_any()
            })}</div>
            {shown_while(move || !all.get(), move || view! {
                <button type="button" data-action="all-numbers" on:click=on(move |_| all.set(true))>
                    {say!(block.all_numbers, count = station.width)}
                </button>
            }.into_any())}
        </section>
    }
}

fn rule_of(training: Training, station: Station) -> String {
    let settings = training.shown().settings;
    settings.with(|settings| {
        settings
            .as_ref()
            .map(|settings| rule(station.part, settings))
            .unwrap_or_default()
    })
}

/// The ends of the colour map, where there is more than one number to compare.
fn ends(training: Training, station: Station) -> String {
    if station.width < 2 {
        return String::new();
    }
    training.block.with(|view| {
        let values = view
            .as_ref()
            .and_then(|view| numbers::values(view, station))
            .unwrap_or_default();
        match numbers::range(station.part, values) {
            Range::Sequential(end) => tr!(block.ends, least = "0", most = shown(end, 0)),
            Range::Diverging(end) => tr!(
                block.ends,
                least = shown(-end, DIGITS),
                most = shown(end, DIGITS)
            ),
        }
    })
}

/// The numbers. The cells are built once; what is in them is written whenever it changes, so that
/// the focus and the scrolling stay while a run trains.
#[component]
fn Numbers(station: Station, count: usize) -> impl IntoView {
    let (training, dark) = (training(), screen().dark);
    let row = NodeRef::<html::Tr>::new();
    let ids = memo(move || {
        training.block.with(|view| {
            view.as_ref()
                .map(|view| view.ids.clone())
                .unwrap_or_default()
        })
    });
    let headings = derived(move || {
        numbers::headings(station, training.task().words(), &ids.get(), dark.get())
    });
    keep_written(training, station, count, row);
    let map = match (numbers::range(station.part, &[]), station.columns()) {
        (Range::Sequential(_), _) => "cells shares",
        (Range::Diverging(_), Columns::Numbered) => "cells signed numbered",
        (Range::Diverging(_), _) => "cells signed",
    };
    let label = following(move || words::place(training, station.cell(0)));
    view! {
        <table class=map aria-label=label>
            <thead><tr inner_html=headings></tr></thead>
            <tbody><tr node_ref=row id=station.id() data-way="" inner_html=numbers::cells(station, count)></tr></tbody>
        </table>
    }
}

fn keep_written(training: Training, station: Station, count: usize, row: NodeRef<html::Tr>) {
    let written = StoredValue::new(Vec::new());
    effect(move || {
        let (Some(row), Some(view)) = (row.get(), training.block.get()) else {
            return;
        };
        let after = numbers::shown(&view, station, count);
        written.update_value(|before| {
            browser::numbers::write(&row, before, &after, DIGITS);
            *before = after;
        });
    });
}
