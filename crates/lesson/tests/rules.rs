//! What the page says of a cell is how the cell was computed: for every cell of every preset.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use std::collections::BTreeSet;
use std::sync::Arc;

use lesson::core::command::Edit;
use lesson::core::expr;
use lesson::core::lesson::Preset;
use lesson::head::change::HeadNumbers;
use lesson::head::presets::PRESETS;
use lesson::head::rule;
use lesson::lessons::stepper;
use lesson::{Cell, Command, Document, Name, Stage, Stepper, Trace};

/// The rule sums left to right, the kernel in four lanes; over ≤ 16 terms they differ by rounding.
const TOLERANCE: f32 = 1e-5;

fn documents() -> impl Iterator<Item = Document> {
    let open = |preset: &Preset| stepper::preset(preset.slug).unwrap().0;
    PRESETS.iter().map(open)
}

#[test]
fn every_rule_gives_the_number_on_screen() {
    for document in documents() {
        let trace = Trace::of(&document).unwrap();
        for name in Name::ALL {
            let (rows, cols) = document.shape(name);
            for cell in (0..rows).flat_map(|i| (0..cols).map(move |j| Cell::new(name, i, j))) {
                let by_rule = rule::of(&document, &trace, cell).evaluate();
                let shown = trace.value(cell).unwrap();
                let close = (by_rule - shown).abs() <= TOLERANCE * shown.abs().max(1.0);
                assert!(
                    by_rule == shown || close,
                    "{cell:?}: {by_rule} by its rule, {shown} shown"
                );
            }
        }
    }
}

/// What stands beside a step's matrix is what its rule reads, and all of it.
#[test]
fn the_sources_of_a_step_are_what_its_rule_reads() {
    for document in documents().filter(|own| own.overrides.is_empty()) {
        let trace = Trace::of(&document).unwrap();
        for stage in Stage::ALL.into_iter().filter(|own| *own != Stage::Project) {
            let name = stage.matrix();
            let (rows, cols) = document.shape(name);
            let all = (0..rows).flat_map(|i| (0..cols).map(move |j| Cell::new(name, i, j)));
            let read: BTreeSet<Name> = all
                .flat_map(|cell| {
                    rule::of(&document, &trace, cell)
                        .cells()
                        .collect::<Vec<_>>()
                })
                .map(|cell| cell.name)
                .filter(|own| *own >= Name::Scores && *own < Name::Weights)
                .collect();
            let said: BTreeSet<Name> = stage.sources().iter().copied().collect();
            assert_eq!(said, read, "{stage:?}");
        }
    }
}

/// Lighting the sources must not miss one: changing any cell outside `sources` changes nothing.
#[test]
fn an_override_moves_only_what_names_it() {
    let (document, view) = stepper::preset("cat").unwrap();
    let before = Trace::of(&document).unwrap();
    let mut stepper = Stepper::new(document, view);
    let changed = Cell::new(Name::Scores, 1, 2);
    stepper
        .apply(Command::Edit(Edit::Set(changed, 5.0)))
        .unwrap();
    let after = Trace::of(stepper.document()).unwrap();
    for name in [Name::Scaled, Name::Max, Name::Sum, Name::Output] {
        let (rows, cols) = stepper.document().shape(name);
        for cell in (0..rows).flat_map(|i| (0..cols).map(move |j| Cell::new(name, i, j))) {
            let moved = before.value(cell) != after.value(cell);
            let reads = reads((stepper.document(), &after), cell, changed);
            assert!(
                !moved || reads,
                "{cell:?} moved but does not read {changed:?}"
            );
        }
    }
    assert_ne!(before.get(Name::Output), after.get(Name::Output));
}

/// The arithmetic of a cell, as one string.
fn written(document: &Document, trace: &Trace, cell: Cell, digits: u8) -> String {
    let numbers = HeadNumbers {
        document: Arc::new(document.clone()),
        trace: Arc::new(trace.clone()),
    };
    expr::text(&stepper::META.written(&numbers, cell, digits, usize::MAX))
}

fn reads(of: (&Document, &Trace), cell: Cell, from: Cell) -> bool {
    let mut sources = rule::of(of.0, of.1, cell).cells();
    sources.any(|source| source == from || reads(of, source, from))
}

#[test]
fn an_override_stands_beside_what_the_rule_gives() {
    let (document, view) = stepper::preset("causal").unwrap();
    let mut stepper = Stepper::new(document, view);
    for (name, row, col, value) in [
        (Name::Scores, 1, 0, 2.5),
        (Name::Weights, 0, 1, -0.25),
        (Name::Mask, 1, 2, 0.0),
    ] {
        let edit = Command::Edit(Edit::Set(Cell::new(name, row, col), value));
        stepper.apply(edit).unwrap();
    }
    let (document, trace) = (stepper.document(), Trace::of(stepper.document()).unwrap());
    let text = |name, row, col| written(document, &trace, Cell::new(name, row, col), 2);
    assert_eq!(
        text(Name::Scores, 1, 0),
        "q₂·k₁ = 1.10·0.30 + (−0.30)·(−0.40) + 0.40·0.20 = 0.53 → 2.50"
    );
    assert_eq!(
        text(Name::Weights, 0, 1),
        "α₁₂ = 0.00 / 1.00 = 0.00 → −0.25"
    );
    assert_eq!(text(Name::Mask, 1, 2), "M₂₃: 3 > 2 → −∞ → 0.00");
    // What reads an overridden number reads what stands there.
    assert_eq!(text(Name::Scaled, 1, 0), "s′₂₁ = 2.50 / √3 = 1.44");
    for (cell, value) in document.overrides.iter() {
        assert_eq!(Some(value), trace.value(cell));
        assert_eq!(rule::of(document, &trace, cell).evaluate(), value);
    }
}

#[test]
fn arithmetic_is_written_with_the_actual_numbers() {
    let (document, _) = stepper::preset("cat").unwrap();
    let trace = Trace::of(&document).unwrap();
    let text = |name, row, col| written(&document, &trace, Cell::new(name, row, col), 2);
    assert_eq!(
        text(Name::Scores, 1, 0),
        "q₂·k₁ = 0.30·1.20 + (−0.50)·0.70 = 0.01"
    );
    assert_eq!(text(Name::Scaled, 1, 2), "s′₂₃ = 1.39 / √2 = 0.98");
    assert_eq!(text(Name::Mask, 1, 0), "M₂₁ = 0.00");
    assert_eq!(text(Name::Masked, 1, 1), "z₂₂ = (−0.37) + 0.00 = −0.37");
    assert_eq!(
        text(Name::Max, 1, 0),
        "max₂ = max(0.01, −0.37, 0.98) = 0.98"
    );
    assert_eq!(text(Name::Shifted, 1, 0), "z′₂₁ = 0.01 − 0.98 = −0.98");
    assert_eq!(text(Name::Exp, 1, 0), "e₂₁ = exp(−0.98) = 0.38");
    assert_eq!(text(Name::Sum, 1, 0), "Σ₂ = 0.38 + 0.26 + 1.00 = 1.64");
    assert_eq!(text(Name::Weights, 1, 2), "α₂₃ = 1.00 / 1.64 = 0.61");
    assert_eq!(
        text(Name::Output, 1, 1),
        "o₂₂ = 0.23·0.20 + 0.16·0.00 + 0.61·1.00 = 0.66"
    );
    assert_eq!(text(Name::Q, 1, 0), "q₂₁ = 0.30");
}

#[test]
fn the_mask_says_why() {
    let (document, _) = stepper::preset("causal").unwrap();
    let trace = Trace::of(&document).unwrap();
    let text = |row, col| written(&document, &trace, Cell::new(Name::Mask, row, col), 0);
    assert_eq!(text(1, 2), "M₂₃: 3 > 2 → −∞");
    assert_eq!(text(2, 1), "M₃₂: 2 ≤ 3 → 0");
}
