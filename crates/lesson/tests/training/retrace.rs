//! A run that came as a file is trained again for the moments that the file does not hold.

use lesson::lessons::training::engine::Engine;
use lesson::lessons::training::file;
use lesson::lessons::training::look::At;
use lesson::lessons::training::session::{Session, moments_of};
use lesson::lessons::training::task::Task;
use lesson::protocol::{Again, Answer, Progress, Question, Request, Response, Side, Start};

use super::{run, small};

/// A clock on which each look takes a millisecond.
fn clock() -> f64 {
    thread_local!(static NOW: std::cell::Cell<f64> = const { std::cell::Cell::new(0.0) });
    NOW.with(|now| now.replace(now.get() + 1.0))
}

fn last(answers: &[Response]) -> Option<Progress> {
    answers.iter().rev().find_map(|answer| match answer {
        Response::Progress(progress) => Some(progress.clone()),
        _ => None,
    })
}

/// An engine with a run of 45 steps from its file, which names that seed.
fn opened(seed: u32) -> Engine {
    let mut saved = run(&small(Task::Repeat), 45).save_since(None);
    (saved.settings.seed, saved.optimiser) = (seed, None);
    let named = Session::resume(saved).unwrap();
    let bytes = file::write(&named, At::Now).unwrap().remove(0).1;
    let mut engine = Engine::new(clock);
    engine.handle(Request::Open(Side::A, Start::File(bytes)));
    engine
}

/// Works until nothing is left; the last report.
fn finished(engine: &mut Engine) -> Progress {
    let mut answers = engine.handle(Request::Retrace(Side::A));
    while engine.is_busy() {
        answers.extend(engine.work(10.0));
    }
    last(&answers).unwrap()
}

#[test]
fn the_same_run_comes_to_the_same_weights_and_shows_its_moments() {
    let mut engine = opened(small(Task::Repeat).seed);
    let progress = finished(&mut engine);
    assert_eq!(progress.again, Again::Same);
    assert_eq!(
        (progress.step, progress.snapshots),
        (45, vec![0, 10, 20, 30, 40])
    );
    // Known before it is trained: keys of the time machine lead there.
    let planned = moments_of(&small(Task::Repeat), 45);
    assert_eq!(planned, [0, 10, 20, 30, 40]);
    let ids = vec![1, 2, 3];
    let look = Question::Look(At::Step(20), ids.clone(), Vec::new());
    let answers = engine.handle(Request::Ask(1, Side::A, look));
    let Some(Response::Answer(_, _, Ok(Answer::Seen(seen)))) = answers.first() else {
        panic!("{answers:?}");
    };
    let mut then = run(&small(Task::Repeat), 20);
    assert_eq!(*seen, then.look(At::Now, &ids, &[]).unwrap());
    assert!(!engine.is_busy(), "once is enough");
    engine.handle(Request::Retrace(Side::A));
    assert!(!engine.is_busy(), "nothing is missing");
}

#[test]
fn a_file_of_another_seed_is_found_out() {
    let progress = finished(&mut opened(small(Task::Repeat).seed + 1));
    assert_eq!(progress.again, Again::Other);
    assert!(progress.snapshots.iter().all(|step| *step >= 45));
}

#[test]
fn who_trains_on_does_not_wait_and_keeps_the_moments_so_far() {
    let mut engine = opened(small(Task::Repeat).seed);
    engine.handle(Request::Retrace(Side::A));
    engine.work(25.0);
    let progress = last(&engine.handle(Request::Step)).unwrap();
    assert_eq!((progress.step, progress.again), (46, Again::No));
    assert!(progress.snapshots.starts_with(&[0, 10]));
    assert!(!engine.is_busy());
}
