//! What is drawn over positions and distances, from the numbers of the tables.

use attention::Matrix;
use attention::positions::{rate, wave};
use leptos::prelude::*;
use lesson::lessons::positions::{BEYOND, Document, MAP, NEAR, SLOPES, WAYS};

use super::chart::Chart;
use super::{Bench, bench};
use crate::language::visible;
use crate::reactive::{derived, memo};
use crate::text::{say, tr};

/// A drawing with what it shows below it.
#[component]
fn Plot(
    label: Signal<String>,
    draw: fn(Bench, (usize, usize)) -> String,
    at: Memo<(usize, usize)>,
    caption: Signal<String>,
) -> impl IntoView {
    let bench = bench();
    let picture = derived(move || draw(bench, at.get()));
    view! {
        <figure class="pos-plot" aria-label=label>
            <div inner_html=picture></div>
            <figcaption>{caption}</figcaption>
        </figure>
    }
}

/// The cell of a table that was looked at last.
fn last(
    bench: Bench,
    table: lesson::core::table::TableId,
    first: (usize, usize),
) -> Memo<(usize, usize)> {
    Memo::new(move |before: Option<&(usize, usize)>| {
        bench.looked_at(table).or(before.copied()).unwrap_or(first)
    })
}

/// A dimension of the waves, and faint behind it the first of every other pair: fast ones and slow ones.
#[component]
pub fn Wave() -> impl IntoView {
    let bench = bench();
    let at = last(bench, MAP, (0, 0));
    let caption = derived(move || {
        let dimension = at.get().1.min(bench.document.with(|d| d.map.width) - 1);
        tr!(
            positions.wave_of,
            dimension = dimension + 1,
            long = bench.document.with(|d| long(d, dimension))
        )
    });
    view! { <Plot label=say!(positions.wave) draw=waves at=at caption=caption/> }
}

/// How many positions one wave of a dimension is long.
pub fn long(document: &Document, dimension: usize) -> String {
    let (width, base) = (document.map.width, document.base);
    let long = std::f64::consts::TAU / rate(f64::from(base), dimension / 2, width);
    visible(long as f32, 1)
}

fn waves(bench: Bench, (_, dimension): (usize, usize)) -> String {
    let map = bench.numbers(MAP);
    let dimension = dimension.min(map.cols().saturating_sub(1));
    let last = map.rows().saturating_sub(1) as f32;
    let mut chart = Chart::over((0.0, last), [-1.0, 1.0]);
    let others = (0..map.cols()).step_by(2);
    for other in others.filter(|other| other / 2 != dimension / 2) {
        chart.line("faint", between(bench, &map, other));
    }
    chart.line("one", between(bench, &map, dimension));
    let points = (0..map.rows()).map(|p| (p as f32, map.at(p, dimension)));
    chart.dots("one", points);
    chart.svg()
}

/// The wave between the positions, unless one of its numbers is to be predicted.
fn between(bench: Bench, map: &Matrix, dimension: usize) -> Vec<(f32, f32)> {
    if (0..map.rows()).any(|p| !map.at(p, dimension).is_finite()) {
        return vec![];
    }
    let (width, base) = bench.document.with(|d| (d.map.width, d.base));
    let step = rate(f64::from(base), dimension / 2, width);
    let last = 12 * map.rows().saturating_sub(1);
    let point = |twelfth: usize| {
        let p = twelfth as f32 / 12.0;
        (p, wave(dimension, f64::from(p) * step))
    };
    (0..=last).map(point).collect()
}

/// Dot products of waves over the distance of their positions.
#[component]
pub fn Distances() -> impl IntoView {
    let bench = bench();
    let at = last(bench, NEAR, (0, 0));
    let caption = derived(move || tr!(positions.curve_of, place = at.get().0));
    view! { <Plot label=say!(positions.curve) draw=distances at=at caption=caption/> }
}

fn distances(bench: Bench, (place, _): (usize, usize)) -> String {
    let near = bench.numbers(NEAR);
    let (count, last) = (near.rows(), near.rows().saturating_sub(1));
    let place = place.min(last);
    let mut chart = Chart::over((-(last as f32), last as f32), near.data().iter().copied());
    let of = |row: usize| (0..count).map(move |col| (col, row));
    let point = |(col, row): (usize, usize)| (col as f32 - row as f32, near.at(row, col));
    for row in 0..count {
        chart.dots("faint", of(row).map(point));
    }
    chart.line("one", of(place).map(point));
    chart.dots("one", of(place).map(point));
    chart.svg()
}

/// ALiBi's penalties over the distance, a line a head.
#[component]
pub fn Penalties() -> impl IntoView {
    let bench = bench();
    let at = memo(move || bench.document.with(|d| (d.slopes.head, 0)));
    let caption = derived(move || tr!(positions.slope_of, head = at.get().0 + 1));
    view! { <Plot label=say!(positions.penalties) draw=penalties at=at caption=caption/> }
}

fn penalties(bench: Bench, (head, _): (usize, usize)) -> String {
    const FAR: f32 = 12.0;
    let slopes = bench.numbers(SLOPES);
    let ends: Vec<f32> = slopes.data().iter().map(|slope| -slope * FAR).collect();
    let mut chart = Chart::with_names((0.0, FAR), ends.iter().copied(), 14.0);
    let class = |own: usize| if own == head { "one" } else { "faint" };
    for (own, end) in ends.iter().enumerate() {
        chart.line(class(own), [(0.0, 0.0), (FAR, *end)]);
    }
    let numbers: Vec<String> = (1..=ends.len()).map(|own| own.to_string()).collect();
    let named = ends.iter().zip(&numbers).enumerate();
    chart.names(
        named.map(|(own, (end, number))| (class(own).to_owned(), (FAR, *end), number.as_str())),
    );
    chart.svg()
}

/// Scores over the distance, each way a line, and where training ended.
#[component]
pub fn Beyond() -> impl IntoView {
    let bench = bench();
    let at = last(bench, BEYOND, (0, 0));
    let caption = derived(move || {
        let (query, key) = bench.document.with(|d| {
            let name = |token: usize| d.tokens.get(token).cloned().unwrap_or_default();
            (name(d.pair.0), name(d.pair.1))
        });
        tr!(positions.beyond_of, query = query, key = key)
    });
    view! { <Plot label=say!(positions.beyond_plot) draw=beyond at=at caption=caption/> }
}

fn beyond(bench: Bench, _: (usize, usize)) -> String {
    let scores = bench.numbers(BEYOND);
    let trained = bench.document.with(|d| d.trained);
    let last = scores.rows().saturating_sub(1);
    let mut chart = Chart::with_names((0.0, last as f32), scores.data().iter().copied(), 44.0);
    if trained <= last {
        chart.upright(
            "end",
            trained as f32 - 0.5,
            &tr!(positions.trained_until, count = trained),
        );
    }
    let mut ends = vec![];
    for (way, name) in WAYS.iter().enumerate() {
        let class = format!("way-{way}");
        let points = (0..scores.rows()).map(|p| (p as f32, scores.get(p, way).unwrap_or(f32::NAN)));
        let points: Vec<_> = points.collect();
        chart.line(&class, points.iter().copied());
        let end = points.iter().rev().find(|point| point.1.is_finite());
        ends.push((class, end.copied().unwrap_or((0.0, f32::NAN)), *name));
    }
    chart.names(ends);
    chart.svg()
}
