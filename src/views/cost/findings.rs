//! What follows from the points: slopes, ratios, and what the guard refused.

use leptos::prelude::*;
use lesson::lessons::cost::fit::{self, Quantity, Slope, Tells};
use lesson::lessons::cost::guard::Refusal;
use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::plan::Place;
use lesson::lessons::cost::point::Point;

use super::state::{Cost, cost};
use super::words;
use crate::language::localised;
use crate::plot::colours;
use crate::reactive::{derived, memo, on, part};
use crate::screen::screen;
use crate::text::{following, say, tr};

/// The three lists.
#[component]
pub fn Findings() -> impl IntoView {
    let fitted = fit::FITTED;
    view! {
        <section class="card findings" data-control="beside">
            <h3>{say!(cost.slopes)}</h3>
            <Slopes/>
            <p class="note">{say!(cost.slope_note, count = fitted)}</p>
            <h3>{say!(cost.ratios)}</h3>
            <Ratios/>
            <h3>{say!(cost.refused)}</h3>
            <Refused/>
        </section>
    }
}

/// A list that is made anew when one of its lines changes, which is seldom.
fn lines(
    all: impl Fn() -> Vec<(String, String)> + Send + Sync + 'static,
    key: &'static str,
) -> AnyView {
    let all = memo(all);
    let line = move |(name, words): (String, String)| {
        view! { <li data-line=key data-of=name>{words}</li> }
    };
    let list = part(move || all.get().into_iter().map(line).collect_view().into_any());
    view! { <ul class="lines">{list}</ul> }.into_any()
}

#[component]
fn Slopes() -> impl IntoView {
    let cost = cost();
    // A slope that is not there yet is not said of every method, but once of all.
    let known = memo(move || {
        let points = cost.shown();
        let methods = cost.settings.with(|own| own.methods.clone());
        let both = |method: &Method| slopes(&points, *method);
        let all: Vec<_> = methods
            .iter()
            .filter_map(|method| Some((*method, both(method)?)))
            .collect();
        all
    });
    let list = move || match known.get() {
        none if none.is_empty() => view! { <li>{say!(cost.slope_none)}</li> }.into_any(),
        all => all.into_iter().map(slope_line).collect_view().into_any(),
    };
    view! { <ul class="lines">{part(list)}</ul> }
}

/// Of time and of memory, where there are enough points for both.
fn slopes(points: &[Point], method: Method) -> Option<(Slope, Slope)> {
    let told = |slope: &Slope| slope.points >= fit::TOLD;
    let of = |quantity| fit::slope(&fit::curve(points, method, quantity)).filter(told);
    Some((of(Quantity::Time)?, of(Quantity::Memory)?))
}

fn slope_line((method, (time, memory)): (Method, (Slope, Slope))) -> AnyView {
    let (cost, dark) = (cost(), screen().dark);
    let colour = derived(move || {
        format!(
            "--token:{}",
            colours::css(colours::token(method.index(), dark.get()))
        )
    });
    let words = derived(move || words::raised(&slope(time, memory)));
    view! {
        <li data-slope=method.slug() data-power=time.power.to_string() style=colour class="slope">
            <b>{following(move || words::name(method, cost.window()))}</b>" "
            <span inner_html=words></span>
        </li>
    }
    .into_any()
}

fn slope(time: Slope, memory: Slope) -> String {
    let memory = localised(format!("{:.2}", memory.power));
    let words = match time.tells() {
        Tells::Early => tr!(cost.slope_early, memory = memory),
        Tells::Unsteady => tr!(cost.slope_unsteady, memory = memory),
        Tells::Growth => tr!(
            cost.slope,
            time = localised(format!("{:.2}", time.power)),
            factor = words::three(2.0_f64.powf(time.power)),
            memory = memory
        ),
    };
    format!(
        "{words} ({})",
        tr!(cost.slope_from, from = time.from, to = time.to)
    )
}

#[component]
fn Ratios() -> impl IntoView {
    let cost = cost();
    lines(move || ratios(cost), "ratio")
}

/// What is said of a factor and its n, and whether under a causal mask.
type Sentence = fn(String, usize, bool) -> String;

/// Slow, quick, and the sentence about them.
type Pair = (Method, Method, Sentence);

const PAIRS: [Pair; 5] = [
    (Method::Scalar, Method::Fused, |factor, n, _| {
        tr!(cost.ratio_simd, factor = factor, n = n)
    }),
    (Method::Textbook, Method::Fused, |factor, n, _| {
        tr!(cost.ratio_fused, factor = factor, n = n)
    }),
    (
        Method::Staged,
        Method::Fused,
        |factor, n, causal| match causal {
            true => tr!(cost.ratio_staged_causal, factor = factor, n = n),
            false => tr!(cost.ratio_staged, factor = factor, n = n),
        },
    ),
    (Method::Fused, Method::Window, |factor, n, _| {
        tr!(cost.ratio_window, factor = factor, n = n)
    }),
    (Method::Fused, Method::Linear, |factor, n, _| {
        tr!(cost.ratio_linear, factor = factor, n = n)
    }),
];

/// Within so much of 1 two times are about the same: the medians of two runs differ as much.
const SAME: f64 = 0.05;

/// What the numbers say. Where the quicker method is not quicker, its reason is not given.
fn comparison(
    cost: Cost,
    (slow, quick): (Method, Method),
    (factor, n): (f64, usize),
    faster: Sentence,
) -> String {
    if quick == Method::Window && n <= cost.window() {
        return whole_window(cost, n, factor);
    }
    if factor > 1.0 + SAME {
        return faster(words::three(factor), n, cost.is_causal());
    }
    let [slow, quick] = [slow, quick].map(|method| words::name(method, cost.window()));
    match factor < 1.0 - SAME {
        true => {
            let factor = words::three(1.0 / factor);
            tr!(
                cost.ratio_slower,
                quick = quick,
                slow = slow,
                factor = factor,
                n = n
            )
        }
        false => tr!(cost.ratio_same, quick = quick, slow = slow, n = n),
    }
}

/// At a size where the window still reaches back to the first token it is not the window that saves anything: what it
/// leaves out are later tokens, and under a causal mask nothing.
fn whole_window(cost: Cost, n: usize, factor: f64) -> String {
    let ahead = !cost.is_causal() && factor > 1.0 + SAME;
    let (w, factor) = (cost.window(), words::three(factor));
    match ahead {
        true => tr!(cost.ratio_window_ahead, factor = factor, n = n, w = w),
        false => tr!(cost.ratio_window_whole, n = n, w = w),
    }
}

fn ratios(cost: Cost) -> Vec<(String, String)> {
    let points = cost.shown();
    let line = |(slow, quick, words): &Pair| {
        let (n, factor) = fit::ratio(&points, *slow, *quick)?;
        let key = format!("{}.{}", slow.slug(), quick.slug());
        Some((key, comparison(cost, (*slow, *quick), (factor, n), *words)))
    };
    let all: Vec<_> = PAIRS.iter().filter_map(line).collect();
    if all.is_empty() {
        return vec![(String::new(), tr!(cost.ratio_none))];
    }
    all
}

#[component]
fn Refused() -> impl IntoView {
    let cost = cost();
    let all = memo(move || {
        let points = cost.shown().into_iter();
        let refused =
            points.filter_map(|Point { method, n, outcome }| Some(((method, n), outcome.err()?)));
        refused.collect::<Vec<_>>()
    });
    let none = move || view! { <li data-refused="">{say!(cost.refused_none)}</li> }.into_any();
    let line = |(place, refusal)| view! { <RefusedLine place=place refusal=refusal/> };
    let list = move || match all.get() {
        empty if empty.is_empty() => none(),
        all => all.into_iter().map(line).collect_view().into_any(),
    };
    view! { <ul class="lines">{part(list)}</ul> }
}

#[component]
fn RefusedLine(place: Place, refusal: Refusal) -> impl IntoView {
    let cost = cost();
    let (method, n) = place;
    let window = untrack(|| cost.window());
    let slow = matches!(refusal, Refusal::Time(_));
    let words = tr!(
        cost.refused_at,
        method = words::name(method, window),
        n = n,
        why = words::why(&refusal)
    );
    let button = slow.then(|| {
        let anyway = move |_| cost.measure_anyway(place);
        view! { <button type="button" data-action="anyway" on:click=on(anyway)>{say!(cost.anyway)}</button> }
    });
    view! { <li data-refused=format!("{}.{n}", method.slug())>{words}" "{button}</li> }
}
