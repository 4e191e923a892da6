//! A chart as the page draws it.

use lesson::share::export::Chart;
use lesson::share::export::chart::{Line, Look};

use super::readable;
use crate::plot::{Curve, Framed, LogLine, LogLog, Scene};

/// How large a chart is, CSS pixels.
const INSIDE: (f64, f64) = (760.0, 460.0);

/// The picture of a chart.
pub fn framed(chart: &Chart, title: &str) -> Framed {
    Framed {
        title: readable(title),
        note: readable(&chart.note),
        scene: scene(chart),
        inside: INSIDE,
    }
}

fn scene(chart: &Chart) -> Scene {
    match &chart.look {
        Look::Logarithmic {
            sizes,
            ticks,
            guides,
        } => {
            let tick = |(value, text): &(f64, String)| (*value, readable(text));
            Scene::LogLog(LogLog {
                lines: chart.lines.iter().map(|line| log(chart, line)).collect(),
                sizes: sizes.clone(),
                ticks: ticks.iter().map(tick).collect(),
                guides: guides.each_ref().map(|text| readable(text)),
                // The note says what they are.
                axes: Default::default(),
                ringed: None,
            })
        }
        Look::Steps { top, cursor } => Scene::Curves {
            curves: chart.lines.iter().map(|line| curve(chart, line)).collect(),
            top: *top,
            cursor: *cursor,
        },
    }
}

/// A logarithm is drawn only of what has one.
fn log(chart: &Chart, line: &Line) -> LogLine {
    let points = chart.points(line).into_iter();
    let points = points.filter(|(n, value)| *n > 0 && *value > 0.0);
    LogLine {
        label: readable(&line.label),
        points: points.map(|(n, value)| (n as usize, value)).collect(),
        colour: line.colour,
    }
}

fn curve(chart: &Chart, line: &Line) -> Curve {
    let points = chart.points(line).into_iter();
    Curve {
        label: readable(&line.label),
        points: points.map(|(step, value)| (step, value as f32)).collect(),
        colour: line.colour,
        faint: line.faint,
    }
}

#[cfg(test)]
mod tests {
    use lesson::share::export::chart::{ChartKind, ChartPoint, Series};

    use super::*;
    #[cfg(target_arch = "wasm32")]
    use wasm_bindgen_test::wasm_bindgen_test as test;

    /// Two lines: 1, 4, 9 … at 64, 128 …, and the same a thousand times as much.
    fn chart(kind: ChartKind, look: Look) -> Chart {
        let series = |factor: f64| {
            let point = |step: u32| ChartPoint {
                at: 64 << step,
                values: vec![Some(factor * f64::from((step + 1).pow(2))); 3],
            };
            Series {
                key: String::new(),
                name: String::new(),
                points: (0..5).map(point).collect(),
            }
        };
        let line = |series: usize| Line {
            series,
            quantity: 0,
            label: format!("line\u{1} {series}"),
            colour: series,
            faint: false,
        };
        Chart {
            kind,
            link: String::new(),
            note: "Across: n".into(),
            series: vec![series(1.0), series(1000.0)],
            lines: vec![line(0), line(1)],
            look,
        }
    }

    #[test]
    fn a_chart_is_drawn_with_its_names_and_its_axes() {
        let logarithmic = Look::Logarithmic {
            sizes: vec![64, 128, 256, 512, 1024],
            ticks: vec![(100.0, "hundred".into())],
            guides: ["one".into(), "two".into()],
        };
        let steps = Look::Steps {
            top: None,
            cursor: Some(128),
        };
        for (kind, look, part) in [
            (ChartKind::Time, logarithmic, "hundred"),
            (ChartKind::Loss, steps, "400"),
        ] {
            let chart = chart(kind, look);
            assert_eq!(chart.check(), Ok(()));
            let svg = framed(&chart, "A title").svg(false);
            assert!(
                svg.starts_with("<svg width=\"788\" height=\"542\""),
                "{svg}"
            );
            for text in [
                part,
                "A title",
                "Across: n",
                "line\u{fffd} 0",
                "line\u{fffd} 1",
            ] {
                assert!(svg.contains(text), "no {text} in {svg}");
            }
        }
    }

    /// The picture is a part of a larger one: what lies beside the lines has to move with them.
    #[test]
    fn marks_lie_on_their_lines() {
        let look = Look::Logarithmic {
            sizes: vec![64, 128, 256, 512, 1024],
            ticks: vec![],
            guides: Default::default(),
        };
        let svg = framed(&chart(ChartKind::Time, look), "").svg(false);
        let number = |part: &str, name: &str| {
            let value = part.split(&format!(" {name}=\"")).nth(1)?;
            value.split('"').next().map(str::to_owned)
        };
        let circles = svg.split("<circle").skip(1);
        let circles: Vec<_> = circles
            .filter_map(|part| Some(format!("{},{}", number(part, "cx")?, number(part, "cy")?)))
            .collect();
        assert_eq!(circles.len(), 5, "{svg}");
        for circle in circles {
            let on_a_line = svg.split("<polyline").any(|part| part.contains(&circle));
            assert!(on_a_line, "{circle} lies beside its line: {svg}");
        }
    }

    #[test]
    fn what_has_no_logarithm_is_left_out() {
        let look = Look::Logarithmic {
            sizes: vec![64, 128],
            ticks: vec![],
            guides: Default::default(),
        };
        let mut chart = chart(ChartKind::Memory, look);
        chart.series[0].points[1].values[0] = Some(0.0);
        let places: Vec<_> = log(&chart, &chart.lines[0])
            .points
            .iter()
            .map(|own| own.0)
            .collect();
        assert_eq!(places, [64, 256, 512, 1024]);
    }
}
