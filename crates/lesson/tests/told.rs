//! What is told of a step is what the step's numbers say.
#![allow(clippy::expect_used, reason = "a test that cannot go on should stop")]

use attention::Keep;
use lesson::lessons::stepper;
use lesson::lessons::stepper::announcement::{Told, told};
use lesson::{Document, MaskKind, Stage, Trace, View};

fn of(stage: Stage, row: usize, change: impl Fn(&mut Document)) -> (Told, Trace) {
    let (mut document, _) = stepper::preset("cat").expect("the first preset");
    change(&mut document);
    let trace = Trace::of(&document).expect("a document fits itself");
    let view = View {
        stage,
        row,
        ..View::default()
    };
    (told(&trace, &view), trace)
}

fn same(_: &mut Document) {}

#[test]
fn the_key_with_the_largest_weight_is_named() {
    let (told, trace) = of(Stage::Weights, 1, same);
    let row = &trace.rows[1];
    assert_eq!(told, Told::Most(row.argmax, row.max));
}

#[test]
fn scores_name_the_best_key_and_outputs_all_numbers() {
    let (told, trace) = of(Stage::Scores, 0, same);
    let scores = trace.get(lesson::Name::Scores).row(0);
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    assert!(
        matches!(told, Told::Best(key, score) if score == most && scores[key] == most),
        "{told:?}"
    );
    let (told, trace) = of(Stage::Output, 2, same);
    assert_eq!(
        told,
        Told::Row(trace.get(lesson::Name::Output).row(2).to_vec())
    );
}

#[test]
fn the_mask_is_told_by_how_many_keys_it_leaves() {
    let causal = |document: &mut Document| document.mask = MaskKind::Causal;
    let (told, _) = of(Stage::Mask, 1, causal);
    assert_eq!(told, Told::Allowed(2));
}

#[test]
fn a_query_that_sees_nothing_has_nothing_told_of_it() {
    let (told, _) = of(Stage::Weights, 0, |document| {
        let mut keep = Keep::all(document.n(), document.m());
        (0..document.m()).for_each(|key| {
            keep.set(0, key, false);
        });
        document.mask = MaskKind::Painted(keep);
    });
    assert_eq!(told, Told::Nothing);
    let (told, _) = of(Stage::Weights, 99, same);
    assert_eq!(told, Told::Position);
}
