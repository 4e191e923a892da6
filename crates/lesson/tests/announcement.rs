//! What is announced of a step is what the step's numbers say.
#![allow(clippy::expect_used, reason = "a test that cannot go on should stop")]

use attention::Keep;
use lesson::lessons::stepper;
use lesson::lessons::stepper::announcement::{self, Announcement};
use lesson::{Document, MaskKind, Stage, Trace, View};

fn announced(stage: Stage, row: usize, change: impl Fn(&mut Document)) -> (Announcement, Trace) {
    let (mut document, _) = stepper::preset("cat").expect("the first preset");
    change(&mut document);
    let trace = Trace::of(&document).expect("a document fits itself");
    let view = View {
        stage,
        row,
        ..View::default()
    };
    (announcement::of(&trace, &view), trace)
}

fn same(_: &mut Document) {}

#[test]
fn the_key_with_the_largest_weight_is_named() {
    let (found, trace) = announced(Stage::Weights, 1, same);
    let row = &trace.rows[1];
    assert_eq!(found, Announcement::Most(row.argmax, row.max));
}

#[test]
fn scores_name_the_best_key_and_outputs_all_numbers() {
    let (found, trace) = announced(Stage::Scores, 0, same);
    let scores = trace.get(lesson::Name::Scores).row(0);
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    assert!(
        matches!(found, Announcement::Best(key, score) if score == most && scores[key] == most),
        "{found:?}"
    );
    let (found, trace) = announced(Stage::Output, 2, same);
    assert_eq!(
        found,
        Announcement::Row(trace.get(lesson::Name::Output).row(2).to_vec())
    );
}

#[test]
fn the_mask_is_announced_by_how_many_keys_it_leaves() {
    let causal = |document: &mut Document| document.mask = MaskKind::Causal;
    let (found, _) = announced(Stage::Mask, 1, causal);
    assert_eq!(found, Announcement::Allowed(2));
}

#[test]
fn a_query_that_sees_nothing_has_nothing_announced_of_it() {
    let (found, _) = announced(Stage::Weights, 0, |document| {
        let mut keep = Keep::all(document.n(), document.m());
        (0..document.m()).for_each(|key| {
            keep.set(0, key, false);
        });
        document.mask = MaskKind::Painted(keep);
    });
    assert_eq!(found, Announcement::Nothing);
    let (found, _) = announced(Stage::Weights, 99, same);
    assert_eq!(found, Announcement::Position);
}
