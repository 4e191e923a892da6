//! State → fragment.

use attention::Scale;

use crate::core::fragment::{Entries, VERSION, encoded};
use crate::core::number::shortest;
use crate::head::document::{Document, MaskKind, Source};
use crate::head::name::{Cell, Name};
use crate::head::view::{Mode, View};

/// Writes the entries that [`read`](super::read) reads back as the same state.
pub fn write(document: &Document, view: &View, to: &mut Entries) {
    write_document(document, to);
    view_entries(view, to);
}

/// Writes the entries that [`read_document`](super::read_document) reads.
pub fn write_document(document: &Document, entries: &mut Entries) {
    write_tokens(document, entries);
    if document.source == Source::Projected {
        entries.push("src", "projected");
    }
    matrices(document, entries);
    if document.mask != MaskKind::None {
        entries.push("mask", mask(&document.mask));
    }
    match document.scale {
        Scale::SqrtDk => {}
        Scale::None => entries.push("scale", "none"),
        Scale::By(factor) => entries.push("scale", shortest(factor)),
    }
    write_overrides(document, entries);
}

/// The link that opens a head in the lesson of that slug, one over heads.
#[must_use]
pub fn link(slug: &str, document: &Document) -> String {
    let mut entries = Entries::default();
    entries.push("ver", VERSION.to_string());
    entries.push("lesson", slug);
    write_document(document, &mut entries);
    entries.text()
}

/// The tokens alone.
pub fn write_tokens(document: &Document, entries: &mut Entries) {
    entries.push("t", tokens(&document.queries));
    if let Some(keys) = &document.keys {
        entries.push("kt", tokens(keys));
    }
}

/// The overrides alone, where there are any.
pub fn write_overrides(document: &Document, entries: &mut Entries) {
    if !document.overrides.is_empty() {
        entries.push("o", overrides(document.overrides.iter()));
    }
}

/// The chosen mask, with what is painted over it.
pub fn write_mask(document: &Document, entries: &mut Entries) {
    entries.push("mask", mask(&document.mask));
    entries.push("o", overrides(document.overridden(Name::Mask)));
}

fn overrides(cells: impl Iterator<Item = (Cell, f32)>) -> String {
    let one =
        |(cell, value): (Cell, f32)| format!("{}:{}", address(cell), override_text(cell, value));
    cells.map(one).collect::<Vec<_>>().join(",")
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
            entries.matrix(name.key(), matrix);
        }
    }
}

fn view_entries(view: &View, entries: &mut Entries) {
    let usual = View::default();
    entries.push("stage", view.stage.key());
    let mut when = |differs: bool, key, value: String| {
        if differs {
            entries.push(key, value);
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
    let all: Vec<_> = tokens.iter().map(|token| encoded(token)).collect();
    all.join(",")
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
