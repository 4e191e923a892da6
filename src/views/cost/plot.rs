//! The live plot: time or memory over n, both axes logarithmic.

use leptos::prelude::*;
use lesson::lessons::cost::fit::{self, Quantity};
use lesson::lessons::cost::method::Method;

use super::export::Export;
use super::state::{Cost, cost};
use super::words;
use crate::plot::{LogLine, LogLog, Scene};
use crate::reactive::{derived, memo, on};
use crate::text::{following, say, tr};
use crate::widgets::picture::Picture;

/// Height in CSS pixels.
const HEIGHT: u32 = 460;

/// The plot with its switch.
#[component]
pub fn Plot() -> impl IntoView {
    let cost = cost();
    let picture = memo(move || picture(cost));
    let scene = derived(move || Scene::LogLog(picture.get()));
    let title = following(move || title(cost.show()));
    let label = following(move || {
        let count: usize = picture.with(|own| own.lines.iter().map(|line| line.points.len()).sum());
        let points = tr!(counted.points, count = count);
        tr!(cost.plot_label, what = title.get(), points = points)
    });
    view! {
        <section class="card" data-figure="" tabindex="-1" data-plot=derived(move || cost.show().slug()) data-plotted=derived(move || picture.with(plotted))>
            <div class="row">
                <h3>{title}</h3>
                <span class="spring"></span>
                <Export/>
                <div class="tabs" role="group" aria-label=say!(cost.show)>
                    <Tab own=Quantity::Time words=say!(cost.time)/>
                    <Tab own=Quantity::Memory words=say!(cost.memory)/>
                </div>
            </div>
            <Picture scene=scene label=label height=derived(|| HEIGHT) class="map"/>
            <p class="note">{say!(cost.axis_note)}</p>
        </section>
    }
}

#[component]
fn Tab(own: Quantity, #[prop(into)] words: Signal<String>) -> impl IntoView {
    let cost = cost();
    let choose = move |_| cost.look(|view| view.show = own);
    view! {
        <button type="button" data-show=own.slug() aria-pressed=derived(move || (cost.show() == own).to_string())
            on:click=on(choose)>{words}</button>
    }
}

/// What is shown.
pub fn title(show: Quantity) -> String {
    match show {
        Quantity::Time => tr!(cost.plot),
        Quantity::Memory => tr!(cost.plot_memory),
    }
}

/// Every power of ten that may be met, in words.
pub fn ticks(show: Quantity) -> Vec<(f64, String)> {
    let (powers, words): (_, fn(f64) -> String) = match show {
        Quantity::Time => (-3..=5, words::ten_ms),
        Quantity::Memory => (4..=10, words::ten_bytes),
    };
    let tick = |power: i32| (10.0_f64.powi(power), words(10.0_f64.powi(power)));
    powers.map(tick).collect()
}

/// What is written at the lines of slope 1 and 2.
pub fn guides() -> [String; 2] {
    [tr!(cost.guide_one), tr!(cost.guide_two)]
}

fn picture(cost: Cost) -> LogLog {
    let (points, show) = (cost.shown(), cost.show());
    let line = |method: Method| {
        let curve = fit::curve(&points, method, show);
        (!curve.is_empty()).then(|| LogLine {
            label: words::name(method, cost.window()),
            points: curve,
            colour: method.index(),
        })
    };
    LogLog {
        lines: Method::ALL.into_iter().filter_map(line).collect(),
        sizes: cost.sizes(),
        ticks: ticks(show),
        guides: guides(),
        axes: [
            tr!(cost.axis_tokens),
            match show {
                Quantity::Time => tr!(cost.time),
                Quantity::Memory => tr!(cost.memory),
            },
        ],
        ringed: cost.chosen().get().map(|(method, n)| (method.index(), n)),
    }
}

/// What is drawn, exactly, for tests and whoever wants to take the numbers along.
fn plotted(picture: &LogLog) -> String {
    let line = |line: &LogLine| {
        let method = Method::ALL
            .get(line.colour)
            .map_or("", |method| method.slug());
        let points = line.points.iter();
        points
            .map(|(n, value)| format!("{method} {n} {value}"))
            .collect::<Vec<_>>()
    };
    let all: Vec<_> = picture.lines.iter().flat_map(line).collect();
    all.join("|")
}
