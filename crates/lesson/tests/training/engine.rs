//! What the worker does with what the page asks.

use lesson::lessons::training::engine::{Engine, keep};
use lesson::lessons::training::look::At;
use lesson::lessons::training::problem::TrainingProblem;
use lesson::lessons::training::session::{Saved, Session};
use lesson::lessons::training::settings::{OptimiserKind, Settings};
use lesson::lessons::training::task::Task;
use lesson::protocol::{self, Answer, Question, Request, Response, Side, Start};

use super::{run, small};

/// A clock on which each look takes a millisecond.
fn clock() -> f64 {
    thread_local!(static NOW: std::cell::Cell<f64> = const { std::cell::Cell::new(0.0) });
    NOW.with(|now| now.replace(now.get() + 1.0))
}

fn open(side: Side, settings: Settings) -> Request {
    Request::Open(side, Start::Fresh(settings))
}

/// Every message once through the bytes it is posted as.
fn posted(engine: &mut Engine, request: &Request) -> Vec<Response> {
    let bytes = protocol::to_bytes(request).unwrap();
    let answers = engine.handle(protocol::from_bytes(&bytes).unwrap());
    for answer in &answers {
        let bytes = protocol::to_bytes(answer).unwrap();
        assert_eq!(&protocol::from_bytes::<Response>(&bytes).unwrap(), answer);
    }
    answers
}

/// The steps a side has taken, by the last report among `answers`.
fn step_of(answers: &[Response], side: Side) -> Option<u32> {
    answers.iter().rev().find_map(|answer| match answer {
        Response::Progress(progress) if progress.side == side => Some(progress.step),
        _ => None,
    })
}

#[test]
fn a_run_is_opened_trained_and_paused() {
    let mut engine = Engine::new(clock);
    let answers = posted(&mut engine, &open(Side::A, small(Task::Copy)));
    assert!(
        matches!(&answers[0], Response::Opened(Side::A, settings) if *settings == small(Task::Copy))
    );
    assert!(matches!(answers.last(), Some(Response::Keep(Side::A, _))));
    assert!(!engine.is_training());
    posted(&mut engine, &Request::Train(true));
    assert!(engine.is_training());
    let answers = engine.work(400.0);
    let after = step_of(&answers, Side::A).unwrap();
    assert!(after > 10);
    posted(&mut engine, &Request::Train(false));
    assert!(engine.work(100.0).is_empty() || !engine.is_training());
    let answers = posted(&mut engine, &Request::Step);
    assert!(step_of(&answers, Side::A).unwrap() > after);
}

#[test]
fn of_a_run_that_has_diverged_the_page_knows_whose_weights_it_has() {
    let mut engine = Engine::new(clock);
    let wild = Settings {
        optimiser: OptimiserKind::Sgd,
        rate: 10.0,
        mlp: true,
        scaled: false,
        n_layers: 4,
        d_model: 64,
        ..small(Task::Copy)
    };
    posted(&mut engine, &open(Side::A, wild));
    let report = (0..500).find_map(|_| {
        let answers = posted(&mut engine, &Request::Step);
        answers.into_iter().find_map(|answer| match answer {
            Response::Progress(progress) if progress.diverged => Some(progress),
            _ => None,
        })
    });
    let report = report.expect("a rate of 10 is too much");
    let look = Question::Look(At::Now, vec![1, 2], Vec::new());
    let answers = posted(&mut engine, &Request::Ask(1, Side::A, look));
    let Some(Response::Answer(_, _, Ok(Answer::Seen(seen)))) = answers.first() else {
        panic!("{answers:?}");
    };
    assert_eq!(report.step_of_model(), seen.step);
}

#[test]
fn two_runs_go_step_by_step_together() {
    let mut engine = Engine::new(clock);
    posted(&mut engine, &open(Side::A, small(Task::Copy)));
    posted(&mut engine, &open(Side::B, small(Task::Sort)));
    for _ in 0..3 {
        posted(&mut engine, &Request::Step);
    }
    let answers = posted(&mut engine, &Request::Step);
    assert_eq!(
        (step_of(&answers, Side::A), step_of(&answers, Side::B)),
        (Some(4), Some(4))
    );
    posted(&mut engine, &Request::Close(Side::B));
    let answers = posted(&mut engine, &Request::Step);
    assert_eq!(
        (step_of(&answers, Side::A), step_of(&answers, Side::B)),
        (Some(5), None)
    );
}

#[test]
fn how_training_is_sliced_changes_no_bit() {
    let mut engine = Engine::new(clock);
    posted(&mut engine, &open(Side::A, small(Task::Reverse)));
    posted(&mut engine, &Request::Train(true));
    let mut kept: Option<Saved> = None;
    for slice in [3.0, 50.0, 7.0, 300.0] {
        let answers = engine.work(slice);
        keep_all(&mut kept, &answers);
        let look = Question::Look(At::Now, vec![1, 2, 3], Vec::new());
        posted(&mut engine, &Request::Ask(1, Side::A, look));
    }
    keep_all(&mut kept, &posted(&mut engine, &Request::Train(false)));
    let kept = kept.unwrap();
    let plain = run(&small(Task::Reverse), kept.step);
    assert_eq!(kept.weights, plain.save_since(None).weights);
}

fn keep_all(kept: &mut Option<Saved>, answers: &[Response]) {
    let mut steps = Vec::new();
    for answer in answers {
        match answer {
            Response::Progress(progress) => steps = progress.snapshots.clone(),
            Response::Keep(_, saved) => *kept = Some(keep(kept.take(), (**saved).clone(), &steps)),
            _ => {}
        }
    }
}

#[test]
fn what_the_page_keeps_is_enough_to_go_on() {
    let mut engine = Engine::new(clock);
    let mut kept = None;
    keep_all(
        &mut kept,
        &posted(&mut engine, &open(Side::A, small(Task::Repeat))),
    );
    for _ in 0..35 {
        keep_all(&mut kept, &posted(&mut engine, &Request::Step));
    }
    drop(engine);
    let kept = kept.unwrap();
    assert_eq!(
        kept.snapshots
            .iter()
            .map(|one| one.step)
            .collect::<Vec<_>>(),
        [0, 10, 20, 30]
    );
    let mut another = Engine::new(clock);
    let answers = posted(
        &mut another,
        &Request::Open(Side::A, Start::Again(Box::new(kept))),
    );
    let step = step_of(&answers, Side::A).unwrap();
    assert_eq!(step, 35, "also where it rests between two moments");
    let mut last = Vec::new();
    for _ in step..50 {
        last.extend(posted(&mut another, &Request::Step));
    }
    let mut again = None;
    keep_all(&mut again, &last);
    assert_eq!(
        again.unwrap().weights,
        run(&small(Task::Repeat), 50).save_since(None).weights
    );
}

#[test]
fn questions_are_answered_by_number_and_refused_in_words() {
    let mut engine = Engine::new(clock);
    let ask = |number, question| Request::Ask(number, Side::A, question);
    let absent = posted(&mut engine, &ask(7, Question::Files(At::Now)));
    assert_eq!(
        absent,
        [Response::Answer(7, Side::A, Err(TrainingProblem::Absent))]
    );
    posted(&mut engine, &open(Side::A, small(Task::Copy)));
    let ids = vec![1, 2, 3];
    let cell = {
        let answers = posted(
            &mut engine,
            &ask(1, Question::Block(At::Now, ids.clone(), 2)),
        );
        let [Response::Answer(1, Side::A, Ok(Answer::Block(view)))] = &answers[..] else {
            panic!("{answers:?}")
        };
        let row = &view.rows[0];
        lesson::lessons::training::block::BlockCell {
            layer: row.layer,
            part: row.part,
            head: row.head,
            col: 0,
        }
    };
    let explained = posted(
        &mut engine,
        &ask(2, Question::Explain(At::Now, ids.clone(), 2, cell)),
    );
    assert!(matches!(
        &explained[..],
        [Response::Answer(2, _, Ok(Answer::Explained(_)))]
    ));
    let head = posted(
        &mut engine,
        &ask(3, Question::Head(At::Now, ids.clone(), 0, 1)),
    );
    assert!(matches!(&head[..], [Response::Answer(3, _, Ok(Answer::Head(head)))] if head.d_k == 8));
    for wrong in [
        Question::Head(At::Now, ids.clone(), 1, 0),
        Question::Head(At::Now, ids.clone(), 0, 9),
        Question::Look(At::Step(77), ids.clone(), Vec::new()),
        Question::Explain(At::Now, ids.clone(), 99, cell),
    ] {
        let answers = posted(&mut engine, &ask(4, wrong));
        assert!(
            matches!(&answers[..], [Response::Answer(4, _, Err(_))]),
            "{answers:?}"
        );
    }
}

#[test]
fn a_start_that_cannot_be_leaves_the_run_that_was() {
    let mut engine = Engine::new(clock);
    posted(&mut engine, &open(Side::A, small(Task::Copy)));
    let bad = Settings {
        n_heads: 3,
        ..small(Task::Copy)
    };
    assert!(matches!(
        &posted(&mut engine, &open(Side::A, bad))[..],
        [Response::Refused(Side::A, TrainingProblem::Divide(16, 3))]
    ));
    let file = Request::Open(Side::A, Start::File(vec![1, 2, 3]));
    assert!(matches!(
        &posted(&mut engine, &file)[..],
        [Response::Refused(Side::A, TrainingProblem::File(_))]
    ));
    let mut torn = Session::new(small(Task::Copy)).unwrap().save_since(None);
    torn.weights.pop();
    let torn = Request::Open(Side::A, Start::Again(Box::new(torn)));
    assert!(matches!(
        &posted(&mut engine, &torn)[..],
        [Response::Refused(..)]
    ));
    assert_eq!(
        step_of(&posted(&mut engine, &Request::Step), Side::A),
        Some(1)
    );
}
