//! CSV, JSON and `.npy`, read back by other readers.

use lesson::share::export::{Figure, Format, matrices};
use lesson::{Document, Name, Trace};
use serde_json::Value;

use super::documents::{self, HOSTILE};

fn text(figure: &Figure, format: Format) -> String {
    String::from_utf8(figure.bytes(format).unwrap()).unwrap()
}

/// A reader of RFC 4180 of our own: quotes, doubled quotes, CRLF.
pub fn read_csv(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let (mut inside, mut signs) = (false, text.chars().peekable());
    while let Some(c) = signs.next() {
        match c {
            '"' if inside && signs.peek() == Some(&'"') => field.extend(signs.next()),
            '"' => inside = !inside,
            ',' if !inside => row.push(std::mem::take(&mut field)),
            '\r' if !inside => {
                assert_eq!(signs.next(), Some('\n'), "lines end in CRLF");
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            other => field.push(other),
        }
    }
    assert!(!inside && row.is_empty() && field.is_empty());
    rows
}

fn names(document: &Document) -> impl Iterator<Item = Name> {
    matrices(document).into_iter()
}

#[test]
fn csv_holds_every_number_of_every_matrix() {
    for (name, document) in documents::all() {
        let trace = Trace::of(&document).unwrap();
        for matrix in names(&document) {
            let rows = read_csv(&text(
                &documents::figure(&document, matrix.key()),
                Format::Csv,
            ));
            let wanted = trace.get(matrix);
            assert_eq!(rows.len(), wanted.rows() + 1, "{name}, {matrix:?}");
            assert_eq!(rows[0][0], matrix.key());
            for (row, wanted) in rows[1..].iter().zip(wanted.iter_rows()) {
                let numbers: Vec<f32> = row[1..]
                    .iter()
                    .map(|field| field.parse().unwrap())
                    .collect();
                assert_eq!(numbers, wanted, "{name}, {matrix:?}");
            }
        }
    }
}

#[test]
fn no_token_is_a_formula_in_a_spreadsheet() {
    let mut document = lesson::lessons::stepper::preset("cat").unwrap().0;
    for token in ["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", "＝1", "=a,\"b\""] {
        document.queries[0] = token.into();
        let rows = read_csv(&text(&documents::figure(&document, "weights"), Format::Csv));
        assert_eq!(rows[1][0], format!("'{token}"));
        assert_eq!(rows[0][1], format!("'{token}"));
    }
    document.queries[0] = "1−1 = 0".into();
    let rows = read_csv(&text(&documents::figure(&document, "weights"), Format::Csv));
    assert_eq!(rows[1][0], "1−1 = 0");
}

fn number(value: &Value) -> f32 {
    match value {
        Value::String(text) => text.parse().unwrap(),
        other => other.as_f64().unwrap() as f32,
    }
}

#[test]
fn json_holds_every_stage_to_the_bit() {
    for (name, document) in documents::all() {
        let trace = Trace::of(&document).unwrap();
        let json = text(&documents::figure(&document, "weights"), Format::Json);
        let json: Value = serde_json::from_str(&json).unwrap();
        assert_eq!(
            json["queries"],
            Value::from(document.queries.clone()),
            "{name}"
        );
        assert_eq!(json["keys"], Value::from(document.key_tokens()), "{name}");
        assert_eq!(json["mask"]["kind"], document.mask.key());
        assert_eq!(number(&json["scale"]), trace.factor);
        let link = json["link"].as_str().unwrap();
        assert_eq!(
            lesson::lessons::stepper::decode(link).unwrap().0,
            document,
            "{name}"
        );
        let found = json["matrices"].as_array().unwrap();
        assert_eq!(found.len(), names(&document).count());
        for (found, matrix) in found.iter().zip(names(&document)) {
            let wanted = trace.get(matrix);
            assert_eq!(found["name"], matrix.key());
            let (rows, cols) = wanted.shape();
            assert_eq!(found["shape"], Value::from(vec![rows, cols]));
            let read = found["rows"].as_array().unwrap().iter();
            let read: Vec<f32> = read
                .flat_map(|row| row.as_array().unwrap())
                .map(number)
                .collect();
            assert_eq!(read, wanted.data(), "{name}, {matrix:?}");
        }
    }
}

#[test]
fn npy_is_what_numpy_writes() {
    let document = lesson::lessons::stepper::preset("cat").unwrap().0;
    let file = documents::figure(&document, "v")
        .bytes(Format::Npy)
        .unwrap();
    let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }";
    assert_eq!(&file[..8], b"\x93NUMPY\x01\x00");
    assert_eq!(u16::from_le_bytes([file[8], file[9]]), 118);
    let written = std::str::from_utf8(&file[10..128]).unwrap();
    assert_eq!(written.trim_end(), header);
    assert!(written.ends_with(" \n"));
    let (numbers, rest) = file[128..].as_chunks::<4>();
    assert!(rest.is_empty());
    let numbers: Vec<f32> = numbers
        .iter()
        .map(|bytes| f32::from_le_bytes(*bytes))
        .collect();
    assert_eq!(numbers, document.v.data());
}

#[test]
fn a_step_of_flash_attention_has_gaps_where_nothing_is_known_yet() {
    let document = lesson::lessons::stepper::preset("cat").unwrap().0;
    let trace = Trace::of(&document).unwrap();
    let begin = read_csv(&text(
        &documents::flash_figure(&document, 0, "output"),
        Format::Csv,
    ));
    assert_eq!(begin[1], ["the", "", ""]);
    let end = documents::flash_figure(&document, 9999, "output");
    let end = read_csv(&text(&end, Format::Csv));
    for (row, wanted) in end[1..].iter().zip(trace.get(Name::Output).iter_rows()) {
        for (field, want) in row[1..].iter().zip(wanted) {
            assert!((field.parse::<f32>().unwrap() - want).abs() < 1e-5);
        }
    }
    let json = text(&documents::flash_figure(&document, 0, "tile"), Format::Json);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["step"], 0);
    assert_eq!(json["matrices"].as_array().unwrap().len(), 10);
    assert_eq!(json["matrices"][9]["rows"][0][0], Value::Null);
}

#[test]
fn hostile_tokens_are_among_the_documents() {
    let all = documents::all();
    for token in HOSTILE {
        let has = |document: &Document| document.key_tokens().iter().any(|own| own == token);
        let asks = |document: &Document| document.queries.iter().any(|own| own == token);
        assert!(all.iter().any(|(_, d)| has(d) || asks(d)), "{token:?}");
    }
}
