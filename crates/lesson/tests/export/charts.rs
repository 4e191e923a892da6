//! Charts: their numbers read back by other readers, and what is refused.

use lesson::lessons::cost::chart::chart;
use lesson::lessons::cost::fit::{Quantity, curve, slope};
use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::point::{Measured, Point};
use lesson::lessons::cost::settings::SIZES;
use lesson::lessons::training::{self, curve};
use lesson::protocol::Side;
use lesson::share::export::chart::{
    Chart, ChartKind, ChartPoint, ChartProblem, Look, Series, single,
};
use lesson::share::export::{CHARTS, ExportError, Format};
use serde_json::Value;

use super::documents::HOSTILE;
use super::numbers::read_csv;

/// What was measured of each method: as many sizes as its place, nothing round, one of them refused.
pub fn measured() -> Vec<Point> {
    let point = |(index, method): (usize, Method)| {
        SIZES.into_iter().take(index + 1).map(move |n| {
            let ms = (n as f64).powf(0.9 + 0.3 * index as f64) * 1.7e-5 + 0.001 / n as f64;
            let measured = Measured {
                batches: vec![ms, ms * 1.01, ms * 0.97],
                calls: 3,
                bytes: 4 * (n * n / 3 + 64 * n) as u64,
                multiply_adds: (n * n * 128) as u64,
                error: None,
                gap: None,
            };
            let refused = Err(lesson::lessons::cost::guard::Refusal::Time(1e9));
            let outcome = if n == 4096 { refused } else { Ok(measured) };
            Point { method, n, outcome }
        })
    };
    Method::ALL
        .into_iter()
        .enumerate()
        .flat_map(point)
        .collect()
}

/// The plot of it.
pub fn growth(points: &[Point], show: Quantity) -> Chart {
    let look = Look::Logarithmic {
        sizes: SIZES.to_vec(),
        ticks: vec![(1.0, "1 ms".into())],
        guides: ["∝ n".into(), "∝ n²".into()],
    };
    let name = |method: Method| HOSTILE[method.index()].to_owned();
    let texts = ["lesson=cost".to_owned(), "n over ms".to_owned()];
    let chart = chart(points, show, name, texts, look);
    assert_eq!(chart.check(), Ok(()));
    chart
}

const CURVE: [curve::Point; 3] = [
    curve::Point {
        step: 0,
        train: None,
        held_out: 2.25,
        accuracy: 0.1,
    },
    curve::Point {
        step: 5,
        train: Some(1.0 / 3.0),
        held_out: 0.7,
        accuracy: 0.625,
    },
    curve::Point {
        step: 10,
        train: Some(f32::INFINITY),
        held_out: 1e-7,
        accuracy: 1.0,
    },
];

fn curves(kind: ChartKind) -> Chart {
    let run = |side: Side| training::chart::Run {
        side,
        name: format!("Run {}", side.slug()),
        points: &CURVE[..3 - side.index()],
    };
    let texts = ["lesson=training".to_owned(), String::new()];
    let runs = Side::BOTH.map(run);
    training::chart::chart(kind, &runs, |run, _| run.name.clone(), texts, Some(5))
}

fn text(chart: &Chart, format: Format) -> String {
    String::from_utf8(chart.bytes(format).unwrap()).unwrap()
}

/// The reader of JSON that is at hand rounds the last bit.
fn same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 4e-16 * a.abs().max(b.abs()) + f64::MIN_POSITIVE
}

#[test]
fn csv_and_json_hold_every_quantity_of_every_point() {
    let points = measured();
    let chart = growth(&points, Quantity::Memory);
    let rows = read_csv(&text(&chart, Format::Csv));
    assert_eq!(
        rows[0],
        ["series", "n", "milliseconds", "bytes", "multiply_adds"]
    );
    let there: Vec<_> = points
        .iter()
        .filter(|point| point.outcome.is_ok())
        .collect();
    assert_eq!(rows.len(), there.len() + 1);
    for (row, point) in rows[1..].iter().zip(there) {
        let measured = point.outcome.as_ref().unwrap();
        assert_eq!(row[0], point.method.slug());
        assert_eq!(row[1], point.n.to_string());
        assert_eq!(row[2].parse(), Ok(measured.ms()));
        assert_eq!(row[3], measured.bytes.to_string());
        assert_eq!(row[4], measured.multiply_adds.to_string());
    }
    let json: Value = serde_json::from_str(&text(&chart, Format::Json)).unwrap();
    assert_eq!(
        (&json["chart"], &json["link"]),
        (&"memory".into(), &"lesson=cost".into())
    );
    for (found, method) in json["series"].as_array().unwrap().iter().zip(Method::ALL) {
        assert_eq!(found["key"], method.slug());
        assert_eq!(found["name"], HOSTILE[method.index()]);
        let wanted = curve(&points, method, Quantity::Time);
        let values: Vec<f64> = serde_json::from_value(found["milliseconds"].clone()).unwrap();
        assert_eq!(values.len(), wanted.len());
        assert!(
            values
                .iter()
                .zip(wanted)
                .all(|(own, (_, ms))| same(*own, ms))
        );
    }
    let slopes = json["slopes"].as_array().unwrap();
    let of = |name: &str, quantity: &str| {
        let own = slopes
            .iter()
            .find(|own| own["series"] == name && own["quantity"] == quantity);
        own.map(|own| own["power"].as_f64().unwrap())
    };
    for method in Method::ALL {
        for (quantity, name) in [
            (Quantity::Time, "milliseconds"),
            (Quantity::Memory, "bytes"),
        ] {
            let wanted = slope(&curve(&points, method, quantity)).map(|own| own.power);
            let found = of(method.slug(), name);
            assert_eq!(found.is_some(), wanted.is_some(), "{method:?} {name}");
            assert!(
                found
                    .zip(wanted)
                    .is_none_or(|(own, wanted)| same(own, wanted))
            );
        }
    }
    assert_eq!(of("textbook", "bytes"), None, "one size has no slope");
    // Times of small sizes tell nothing, and the file says so as the page does.
    for own in slopes {
        let early = own["quantity"] == "milliseconds" && own["to"].as_u64() < Some(512);
        assert!(!early || own["tells"] == "early", "{own}");
        let told = ["growth", "early", "unsteady"].map(Value::from);
        assert!(told.contains(&own["tells"]), "{own}");
    }
}

/// Rows and columns of an array of doubles.
fn read_npy(file: &[u8]) -> Vec<Vec<f64>> {
    let length = usize::from(u16::from_le_bytes([file[8], file[9]]));
    let header = std::str::from_utf8(&file[10..10 + length]).unwrap();
    let shape = header.split(['(', ')']).nth(1).unwrap();
    let shape: Vec<usize> = shape.split(", ").map(|own| own.parse().unwrap()).collect();
    assert!(header.starts_with("{'descr': '<f8', 'fortran_order': False"));
    assert_eq!((10 + length) % 64, 0);
    let (numbers, rest) = file[10 + length..].as_chunks::<8>();
    assert!(rest.is_empty() && numbers.len() == shape[0] * shape[1]);
    let numbers: Vec<_> = numbers.iter().map(|own| f64::from_le_bytes(*own)).collect();
    numbers.chunks(shape[1]).map(<[f64]>::to_vec).collect()
}

#[test]
fn npy_has_a_column_a_line_and_gaps_where_there_is_no_point() {
    let points = measured();
    let rows = read_npy(&growth(&points, Quantity::Time).bytes(Format::Npy).unwrap());
    let places: Vec<f64> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(places, [64.0, 128.0, 256.0, 512.0, 1024.0, 2048.0]);
    for (column, method) in Method::ALL.into_iter().enumerate() {
        let wanted = curve(&points, method, Quantity::Time);
        let found = rows.iter().map(|row| (row[0] as usize, row[column + 1]));
        let found: Vec<_> = found.filter(|own| !own.1.is_nan()).collect();
        assert_eq!(found, wanted, "{method:?}");
    }
    let none = growth(&[], Quantity::Time);
    assert!(read_npy(&none.bytes(Format::Npy).unwrap()).is_empty());
}

#[test]
fn curves_are_written_as_short_as_they_stand_and_read_back_to_the_bit() {
    let chart = curves(ChartKind::Loss);
    assert_eq!(chart.check(), Ok(()));
    let rows = read_csv(&text(&chart, Format::Csv));
    assert_eq!(
        rows[0],
        [
            "series",
            "step",
            "training_loss",
            "held_out_loss",
            "accuracy"
        ]
    );
    assert_eq!(rows[1], ["a", "0", "", "2.25", "0.1"]);
    assert_eq!(rows[3][2], "", "an infinite loss is no number of a chart");
    assert_eq!(rows.len(), 6);
    for (row, point) in rows[1..].iter().zip(CURVE) {
        assert_eq!(row[3].parse(), Ok(point.held_out));
        assert_eq!(row[4].parse(), Ok(point.accuracy));
    }
    let loss = read_npy(&chart.bytes(Format::Npy).unwrap());
    assert_eq!((loss.len(), loss[0].len()), (3, 5));
    assert_eq!(loss[1][1] as f32, 1.0 / 3.0);
    let accuracy = read_npy(&curves(ChartKind::Accuracy).bytes(Format::Npy).unwrap());
    assert_eq!(accuracy[1], [5.0, 0.625, 0.625]);
    let json: Value = serde_json::from_str(&text(&chart, Format::Json)).unwrap();
    assert_eq!(json["series"][1]["training_loss"][0], Value::Null);
    assert_eq!(json["slopes"], Value::Null);
    for value in [0.1_f32, 1e-30, 3.4e38, -0.0] {
        assert_eq!(single(value).map(|own| own as f32), Some(value));
    }
}

#[test]
fn each_chart_has_its_forms_and_no_others() {
    for kind in ChartKind::ALL {
        assert_eq!(ChartKind::from_key(kind.key()), Some(kind));
        let chart = match kind {
            ChartKind::Time => growth(&measured(), Quantity::Time),
            ChartKind::Memory => growth(&measured(), Quantity::Memory),
            kind => curves(kind),
        };
        for format in Format::ALL {
            let made = chart.bytes(format);
            let drawn = matches!(format, Format::Png | Format::Svg | Format::MathMl);
            let wanted = match format {
                format if !kind.offer().has(format) => Some(ExportError::NotOffered(format)),
                format if drawn => Some(ExportError::Drawn(format)),
                _ => None,
            };
            assert_eq!(made.err(), wanted, "{kind:?} {format:?}");
        }
        let latex = text(&chart, Format::Latex);
        assert!(
            latex.is_ascii() && latex.contains(CHARTS[kind as usize]),
            "{latex}"
        );
    }
}

#[test]
fn what_is_no_chart_is_refused() {
    let good = growth(&measured(), Quantity::Time);
    let refused = |change: &dyn Fn(&mut Chart)| {
        let mut chart = good.clone();
        change(&mut chart);
        chart.check()
    };
    let point = |at: u32| ChartPoint {
        at,
        values: vec![Some(1.0); 3],
    };
    let long = |most: u32| Series {
        key: String::new(),
        name: String::new(),
        points: (0..most).map(point).collect(),
    };
    assert_eq!(refused(&|chart| chart.series[0] = long(2000)), Ok(()));
    for (wanted, change) in [
        (ChartProblem::Large, &|chart: &mut Chart| {
            chart.series[0] = long(3000) as Series
        }),
        (ChartProblem::Large, &|chart: &mut Chart| {
            chart.series.extend(vec![long(0); 64])
        }),
        (ChartProblem::Mismatch, &|chart: &mut Chart| {
            chart.lines[0].series = 99
        }),
        (ChartProblem::Mismatch, &|chart: &mut Chart| {
            chart.lines[0].quantity = 3
        }),
        (ChartProblem::Mismatch, &|chart: &mut Chart| {
            chart.kind = ChartKind::Loss
        }),
        (ChartProblem::Mismatch, &|chart: &mut Chart| {
            chart.series[1].points[0].values.clear();
        }),
        (ChartProblem::Order, &|chart: &mut Chart| {
            chart.series[1].points[1].at = 64
        }),
        (ChartProblem::NotFinite, &|chart: &mut Chart| {
            chart.series[1].points[0].values[1] = Some(f64::NAN);
        }),
    ] as [(ChartProblem, &dyn Fn(&mut Chart)); 8]
    {
        assert_eq!(refused(change), Err(wanted.clone()), "{wanted:?}");
    }
}
