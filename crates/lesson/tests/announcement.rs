//! What is announced of a step is what the step's numbers say.
#![allow(clippy::expect_used, reason = "a test that cannot go on should stop")]

use attention::Keep;
use lesson::lessons::stepper;
use lesson::lessons::stepper::announcement::{self, Announcement, Consequence, consequence};
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
    assert_eq!(found, Announcement::Most(vec![row.argmax], row.max));
}

#[test]
fn keys_with_equal_numbers_are_all_named() {
    let flat = |document: &mut Document| {
        let q = document.input_mut(lesson::Name::Q).expect("Q is typed");
        q.set(1, 0, 0.0);
        q.set(1, 1, 0.0);
    };
    let all = || vec![0, 1, 2];
    let (found, _) = announced(Stage::Scores, 1, flat);
    assert_eq!(found, Announcement::Best(all(), 0.0));
    let (found, trace) = announced(Stage::Weights, 1, flat);
    assert_eq!(found, Announcement::Most(all(), trace.rows[1].max));
    let (after, what) = heard(1, flat);
    let looks = Consequence::Looks(all(), after.rows[1].max);
    assert_eq!(what, Some((1, looks)));
}

#[test]
fn scores_name_the_best_key_and_outputs_all_numbers() {
    let (found, trace) = announced(Stage::Scores, 0, same);
    let scores = trace.get(lesson::Name::Scores).row(0);
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    assert!(
        matches!(&found, Announcement::Best(keys, score) if *score == most && scores[keys[0]] == most),
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

/// The trace of the first example after a change, and what is said of that to who looks at `row`.
fn heard(row: usize, change: impl Fn(&mut Document)) -> (Trace, Option<(usize, Consequence)>) {
    let (before, _) = stepper::preset("cat").expect("the first preset");
    let mut after = before.clone();
    change(&mut after);
    let [before, after] = [before, after].map(|d| Trace::of(&d).expect("a document fits itself"));
    let what = consequence(&before, &after, row);
    (after, what)
}

#[test]
fn an_edit_of_a_query_tells_whom_it_looks_at_now() {
    let typed = |d: &mut Document| {
        let typed = d.input_mut(lesson::Name::Q).expect("Q is typed");
        typed.set(1, 1, 2.0);
    };
    // Of another row than the one that is looked at: it is the one that moved.
    for row in [0, 1, 99] {
        let (after, what) = heard(row, typed);
        let stats = after.rows[1];
        assert_eq!(
            what,
            Some((1, Consequence::Looks(vec![stats.argmax], stats.max)))
        );
    }
}

#[test]
fn an_edit_of_a_value_tells_the_output_and_no_edit_nothing() {
    let typed = |d: &mut Document| {
        let typed = d.input_mut(lesson::Name::V).expect("V is typed");
        typed.set(0, 0, 9.0);
    };
    let (after, what) = heard(2, typed);
    let output = after.get(lesson::Name::Output).row(2).to_vec();
    assert_eq!(what, Some((2, Consequence::Output(output))));
    assert_eq!(heard(0, same).1, None);
}

#[test]
fn a_query_that_a_mask_has_made_blind_is_told_of() {
    let (_, what) = heard(0, |document| {
        let mut keep = Keep::all(document.n(), document.m());
        (0..document.m()).for_each(|key| {
            keep.set(1, key, false);
        });
        document.mask = MaskKind::Painted(keep);
    });
    assert_eq!(what, Some((1, Consequence::Blind)));
}
