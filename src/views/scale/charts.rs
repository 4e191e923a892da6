//! The pictures of the lesson as data.

use leptos::prelude::*;
use lesson::lessons::scale::summary::{BINS, Estimate, Width, bell, bins};
use lesson::lessons::scale::{Drawn, Rule, Show, WIDTHS};

use super::state::Draws;
use super::words;
use crate::plot::{Histogram, LogLine, LogLog, Paths, Scene};
use crate::text::tr;

/// How the scores of the shown draw grow, term by term; the key in focus drawn broader. Nothing grows while the scores
/// are to be predicted: where a line ends is the answer.
pub fn paths(draws: Draws) -> Scene {
    let covered = draws.covered();
    let looked_at = draws.shell.explained.get().map(|cell| cell.col);
    draws.drawn.with(|drawn| {
        let names = (0..drawn.document.keys)
            .map(|key| format!("k{}", lesson::core::number::subscript(key + 1)));
        let line = |(key, name): (usize, String)| (name, column(drawn, key));
        let deviation = |terms| drawn.document.variance(terms).sqrt() as f32;
        Scene::Paths(Paths {
            lines: names.enumerate().filter(|_| !covered).map(line).collect(),
            deviation: (0..=drawn.document.width).map(deviation).collect(),
            edges: match drawn.document.leans() {
                true => ["σ", "2σ"].map(str::to_owned),
                false => [tr!(scale.one_deviation), tr!(scale.two_deviations)],
            },
            looked_at,
        })
    })
}

fn column(drawn: &Drawn, key: usize) -> Vec<f32> {
    let rows = drawn.walk.iter_rows();
    rows.filter_map(|row| row.get(key).copied()).collect()
}

/// How often the scores of the chosen width fell where, and the bell curve of theory.
pub fn histogram(draws: Draws) -> Scene {
    draws.document.with(|document| {
        let (from, step) = bins(document, document.width);
        let deviation = document.variance(document.width).sqrt();
        let (counts, scores) = draws.report.with(|own| {
            let summary = own.as_ref().map(|own| &own.summary);
            let here = summary.and_then(|own| own.at(document.width));
            let counts = here.map_or_else(|| vec![0; BINS], |own| own.bins.clone());
            (counts, summary.map_or(1, |own| own.scores.max(1)))
        });
        let height = |bin: usize| {
            let middle = from + step * (bin as f64 + 0.5);
            bell(document, document.width, middle) * step * scores as f64
        };
        Scene::Histogram(Histogram {
            bins: (from, step),
            counts,
            curve: (0..BINS).map(height).collect(),
            marks: vec![(-deviation, "−σ".to_owned()), (deviation, "σ".to_owned())],
        })
    })
}

/// The variance of the scores under each factor, over d_k.
pub fn variances(draws: Draws) -> Scene {
    let heads = draws.document.with(|d| d.heads);
    lines(draws, tr!(scale.variance), |rule, width, own| {
        own.variance.mean * f64::from(rule.factor(width, heads)).powi(2)
    })
}

/// What softmax makes of them, over d_k.
pub fn softmax(draws: Draws) -> Scene {
    let show = draws.view.with(|view| view.show);
    lines(draws, words::show(show), move |rule, _, own| {
        of(own, show)[rule as usize].mean
    })
}

/// What is shown of softmax, of each factor.
pub const fn of(own: &Width, show: Show) -> &[Estimate; Rule::ALL.len()] {
    match show {
        Show::Jacobian => &own.jacobian,
        Show::Largest => &own.largest,
        Show::Entropy => &own.entropy,
    }
}

/// A line a factor over all widths; `upwards` says of what.
fn lines(draws: Draws, upwards: String, value: impl Fn(Rule, usize, &Width) -> f64) -> Scene {
    let heads = draws.document.with(|d| d.heads);
    let line = |rule: Rule| {
        let points = draws.report.with(|own| {
            let widths = own.iter().flat_map(|own| &own.summary.widths);
            let point = |(width, own): (usize, &Width)| (width, value(rule, width, own));
            let all = WIDTHS.into_iter().zip(widths).map(point);
            all.filter(|(_, value)| *value > 0.0).collect::<Vec<_>>()
        });
        let label = words::rule(rule, heads);
        (!points.is_empty()).then_some(LogLine {
            label,
            points,
            colour: rule as usize,
        })
    };
    let width = draws.document.with(|d| d.width);
    let lines: Vec<LogLine> = Rule::ALL.into_iter().filter_map(line).collect();
    Scene::LogLog(LogLog {
        ticks: ticks(&lines),
        lines,
        sizes: WIDTHS.to_vec(),
        guides: Default::default(),
        axes: ["dₖ".to_owned(), upwards],
        ringed: Some((Rule::SqrtWidth as usize, width)),
    })
}

/// Up to so many decades there is room for 1, 2 and 5 of each, on a phone too.
const FEW_DECADES: f64 = 2.5;

/// The powers of ten that may be met; 1, 2 and 5 of each where the lines span few decades.
fn ticks(lines: &[LogLine]) -> Vec<(f64, String)> {
    let values = lines.iter().flat_map(|own| &own.points);
    let ends = |(low, high): (f64, f64), (_, y): &(usize, f64)| (low.min(*y), high.max(*y));
    let (low, high) = values.fold((f64::INFINITY, 0.0), ends);
    let few = !lines.is_empty() && (high / low).log10() <= FEW_DECADES;
    let digits: &[f64] = match few {
        true => &[1.0, 2.0, 5.0],
        false => &[1.0],
    };
    let tick = |power: i32, digit: f64| {
        let value = digit * 10.0_f64.powi(power);
        (value, crate::language::exact(value as f32))
    };
    let decade = |power: i32| digits.iter().map(move |digit| tick(power, *digit));
    (-6..=6).flat_map(decade).collect()
}
