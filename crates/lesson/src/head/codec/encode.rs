//! State → fragment.

use attention::{Matrix, Scale};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::VERSION;
use crate::core::number::shortest;
use crate::head::document::{Document, MaskKind, Source};
use crate::head::name::{Cell, Name};
use crate::head::view::{Mode, View};

/// Everything but letters, digits and what stays readable in a token.
const TOKEN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'\'');

/// The fragment (without `#`) that [`decode`](super::decode) reads back as the same state.
pub fn encode(document: &Document, view: &View) -> String {
    encode_for("stepper", document, view)
}

/// The same for another lesson over the same document, which adds entries of its own.
pub fn encode_for(lesson: &str, document: &Document, view: &View) -> String {
    let mut entries = vec![("ver", VERSION.to_string()), ("lesson", lesson.to_owned())];
    document_entries(document, &mut entries);
    view_entries(view, &mut entries);
    entries
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect::<Vec<_>>()
        .join("&")
}

type Entries = Vec<(&'static str, String)>;

fn document_entries(document: &Document, entries: &mut Entries) {
    entries.push(("t", tokens(&document.queries)));
    if let Some(keys) = &document.keys {
        entries.push(("kt", tokens(keys)));
    }
    if document.source == Source::Projected {
        entries.push(("src", "projected".into()));
    }
    matrices(document, entries);
    if document.mask != MaskKind::None {
        entries.push(("mask", mask(&document.mask)));
    }
    match document.scale {
        Scale::SqrtDk => {}
        Scale::None => entries.push(("scale", "none".into())),
        Scale::By(factor) => entries.push(("scale", shortest(factor))),
    }
    if !document.overrides.is_empty() {
        let one = |(cell, value): (Cell, f32)| {
            format!("{}:{}", address(cell), override_text(cell, value))
        };
        entries.push((
            "o",
            document
                .overrides
                .iter()
                .map(one)
                .collect::<Vec<_>>()
                .join(","),
        ));
    }
}

/// Q, K, V always; the rest only where it is not what follows from them anyway.
fn matrices(document: &Document, entries: &mut Entries) {
    let typed = [document.q.clone(), document.k.clone(), document.v.clone()];
    let implied = Document::by_hand(vec![], None, typed);
    for name in Name::TYPED {
        let always = matches!(name, Name::Q | Name::K | Name::V);
        if let Some(matrix) = document
            .input(name)
            .filter(|m| always || Some(*m) != implied.input(name))
        {
            entries.push((name.key(), rows(matrix)));
        }
    }
}

fn view_entries(view: &View, entries: &mut Entries) {
    let usual = View::default();
    entries.push(("stage", view.stage.key().into()));
    let mut when = |differs: bool, key, value: String| {
        if differs {
            entries.push((key, value));
        }
    };
    when(view.row != usual.row, "row", view.row.to_string());
    when(view.col != usual.col, "col", view.col.to_string());
    when(
        view.pinned.is_some(),
        "pin",
        view.pinned.map(address).unwrap_or_default(),
    );
    when(view.mode == Mode::One, "mode", "one".into());
    when(!view.softmax_open, "softmax", "folded".into());
    when(
        view.digits != usual.digits,
        "digits",
        view.digits.to_string(),
    );
    when(view.difference, "diff", "1".into());
    when(view.speed != usual.speed, "speed", shortest(view.speed));
}

fn tokens(tokens: &[String]) -> String {
    tokens
        .iter()
        .map(|t| utf8_percent_encode(t, TOKEN).to_string())
        .collect::<Vec<_>>()
        .join(",")
}

fn rows(matrix: &Matrix) -> String {
    let row = |row: &[f32]| {
        row.iter()
            .map(|v| shortest(*v))
            .collect::<Vec<_>>()
            .join(",")
    };
    matrix.iter_rows().map(row).collect::<Vec<_>>().join(";")
}

fn mask(mask: &MaskKind) -> String {
    match mask {
        MaskKind::Painted(keep) => {
            let (rows, cols) = keep.shape();
            let bit = |i, j| {
                if keep.get(i, j).unwrap_or(false) {
                    '1'
                } else {
                    '0'
                }
            };
            let row = |i| (0..cols).map(|j| bit(i, j)).collect::<String>();
            format!(
                "painted:{}",
                (0..rows).map(row).collect::<Vec<_>>().join(";")
            )
        }
        mask => match mask.parameter() {
            Some(parameter) => format!("{}:{parameter}", mask.key()),
            None => mask.key().into(),
        },
    }
}

fn address(cell: Cell) -> String {
    format!("{}.{}.{}", cell.name.key(), cell.row, cell.col)
}

fn override_text(cell: Cell, value: f32) -> String {
    match cell.name {
        Name::Mask => if value == 0.0 { "show" } else { "hide" }.into(),
        _ => shortest(value),
    }
}
