//! What is said of each cell.

use super::models::each_cell;
use lesson::core::expr::Expr;
use lesson::lessons::training::block::{BlockCell, Explanation, Part, symbol};

/// No tolerance anywhere: a formula takes its terms in the order of the kernels.
#[test]
fn every_formula_gives_the_number_of_the_view() {
    each_cell(|name, view, explanation| {
        let Explanation {
            cell,
            value,
            formula,
            ..
        } = explanation;
        assert_eq!(
            view.value(*cell).map(f32::to_bits),
            Some(value.to_bits()),
            "{name}: {cell:?}"
        );
        let given = formula.evaluate();
        assert!(
            given.to_bits() == value.to_bits(),
            "{name}: {cell:?} is {value}, {given} by {formula:?}"
        );
    });
}

/// The numbers in a formula that stand in the view too are those of its sources, in their order.
#[test]
fn sources_hold_the_numbers_of_the_formula() {
    each_cell(
        |name,
         view,
         Explanation {
             cell,
             formula,
             sources,
             ..
         }| {
            let found: Option<Vec<f32>> =
                sources.iter().map(|source| view.value(*source)).collect();
            let Some(found) = found else {
                panic!("{name}: {cell:?} has a source that the view has not: {sources:?}");
            };
            let wanted = match formula {
                Expr::Known(..) => vec![],
                Expr::Dot { pairs, .. } => pairs.iter().map(|(left, _)| left.value).collect(),
                Expr::Norm { x, .. } => {
                    assert_eq!(found.get(cell.col), Some(x), "{name}: {cell:?}");
                    found.clone()
                }
                Expr::Turned { pair: (a, b), .. } => vec![*a, *b],
                Expr::Penalised { score: x, .. } | Expr::Function { x, .. } => vec![*x],
                other => {
                    let terms = other.terms();
                    assert!(!terms.is_empty(), "{name}: {cell:?} by {formula:?}");
                    terms.iter().map(|term| term.value).collect()
                }
            };
            assert_eq!(
                found.get(..wanted.len()),
                Some(&wanted[..]),
                "{name}: {cell:?} by {formula:?}"
            );
            if let Expr::Same(_, written) = formula {
                assert_eq!(*written, symbol(sources[0]), "{name}: {cell:?}");
            }
            // What a product reads besides its row is the token's own key or value.
            let own = &sources[wanted.len()..];
            assert!(
                own.iter()
                    .all(|cell| [Part::Key, Part::Value].contains(&cell.part)),
                "{own:?}"
            );
        },
    );
}

/// A number comes after all that it is computed from.
#[test]
fn rows_are_in_the_order_of_the_computation() {
    each_cell(|name, view, Explanation { cell, sources, .. }| {
        let row = |cell: &BlockCell| {
            let of = (cell.layer, cell.part, cell.head);
            view.rows
                .iter()
                .position(|row| (row.layer, row.part, row.head) == of)
        };
        assert!(
            sources.iter().all(|source| row(source) < row(cell)),
            "{name}: {cell:?} {sources:?}"
        );
    });
}
