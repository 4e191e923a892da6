//! Matrices by value: their numbers read back, and what is refused.

use lesson::share::export::{ExportError, Format, Offer, Table, TableKind};
use serde_json::Value;

use super::documents::HOSTILE;
use super::numbers::read_csv;

fn table(rows: usize, cols: usize) -> Table {
    let labels = |count: usize| {
        HOSTILE
            .iter()
            .cycle()
            .take(count)
            .map(|own| (*own).to_owned())
    };
    let numbers = (0..rows * cols).map(|place| 1.0 / (place as f32 + 3.0));
    Table {
        kind: TableKind::Weights,
        link: "lesson=training&head=1.0".into(),
        rows: labels(rows).collect(),
        cols: labels(cols).collect(),
        numbers: numbers.collect(),
        causal: true,
    }
}

#[test]
fn every_number_is_written() {
    let table = table(3, 4);
    let text = |format| String::from_utf8(table.bytes(format).unwrap()).unwrap();
    let rows = read_csv(&text(Format::Csv));
    assert_eq!((rows.len(), rows[0][0].as_str()), (4, "weights"));
    let read = rows[1..].iter().flat_map(|row| &row[1..]);
    let read: Vec<f32> = read.map(|field| field.parse().unwrap()).collect();
    assert_eq!(read, table.numbers);
    let json: Value = serde_json::from_str(&text(Format::Json)).unwrap();
    assert_eq!(json["rows"], Value::from(table.rows.clone()));
    assert_eq!(json["link"], table.link);
    let first = json["matrices"][0]["rows"][0][0].as_f64().unwrap() as f32;
    assert_eq!(first, table.numbers[0]);
    let npy = table.bytes(Format::Npy).unwrap();
    assert!(npy.ends_with(&table.numbers[11].to_le_bytes()));
    let keep = table.keep().unwrap();
    assert_eq!((keep.get(0, 1), keep.get(1, 1)), (Some(false), Some(true)));
}

#[test]
fn what_is_no_matrix_is_refused_and_so_is_what_makes_no_sense() {
    let mut few = table(2, 2);
    few.numbers.pop();
    let wide = Table {
        cols: vec![String::new(); 300_000],
        ..table(1, 1)
    };
    for wrong in [few, wide, table(600, 600)] {
        assert_eq!(wrong.bytes(Format::Csv), Err(ExportError::Table));
    }
    for format in Format::ALL {
        let made = table(2, 2).bytes(format);
        let wanted = match format {
            Format::Png | Format::Svg => Some(ExportError::Drawn(format)),
            format if Offer::Numbers.has(format) => None,
            format => Some(ExportError::NotOffered(format)),
        };
        assert_eq!(made.err(), wanted, "{format:?}");
    }
}
