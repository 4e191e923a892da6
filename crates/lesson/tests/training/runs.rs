//! Runs: the same every time, resumed as if never stopped, kept in bounds, saved from divergence.

use lesson::lessons::training::experiment::Experiment;
use lesson::lessons::training::look::{At, Instead, Without};
use lesson::lessons::training::problem::TrainingProblem;
use lesson::lessons::training::session::Session;
use lesson::lessons::training::settings::{OptimiserKind, PositionKind, Settings};
use lesson::lessons::training::task::Task;
use lesson::lessons::training::writing::Drawing;

use super::{run, small};

#[test]
fn the_same_settings_give_the_same_run_bit_for_bit() {
    for task in Task::ALL {
        let settings = small(task);
        let [first, second] = [run(&settings, 12), run(&settings, 12)];
        assert_eq!(first.save_since(None), second.save_since(None), "{task:?}");
        let other = Settings {
            seed: 2,
            ..settings
        };
        assert_ne!(
            first.save_since(None).weights,
            run(&other, 12).save_since(None).weights
        );
    }
}

#[test]
fn a_run_that_was_stopped_goes_on_as_if_it_had_not_been() {
    for optimiser in OptimiserKind::ALL {
        let settings = Settings {
            optimiser,
            ..small(Task::Repeat)
        };
        let whole = run(&settings, 47);
        let mut resumed = Session::resume(run(&settings, 20).save_since(None)).unwrap();
        for _ in 20..47 {
            resumed.step().unwrap();
        }
        assert_eq!(
            whole.save_since(None),
            resumed.save_since(None),
            "{optimiser:?}"
        );
    }
}

#[test]
fn every_task_is_learned_a_little_and_measured_on_what_was_held_out() {
    for task in Task::ALL {
        let session = run(&small(task), 60);
        let (first, last) = (session.points()[0], *session.points().last().unwrap());
        assert_eq!((first.step, first.train, last.step), (0, None, 60));
        assert!(
            last.held_out < first.held_out,
            "{task:?}: {first:?} {last:?}"
        );
        assert!(last.train.is_some_and(f32::is_finite));
        assert!((0.0..=1.0).contains(&last.accuracy));
    }
}

#[test]
fn every_setting_makes_a_model_that_steps() {
    let base = small(Task::Copy);
    for positions in PositionKind::ALL {
        for family in lesson::lessons::training::settings::Family::ALL {
            for (mlp, scaled, causal) in [(true, true, true), (false, false, false)] {
                let settings = Settings {
                    positions,
                    family,
                    mlp,
                    scaled,
                    causal,
                    ..base.clone()
                };
                assert_eq!(run(&settings, 2).steps(), 2, "{settings:?}");
            }
        }
    }
}

#[test]
fn settings_that_make_no_model_are_refused_by_name() {
    let base = Settings::of(Task::Sort);
    let refused = |settings: Settings| Session::new(settings).map(|_| ()).unwrap_err();
    assert_eq!(
        refused(Settings {
            n_heads: 5,
            ..base.clone()
        }),
        TrainingProblem::Divide(64, 5)
    );
    assert!(matches!(
        refused(Settings {
            n_layers: 0,
            ..base.clone()
        }),
        TrainingProblem::Setting(_, 0, 1, 4)
    ));
    assert!(matches!(
        refused(Settings {
            d_model: 4096,
            ..base.clone()
        }),
        TrainingProblem::Setting(_, 4096, 16, 128)
    ));
    assert!(matches!(
        refused(Settings {
            batch: 0,
            ..base.clone()
        }),
        TrainingProblem::Setting(..)
    ));
    for rate in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(matches!(
            refused(Settings {
                rate,
                ..base.clone()
            }),
            TrainingProblem::Rate(_)
        ));
    }
    let odd = Settings {
        d_model: 24,
        n_heads: 8,
        positions: PositionKind::Rope,
        ..base
    };
    assert_eq!(refused(odd), TrainingProblem::OddHead(3));
}

#[test]
fn a_run_that_diverges_stops_with_the_last_good_weights() {
    let wild = Settings {
        optimiser: OptimiserKind::Sgd,
        rate: 10.0,
        mlp: true,
        scaled: false,
        ..small(Task::Copy)
    };
    let mut session = Session::new(Settings {
        n_layers: 4,
        d_model: 64,
        ..wild
    })
    .unwrap();
    let mut steps = 0;
    while !session.diverged() && steps < 500 {
        session.step().unwrap();
        steps += 1;
    }
    assert!(
        session.diverged(),
        "a rate of 10 was expected to be too much"
    );
    let kept = session.snapshots().last().unwrap().weights.clone();
    assert_eq!(session.model().params().to_flat(), kept);
    let before = session.steps();
    session.step().unwrap();
    assert_eq!(session.steps(), before, "it stands still");
    let seen = session.look(At::Now, &[1, 2], &[]).unwrap();
    let last = session.snapshots().last().unwrap().step;
    assert_eq!(
        (seen.step, session.save_since(None).step),
        (last, last),
        "whose weights these are"
    );
    assert!(seen.next.iter().all(|p| p.is_finite()));
}

#[test]
fn a_long_run_keeps_a_bounded_number_of_points_and_snapshots() {
    let settings = Settings {
        batch: 1,
        d_model: 16,
        ..small(Task::Modular)
    };
    let session = run(&settings, 3000);
    assert!((128..=256).contains(&session.points().len()));
    assert!((32..=64).contains(&session.snapshots().len()));
    assert_eq!(session.snapshots()[0].step, 0);
}

#[test]
fn a_moment_is_seen_as_it_was() {
    let settings = small(Task::Reverse);
    let early = run(&settings, 10);
    let mut late = run(&settings, 40);
    let ids = vec![1, 2, 3, 4];
    let now = early.clone().look(At::Now, &ids, &[]).unwrap();
    let then = late.look(At::Step(10), &ids, &[]).unwrap();
    assert_eq!(now, then);
    assert_ne!(now.weights, late.look(At::Now, &ids, &[]).unwrap().weights);
    assert_eq!(
        late.look(At::Step(7), &ids, &[]).unwrap_err(),
        TrainingProblem::Absent
    );
}

#[test]
fn what_is_seen_is_weights_and_probabilities() {
    let mut session = run(&small(Task::English), 5);
    let ids: Vec<u32> = (0..9).collect();
    let seen = session.look(At::Now, &ids, &[]).unwrap();
    assert_eq!((seen.weights.len(), seen.scores.len()), (2, 2));
    let sums = |rows: &[f32], width: usize| {
        rows.chunks(width)
            .all(|row| (row.iter().sum::<f32>() - 1.0).abs() < 1e-5)
    };
    assert!(
        seen.weights
            .iter()
            .all(|head| head.len() == 81 && sums(head, 9))
    );
    assert!(sums(&seen.next, Task::English.words().len()));
    assert_eq!((seen.next_whole, seen.quality_whole), (None, None));
}

#[test]
fn a_head_taken_out_changes_what_is_predicted_and_nothing_else() {
    let mut session = run(&small(Task::Copy), 40);
    let ids = vec![1, 2, 3, 4, 5];
    let whole = session.look(At::Now, &ids, &[]).unwrap();
    for instead in [Instead::Zero, Instead::Mean] {
        let without = [Without {
            layer: 0,
            head: 1,
            instead,
        }];
        let seen = session.look(At::Now, &ids, &without).unwrap();
        assert_ne!(seen.next, whole.next, "{instead:?}");
        assert_eq!(seen.next_whole.as_ref(), Some(&whole.next));
        assert_eq!(seen.quality_whole, Some(whole.quality));
        assert_eq!(
            seen.weights, whole.weights,
            "one layer: nothing comes after the head"
        );
    }
    let absent = [Without {
        layer: 1,
        head: 0,
        instead: Instead::Zero,
    }];
    assert_eq!(
        session.look(At::Now, &ids, &absent).unwrap_err(),
        TrainingProblem::Absent
    );
}

#[test]
fn tokens_that_are_not_there_and_too_many_are_refused() {
    let mut session = run(&small(Task::Copy), 0);
    assert!(matches!(
        session.look(At::Now, &[999], &[]),
        Err(TrainingProblem::Model(_))
    ));
    assert!(matches!(
        session.look(At::Now, &[1; 999], &[]),
        Err(TrainingProblem::Model(_))
    ));
    assert!(matches!(
        session.look(At::Now, &[], &[]),
        Err(TrainingProblem::Model(_))
    ));
    let write = |ids: &[u32]| session.write(At::Now, ids, &Drawing::default(), || 0.0);
    assert!(matches!(write(&[]), Err(TrainingProblem::Model(_))));
    assert!(matches!(write(&[999]), Err(TrainingProblem::Model(_))));
}

#[test]
fn writing_shows_the_chances_and_counts_what_the_cache_saves() {
    let session = run(&small(Task::Copy), 5);
    // Every look at this clock a millisecond passes.
    let clock = || {
        thread_local!(static NOW: std::cell::Cell<f64> = const { std::cell::Cell::new(0.0) });
        NOW.with(|now| now.replace(now.get() + 1.0))
    };
    let written = session
        .write(At::Now, &[1, 2, 3, 4], &Drawing::default(), clock)
        .unwrap();
    let sum: f32 = written.candidates.iter().map(|one| one.chance).sum();
    assert!((sum - 1.0).abs() < 1e-5);
    assert!(
        written
            .candidates
            .iter()
            .any(|one| Some(one.token) == written.drawn)
    );
    let cached = written.cached.unwrap();
    assert!(cached.multiply_adds < written.again.multiply_adds);
    assert!(cached.microseconds > 0.0 && written.again.microseconds > 0.0);
    let ahead = run(
        &Settings {
            causal: false,
            ..small(Task::Copy)
        },
        0,
    );
    assert_eq!(
        ahead
            .write(At::Now, &[1], &Drawing::default(), clock)
            .unwrap()
            .cached,
        None
    );
    let cold = Drawing {
        temperature: 0.0,
        ..Drawing::default()
    };
    assert!(matches!(
        session.write(At::Now, &[1], &cold, clock),
        Err(TrainingProblem::Sampling(_))
    ));
}

#[test]
fn the_two_runs_of_an_experiment_differ_in_one_thing() {
    for experiment in Experiment::ALL {
        let [first, second] = experiment.settings();
        first.check().unwrap();
        second.check().unwrap();
        let changes = [
            first.scaled != second.scaled,
            first.causal != second.causal,
            first.positions != second.positions,
            first.n_heads != second.n_heads,
        ];
        assert_eq!(
            changes.iter().filter(|changed| **changed).count(),
            1,
            "{experiment:?}"
        );
        let same = Settings {
            scaled: first.scaled,
            causal: first.causal,
            positions: first.positions,
            n_heads: first.n_heads,
            ..second
        };
        assert_eq!(same, first);
    }
}
