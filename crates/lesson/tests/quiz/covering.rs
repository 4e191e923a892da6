//! What is covered is not in the trace, and nothing that follows from it is.

use std::sync::Arc;

use attention::Matrix;
use lesson::core::cover::{Cover, Covered};
use lesson::core::numbers::Numbers;
use lesson::{Cell, Document, Name, Trace, View};

use crate::{computed, documents, lesson_of, numbers, trace};

/// The numbers of the whole trace that are told, by cell.
fn told(document: &Document, numbers: &dyn Numbers) -> Vec<(Cell, f32)> {
    let cells = |name: Name| {
        let (rows, cols) = document.shape(name);
        (0..rows).flat_map(move |i| (0..cols).map(move |j| Cell::new(name, i, j)))
    };
    let value = |cell| (cell, numbers.value(cell).unwrap());
    let all = Name::ALL.into_iter().flat_map(cells).map(value);
    all.filter(|(_, value)| !value.is_nan()).collect()
}

/// The trace as it is shown; and what is shown of all numbers is the same.
fn shown(document: &Document, cover: Cover) -> (Trace, Arc<dyn Numbers>) {
    let lesson = lesson_of(document, &View::default());
    let trace = trace(document).covered(&lesson, cover);
    let covered = Covered::of(&lesson, cover, numbers(document));
    for name in Name::ALL {
        let bits = |matrix: &Matrix| {
            matrix
                .data()
                .iter()
                .map(|v| v.to_bits())
                .collect::<Vec<_>>()
        };
        let (one, other) = (trace.get(name), covered.matrix(name).unwrap());
        assert_eq!(bits(one), bits(&other), "{cover:?} {}", name.key());
    }
    (trace, covered)
}

#[test]
fn nothing_covered_is_the_trace_itself() {
    for (_, document, _) in documents() {
        let (trace, _) = shown(&document, Cover::Nothing);
        assert_eq!(trace, crate::trace(&document));
    }
}

#[test]
fn what_is_covered_is_gone_and_the_rest_stands() {
    for (slug, document, _) in documents() {
        let lesson = lesson_of(&document, &View::default());
        for from in computed(&document) {
            let covers = [Cover::From(from), Cover::Row(from, document.n() - 1)];
            for cover in covers
                .into_iter()
                .filter(|c| *c == covers[0] || !from.rows_are_keys())
            {
                let left = told(&document, &*shown(&document, cover).1);
                let expected: Vec<_> = told(&document, &*numbers(&document))
                    .into_iter()
                    .filter(|(cell, _)| !cover.hides(&lesson, *cell))
                    .collect();
                assert_eq!(left, expected, "{slug} {cover:?}");
                assert!(
                    left.iter()
                        .all(|(cell, _)| cell.name != from || cover != covers[0]),
                    "{slug}"
                );
            }
        }
    }
}

/// The rows left open do not change when the covered row's query does: they give nothing away.
#[test]
fn open_rows_do_not_depend_on_the_covered_one() {
    for (slug, document, _) in documents() {
        let row = document.n() - 1;
        let cover = Cover::Row(Name::Scores, row);
        let mut other = document.clone();
        other.q.row_mut(row).fill(3.5);
        if document.source == lesson::Source::Projected {
            if document.keys.is_none() {
                // In self-attention a token's embedding is its key as well.
                continue;
            }
            other.x.row_mut(row).fill(3.5);
        }
        let of = |document: &Document| {
            let open = told(document, &*shown(document, cover).1);
            open.into_iter()
                .filter(|(cell, _)| cell.name >= Name::Scores)
                .collect::<Vec<_>>()
        };
        assert_eq!(of(&document), of(&other), "{slug}");
    }
}

#[test]
fn the_statistics_of_a_covered_row_are_covered() {
    let (_, document, _) = documents().swap_remove(0);
    let rows = shown(&document, Cover::Row(Name::Scores, 1)).0.rows;
    assert!(rows[1].sum.is_nan() && rows[1].entropy.is_nan() && rows[1].max.is_nan());
    assert_eq!(rows[1].argmax, 0);
    assert!(rows[0].sum.is_finite() && rows[2].sum.is_finite());
}
