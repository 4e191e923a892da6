//! Heads made by hand get the scores they were made for, and no name they did not earn.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use attention::{Keep, Mask, Matrix, ShapeError};
use lesson::lessons::training::heads::{
    CLEAR, Combine, HeadKind, HeadScores, Measure, combine, link, measure, strongest,
};
use lesson::lessons::training::task::{Split, Task, english};
use oorandom::Rand32;

/// What one query of a head made by hand does: which keys it would share its weight among.
type Look<'a> = &'a dyn Fn(&[u32], usize, usize) -> bool;

/// Weights where each query shares `share` of its weight among the keys of the pattern and the
/// rest among all keys it may see; all of it among these where there is no such key.
fn head(task: Task, ids: &[u32], share: f32, look: Look) -> Matrix {
    let n = ids.len();
    let keep = task.mask().keep(n, n).unwrap();
    let rows = (0..n).map(|i| {
        let keys: Vec<usize> = (0..n).filter(|&j| keep.get(i, j).unwrap()).collect();
        let aimed: Vec<usize> = keys.iter().copied().filter(|&j| look(ids, i, j)).collect();
        let share = if aimed.is_empty() { 0.0 } else { share };
        let weight = |j: usize| {
            let even = (1.0 - share) * f32::from(u8::from(keys.contains(&j))) / keys.len() as f32;
            let aim = share * f32::from(u8::from(aimed.contains(&j))) / aimed.len().max(1) as f32;
            even + aim
        };
        (0..n).map(weight).collect()
    });
    Matrix::from_rows(&rows.collect::<Vec<_>>()).unwrap()
}

/// A head made by hand, measured on forty examples.
fn measured(task: Task, share: f32, look: Look) -> HeadScores {
    let mut random = Rand32::new(3);
    let ids: Vec<Vec<u32>> = (0..40)
        .map(|_| task.example(&mut random, Split::HeldOut).ids)
        .collect();
    let weights: Vec<Matrix> = ids.iter().map(|ids| head(task, ids, share, look)).collect();
    let both: Vec<(&[u32], &Matrix)> = ids.iter().map(Vec::as_slice).zip(&weights).collect();
    measure(task, &both).unwrap()
}

fn linked(task: Task) -> impl Fn(&[u32], usize, usize) -> bool {
    move |ids, i, j| {
        let mut links = task.links(ids).into_iter();
        links.any(|link| (link.from, link.to) == (i, j))
    }
}

fn near(a: f32, b: f32) -> bool {
    (a - b).abs() < 1e-5
}

fn induction(ids: &[u32], i: usize, j: usize) -> bool {
    j > 0 && j <= i && ids[j - 1] == ids[i]
}

#[test]
fn heads_that_do_one_thing_are_named_after_it() {
    let general: [(HeadKind, Look); 5] = [
        (HeadKind::Previous, &|_, i, j| j + 1 == i),
        (HeadKind::First, &|_, _, j| j == 0),
        (HeadKind::Itself, &|_, i, j| j == i),
        (HeadKind::Induction, &induction),
        (HeadKind::SameToken, &|ids, i, j| j != i && ids[j] == ids[i]),
    ];
    for (kind, look) in general {
        for share in [1.0, 0.6] {
            let scores = measured(Task::Repeat, share, look);
            let (label, strength) = scores.label();
            assert_eq!(label, kind);
            assert!(near(strength, share), "{kind:?}: {strength} is not {share}");
        }
    }
}

#[test]
fn heads_that_solve_a_task_are_named_after_it() {
    for (task, kind) in [
        (Task::Copy, HeadKind::Source),
        (Task::Reverse, HeadKind::Source),
        (Task::Sort, HeadKind::Source),
        (Task::Brackets, HeadKind::MatchingBracket),
        (Task::Modular, HeadKind::Operand),
    ] {
        let (label, strength) = measured(task, 0.8, &linked(task)).label();
        assert_eq!(label, kind, "{task:?}");
        assert!(near(strength, 0.8));
    }
}

#[test]
fn english_has_a_head_for_each_kind_of_sentence() {
    let places = |kind| {
        move |ids: &[u32], i: usize, j: usize| {
            let links = Task::English.links(ids);
            let mut links = links.into_iter().filter(|link| link.kind == kind);
            links.any(|link| (link.from, link.to) == (i, j))
        }
    };
    for (kind, other) in [
        (HeadKind::Pronoun, HeadKind::Subject),
        (HeadKind::Subject, HeadKind::Pronoun),
        (HeadKind::Clue, HeadKind::Subject),
    ] {
        let scores = measured(Task::English, 0.9, &places(kind));
        assert_eq!(scores.label().0, kind);
        assert!(near(scores.score(other).unwrap(), 1.0 / 12.0));
        assert!(near(scores.clarity(other).unwrap(), 0.0));
    }
}

/// Half of its weight is on the right noun, but it would be whatever the sentence said.
#[test]
fn a_head_that_takes_either_noun_for_it_understands_no_pronoun() {
    let both = |ids: &[u32], i: usize, j: usize| {
        let found = english::referent(ids).filter(|found| found.it == i);
        found.is_some_and(|found| j == found.right || j == found.wrong)
    };
    let doer = |ids: &[u32], i: usize, j: usize| {
        let found = english::referent(ids).filter(|found| found.it == i);
        found.is_some_and(|found| (j == found.right) == found.animate && both(ids, i, j))
    };
    for look in [&both as Look, &doer] {
        let scores = measured(Task::English, 1.0, look);
        assert!(scores.score(HeadKind::Pronoun).unwrap() > 0.3);
        assert!(scores.clarity(HeadKind::Pronoun).unwrap() < CLEAR);
        assert_ne!(scores.label().0, HeadKind::Pronoun);
    }
}

#[test]
fn a_head_that_looks_everywhere_is_spread_on_every_task() {
    for task in Task::ALL {
        let scores = measured(task, 0.0, &|_, _, _| true);
        let (label, strength) = scores.label();
        assert_eq!(label, HeadKind::Spread, "{task:?}");
        assert!(near(strength, 1.0) && near(scores.entropy, 1.0));
        for kind in HeadKind::PATTERNS {
            assert_eq!(scores.score(kind).is_some(), scores.chance(kind).is_some());
            let clarity = scores.clarity(kind).unwrap_or(0.0);
            assert!(clarity.abs() < 1e-4, "{task:?} {kind:?} {clarity}");
        }
    }
}

#[test]
fn a_head_between_two_things_is_mixed() {
    let scores = measured(Task::Repeat, 1.0, &|_, i, j| {
        j == 0 || j + 2 == i || j + 3 == i
    });
    let (label, strength) = scores.label();
    assert_eq!(label, HeadKind::Mixed);
    assert!((0.0..CLEAR).contains(&strength));
    // A third of the way is not clear.
    let (label, _) = measured(Task::Repeat, 0.35, &|_, i, j| j + 1 == i).label();
    assert!(matches!(label, HeadKind::Mixed | HeadKind::Spread));
}

#[test]
fn one_sequence_is_too_little_for_a_name() {
    let ids = Task::Modular.encode("3 + 4 = 7").unwrap();
    let weights = head(Task::Modular, &ids, 1.0, &linked(Task::Modular));
    let scores = measure(Task::Modular, &[(&ids, &weights)]).unwrap();
    assert_eq!(scores.score(HeadKind::Operand), Some(1.0));
    assert_eq!(scores.queries(HeadKind::Operand), 1);
    assert_ne!(scores.label().0, HeadKind::Operand);
}

/// a b a b, causal, all by hand.
#[test]
fn scores_are_what_one_computes_by_hand() {
    let ids = Task::Repeat.encode("abab").unwrap();
    let weights = Matrix::from_rows(&[
        vec![1.0, 0.0, 0.0, 0.0],
        vec![0.5, 0.5, 0.0, 0.0],
        vec![0.25, 0.75, 0.0, 0.0],
        vec![0.0, 0.0, 1.0, 0.0],
    ])
    .unwrap();
    let scores = measure(Task::Repeat, &[(&ids, &weights)]).unwrap();
    let score = |kind| scores.score(kind).unwrap();
    // Row 0 sees one key and is passed over.
    assert!(near(score(HeadKind::Previous), (0.5 + 0.75 + 1.0) / 3.0));
    assert!(near(score(HeadKind::First), (0.5 + 0.25 + 0.0) / 3.0));
    assert!(near(score(HeadKind::Itself), 0.5 / 3.0));
    assert!(near(score(HeadKind::Induction), (0.75 + 1.0) / 2.0));
    assert!(near(score(HeadKind::SameToken), 0.25 / 2.0));
    let chance = |kind| scores.chance(kind).unwrap();
    assert!(near(
        chance(HeadKind::Previous),
        (1.0 / 2.0 + 1.0 / 3.0 + 1.0 / 4.0) / 3.0
    ));
    assert!(near(
        chance(HeadKind::Induction),
        (1.0 / 3.0 + 1.0 / 4.0) / 2.0
    ));
    assert!(near(scores.distance, (0.5 + (0.5 + 0.75) + 1.0) / 3.0));
    let quarter = -(0.25f32 * 0.25f32.ln() + 0.75 * 0.75f32.ln()) / 3f32.ln();
    assert!(near(scores.entropy, (1.0 + quarter) / 3.0));
    assert_eq!(scores.score(HeadKind::Operand), None);
    assert_eq!(scores.score(HeadKind::Mixed), None);
    assert_eq!(scores.queries(HeadKind::Induction), 2);
}

#[test]
fn rows_that_see_nothing_and_padding_are_passed_over() {
    let ids = Task::Brackets.encode("([→]).··").unwrap();
    let n = ids.len();
    let first = |i, j| f32::from(u8::from(j == 0 && (i != 1 && i < 6)));
    let mut weights = Matrix::from_fn(n, n, first);
    let measured = |weights: &Matrix| measure(Task::Brackets, &[(&ids, weights)]).unwrap();
    let before = measured(&weights);
    assert_eq!(before.score(HeadKind::First), Some(1.0));
    assert_eq!(before.queries(HeadKind::First), 4);
    weights.row_mut(6).fill(0.125);
    assert_eq!(measured(&weights), before);
}

#[test]
fn nothing_measured_is_nothing_named() {
    let scores = Measure::new(Task::Copy, Mask::Causal).finish();
    assert_eq!(scores.label(), (HeadKind::Mixed, 0.0));
    assert_eq!(scores.score(HeadKind::First), None);
}

#[test]
fn numbers_that_are_none_give_no_name() {
    let mut measure = Measure::new(Task::Repeat, Mask::Causal);
    let ids = [0; 12];
    measure
        .add(&ids, &Matrix::from_fn(12, 12, |_, _| f32::NAN))
        .unwrap();
    assert_eq!(measure.finish().label().0, HeadKind::Mixed);
}

#[test]
fn the_mask_says_what_could_be_seen() {
    let ids = Task::Repeat.encode("abcdef").unwrap();
    let mut measure = Measure::new(Task::Repeat, Mask::Window(1));
    measure.add(&ids, &Matrix::identity(6)).unwrap();
    assert_eq!(
        measure.finish().score(HeadKind::Itself),
        None,
        "there was no choice"
    );
    let mut measure = Measure::new(Task::Repeat, Mask::Window(2));
    measure.add(&ids, &Matrix::identity(6)).unwrap();
    let scores = measure.finish();
    assert_eq!(scores.chance(HeadKind::Itself), Some(0.5));
    assert_eq!(scores.clarity(HeadKind::Itself), Some(1.0));
}

#[test]
fn wrong_shapes_are_refused() {
    let mut measure = Measure::new(Task::Copy, Mask::Painted(Keep::all(2, 2)));
    let mismatch = |result| matches!(result, Err(ShapeError::Mismatch { .. }));
    assert!(mismatch(measure.add(&[1, 2, 3], &Matrix::identity(2))));
    assert!(mismatch(measure.add(&[1, 2, 3], &Matrix::identity(3))));
    assert_eq!(measure.finish().queries(HeadKind::First), 0);
    let (a, b) = (Matrix::identity(2), Matrix::identity(3));
    assert!(mismatch(combine(&[&a, &b], Combine::Max).map(|_| ())));
}

#[test]
fn heads_combine_cell_by_cell() {
    let a = Matrix::from_rows(&[vec![0.5, 0.5], vec![1.0, 0.0]]).unwrap();
    let b = Matrix::from_rows(&[vec![0.25, 0.75], vec![0.5, 0.5]]).unwrap();
    let of = |how| combine(&[&a, &b], how).unwrap().data().to_vec();
    assert_eq!(of(Combine::Min), [0.25, 0.5, 0.5, 0.0]);
    assert_eq!(of(Combine::Mean), [0.375, 0.625, 0.75, 0.25]);
    assert_eq!(of(Combine::Max), [0.5, 0.75, 1.0, 0.5]);
    for how in [Combine::Min, Combine::Mean, Combine::Max] {
        assert_eq!(combine(&[&a], how).unwrap(), a);
        assert_eq!(combine(&[], how).unwrap().shape(), (0, 0));
    }
}

#[test]
fn the_strongest_come_first() {
    let row = [0.1, 0.0, 0.4, 0.1, 0.4];
    assert_eq!(strongest(&row, 3), [(2, 0.4), (4, 0.4), (0, 0.1)]);
    assert_eq!(strongest(&row, 9).len(), 4);
    assert_eq!(strongest(&[0.0; 3], 2), []);
    assert_eq!(strongest(&row, 0), []);
    let weights = Matrix::identity(2);
    assert_eq!(
        (
            link(&weights, 1, 1),
            link(&weights, 1, 0),
            link(&weights, 2, 0)
        ),
        (1.0, 0.0, 0.0)
    );
}

#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use super::*;
    use attention::softmax;
    use proptest::prelude::*;

    /// Rows of softmax over random scores.
    fn weights(n: usize, scores: &[f32], mask: &Mask) -> Matrix {
        let keep = mask.keep(n, n).unwrap();
        let hidden = f32::NEG_INFINITY;
        let score = |i, j| {
            if keep.get(i, j).unwrap() {
                scores[i * n + j]
            } else {
                hidden
            }
        };
        softmax(&Matrix::from_fn(n, n, score)).weights
    }

    proptest! {
        #[test]
        fn scores_stay_in_their_bounds(
            which in 0..Task::ALL.len(),
            seed in any::<u64>(),
            scores in prop::collection::vec(-30f32..30.0, 400),
        ) {
            let task = Task::ALL[which];
            let ids = task.example(&mut Rand32::new(seed), Split::Train).ids;
            let weights = weights(task.n(), &scores, &task.mask());
            let found = measure(task, &[(&ids, &weights)]).unwrap();
            prop_assert!((0.0..=1.0).contains(&found.entropy));
            prop_assert!((0.0..=task.n() as f32).contains(&found.distance));
            for kind in HeadKind::PATTERNS {
                for x in [found.score(kind), found.chance(kind)].into_iter().flatten() {
                    prop_assert!((0.0..=1.0).contains(&x));
                }
                prop_assert!(found.clarity(kind).is_none_or(|x| x <= 1.0));
            }
            let (kind, strength) = found.label();
            prop_assert!((0.0..=1.0).contains(&strength));
            prop_assert!(kind == HeadKind::Mixed || strength >= CLEAR);
        }

        #[test]
        fn scores_do_not_depend_on_the_names_of_tokens(
            seed in any::<u64>(),
            scores in prop::collection::vec(-5f32..5.0, 400),
        ) {
            let ids = Task::Repeat.example(&mut Rand32::new(seed), Split::Train).ids;
            let renamed: Vec<u32> = ids.iter().map(|id| (id + 7) % 20).collect();
            let weights = weights(20, &scores, &Mask::Causal);
            let of = |ids: &[u32]| measure(Task::Repeat, &[(ids, &weights)]).unwrap();
            prop_assert_eq!(of(&ids), of(&renamed));
        }

        #[test]
        fn min_mean_and_max_are_in_order(cells in prop::collection::vec(0f32..1.0, 18)) {
            let heads = [0, 9].map(|from| {
                Matrix::new(3, 3, cells[from..from + 9].to_vec()).unwrap()
            });
            let of = |how| combine(&[&heads[0], &heads[1]], how).unwrap();
            let (min, mean, max) = (of(Combine::Min), of(Combine::Mean), of(Combine::Max));
            for i in 0..9 {
                prop_assert!(min.data()[i] <= mean.data()[i] && mean.data()[i] <= max.data()[i]);
            }
        }
    }
}
