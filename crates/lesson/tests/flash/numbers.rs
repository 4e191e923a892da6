//! Each number on the way: the plain scores, the rule that it is computed by, the arithmetic as written.

use lesson::core::command::Edit;
use lesson::core::expr::Expr;
use lesson::lessons::flash::{At, Kind, Part, Tile, Walk, text};
use lesson::lessons::stepper;
use lesson::{Cell, Command, Document, MaskKind, Name, Stepper};

use super::{cat, documents};

#[test]
fn every_number_has_a_rule_that_reads_only_what_was_there() {
    for document in documents() {
        let walk = Walk::of(&document, Tile::default()).unwrap();
        for (index, step) in walk.steps.iter().enumerate() {
            for row in step.queries.clone() {
                for col in step.columns() {
                    let at = At {
                        step: index,
                        row,
                        col,
                    };
                    let rule = walk.rule(at).unwrap();
                    let value = rule.evaluate();
                    assert_eq!(value.to_bits(), walk.number(at).unwrap().to_bits());
                    assert!(!value.is_nan(), "{:?} {at:?}", document.mask);
                    for term in rule.terms() {
                        let was_there = match term.cell {
                            None => term.value == 0.0 || term.value == f32::NEG_INFINITY,
                            Some(cell) => match Part::of_table(cell.name) {
                                None => walk.plain.value(cell) == Some(term.value),
                                Some(part) => {
                                    assert_eq!(cell.row, row);
                                    walk.steps[..index].iter().any(|step| {
                                        Part::of(step.kind) == Some(part)
                                            && step.number(row, cell.col) == Some(term.value)
                                    })
                                }
                            },
                        };
                        assert!(was_there, "{term:?} of {at:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn scores_are_the_plain_scores() {
    for document in documents() {
        let walk = Walk::of(
            &document,
            Tile {
                queries: 3,
                keys: 2,
            },
        )
        .unwrap();
        let masked = walk.plain.get(Name::Masked);
        for step in walk.steps.iter().filter(|step| step.kind == Kind::Scores) {
            for (row, col) in step
                .queries
                .clone()
                .flat_map(|i| step.keys.clone().map(move |j| (i, j)))
            {
                assert_eq!(step.number(row, col), masked.get(row, col));
            }
        }
    }
}

#[test]
fn overrides_of_what_is_never_held_are_left_out() {
    let (document, view) = stepper::preset("cat").unwrap();
    let mut stepper = Stepper::new(document.clone(), view);
    for (name, value) in [
        (Name::Scores, 9.0),
        (Name::Scaled, 9.0),
        (Name::Weights, 0.5),
    ] {
        stepper
            .apply(Command::Edit(Edit::Set(Cell::new(name, 1, 1), value)))
            .unwrap();
    }
    let walk = Walk::of(stepper.document(), Tile::default()).unwrap();
    assert_eq!(walk.left_out, 3);
    assert_eq!(
        walk.output(),
        Walk::of(&document, Tile::default()).unwrap().output()
    );
    // A painted cell of the mask is no override of a number: it counts.
    stepper
        .apply(Command::Edit(Edit::Set(Cell::new(Name::Mask, 1, 2), 1.0)))
        .unwrap();
    let painted = Walk::of(stepper.document(), Tile::default()).unwrap();
    assert_eq!(painted.left_out, 3);
    assert_ne!(painted.output(), walk.output());
}

#[test]
fn arithmetic_is_written_with_the_actual_numbers() {
    let walk = Walk::of(&cat(), Tile::default()).unwrap();
    let last = |kind| {
        walk.steps[..18]
            .iter()
            .rposition(|step| step.kind == kind)
            .unwrap()
    };
    let line = |kind, col| {
        text(
            &walk,
            At {
                step: last(kind),
                row: 1,
                col,
            },
            2,
        )
    };
    assert_eq!(
        line(Kind::Scores, 2),
        "s₂₃ = (0.30·2.30 + (−0.50)·(−1.40)) / √2 = 0.98"
    );
    assert_eq!(line(Kind::TileMax, 0), "m̃₂ = max(0.98) = 0.98");
    assert_eq!(line(Kind::Max, 0), "m₂ = max(0.01, 0.98) = 0.98");
    assert_eq!(line(Kind::Factor, 0), "c₂ = exp(0.01 − 0.98) = 0.38");
    assert_eq!(line(Kind::Exp, 2), "p₂₃ = exp(0.98 − 0.98) = 1.00");
    assert_eq!(line(Kind::Sum, 0), "l₂ = 0.38·1.69 + 1.00 = 1.64");
    assert_eq!(
        line(Kind::Accumulate, 1),
        "O₂₂ = 0.38·0.20 + 1.00·1.00 = 1.08"
    );
    assert_eq!(line(Kind::Divide, 1), "o₂₂ = 1.08 / 1.64 = 0.66");
    let hidden = Walk::of(
        &Document {
            mask: MaskKind::Causal,
            ..cat()
        },
        Tile::default(),
    )
    .unwrap();
    assert_eq!(
        text(
            &hidden,
            At {
                step: 2,
                row: 0,
                col: 1
            },
            2
        ),
        "s₁₂ = −∞"
    );
    assert!(matches!(
        hidden.rule(At {
            step: 2,
            row: 0,
            col: 1
        }),
        Some(Expr::Hidden(_))
    ));
}
