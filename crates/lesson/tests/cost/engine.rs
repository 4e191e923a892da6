//! What the worker does with what the page asks, on a clock of our own.

use lesson::engine::Engine;
use lesson::lessons::cost::guard::Refusal;
use lesson::lessons::cost::messages::{CostRequest, CostResponse, Report, Start, State};
use lesson::lessons::cost::method::Method;
use lesson::lessons::cost::need;
use lesson::lessons::cost::plan;
use lesson::lessons::cost::point::{Point, at};
use lesson::lessons::cost::problem::CostProblem;
use lesson::lessons::cost::settings::{Settings, Setup};
use lesson::protocol::{self, Request, Response};

use super::made_up;

/// A clock on which each look takes 20 milliseconds: every batch is long enough.
fn clock() -> f64 {
    thread_local!(static NOW: std::cell::Cell<f64> = const { std::cell::Cell::new(0.0) });
    NOW.with(|now| now.replace(now.get() + 20.0))
}

fn small(largest: usize) -> Settings {
    Settings {
        setup: Setup {
            d: 16,
            causal: false,
            window: 32,
            seed: 7,
        },
        largest,
        ..Settings::default()
    }
}

fn start(settings: Settings) -> Start {
    Start {
        number: 1,
        settings,
        known: Vec::new(),
        anyway: Vec::new(),
    }
}

/// Every message once through the bytes it is posted as.
fn posted(engine: &mut Engine, request: CostRequest) -> Vec<CostResponse> {
    let bytes = protocol::to_bytes(&Request::Cost(request)).unwrap();
    heard(engine.handle(protocol::from_bytes(&bytes).unwrap()))
}

fn heard(answers: Vec<Response>) -> Vec<CostResponse> {
    let one = |answer: Response| {
        let bytes = protocol::to_bytes(&answer).unwrap();
        assert_eq!(protocol::from_bytes::<Response>(&bytes).unwrap(), answer);
        match answer {
            Response::Cost(answer) => answer,
            other => panic!("{other:?}"),
        }
    };
    answers.into_iter().map(one).collect()
}

fn last(answers: &[CostResponse]) -> Report {
    match answers.last() {
        Some(CostResponse::Report(report)) => report.clone(),
        other => panic!("{other:?}"),
    }
}

fn measure(engine: &mut Engine, start: Start) -> Report {
    last(&posted(engine, CostRequest::Measure(Box::new(start))))
}

/// Works until nothing is left to do.
fn to_the_end(engine: &mut Engine) -> Report {
    let mut report = None;
    while engine.is_busy() {
        let answers = heard(engine.work(12.0));
        if !answers.is_empty() {
            report = Some(last(&answers));
        }
    }
    report.unwrap()
}

#[test]
fn every_method_is_measured_at_every_size_and_agrees_with_the_loops() {
    for causal in [false, true] {
        let mut engine = Engine::new(clock);
        let mut settings = small(512);
        settings.setup.causal = causal;
        let report = measure(&mut engine, start(settings.clone()));
        assert_eq!((report.state, report.to_come), (State::Measuring, 24));
        assert_eq!(report.now, Some(((Method::Textbook, 64), 0.0)));
        assert_eq!(report.resolution, 20.0);
        let report = to_the_end(&mut engine);
        assert_eq!((report.state, report.to_come), (State::Done, 0));
        assert_eq!(report.points.len(), 24);
        assert!(plan::missing(&settings, &report.points).is_empty());
        for point in &report.points {
            checked(&settings, point);
        }
    }
}

/// The bytes are those that were said, the result is right, the time is what the clock said.
fn checked(settings: &Settings, Point { method, n, outcome }: &Point) {
    let measured = outcome.as_ref().unwrap();
    let what = format!("{method:?} {n} {}", settings.setup.causal);
    let setup = &settings.setup;
    assert_eq!(measured.bytes, need::bytes(*method, setup, *n), "{what}");
    let multiply_adds = need::multiply_adds(*method, setup, *n);
    assert_eq!(measured.multiply_adds, multiply_adds, "{what}");
    // Of 20 ms each, until they have lasted 90 ms.
    assert_eq!(measured.batches.len(), 5, "{what}");
    assert!(measured.ms() > 0.0, "{what}");
    assert_eq!(measured.gap.is_some(), !method.is_exact(), "{what}");
    // Above 256 the loops are the first to be measured, and nothing else is as exact as they are.
    let compared = *n <= 256 || !matches!(method, Method::Textbook) && method.is_exact();
    assert_eq!(measured.error.is_some(), compared, "{what}");
    if let Some(error) = measured.error {
        assert!(error.largest < 2e-6, "{what}: {error:?}");
        let from = (*n > 256).then_some(Method::Textbook);
        assert_eq!(error.from, from, "{what}");
    }
    if let Some(gap) = measured.gap {
        assert!(gap > 0.01 && gap < 20.0, "{what}: {gap}");
    }
}

#[test]
fn a_pause_stands_and_a_cancelled_run_keeps_what_it_has() {
    let mut engine = Engine::new(clock);
    measure(&mut engine, start(small(256)));
    while last(&posted(&mut engine, CostRequest::Pause(false)))
        .points
        .len()
        < 5
    {
        engine.work(12.0);
    }
    let paused = last(&posted(&mut engine, CostRequest::Pause(true)));
    assert_eq!(paused.state, State::Paused);
    assert!(!engine.is_busy());
    assert!(engine.work(100.0).is_empty());
    let on = last(&posted(&mut engine, CostRequest::Pause(false)));
    assert_eq!((on.state, &on.points), (State::Measuring, &paused.points));
    assert!(engine.is_busy());
    engine.work(12.0);
    let over = last(&posted(&mut engine, CostRequest::Cancel));
    assert_eq!((over.state, over.now), (State::Cancelled, None));
    assert_eq!(over.points[..5], paused.points[..5]);
    assert!(!engine.is_busy());
    let still = last(&posted(&mut engine, CostRequest::Pause(false)));
    assert_eq!(still.state, State::Cancelled, "what is over stays over");
}

#[test]
fn a_run_goes_on_from_what_the_page_kept() {
    let mut engine = Engine::new(clock);
    measure(&mut engine, start(small(128)));
    let all = to_the_end(&mut engine).points;
    let mut another = Engine::new(clock);
    let known = Start {
        number: 2,
        known: all[..7].to_vec(),
        ..start(small(128))
    };
    let begun = measure(&mut another, known);
    assert_eq!((begun.number, begun.to_come), (2, all.len() - 7));
    let end = to_the_end(&mut another);
    assert_eq!(end.points[..7], all[..7], "not measured again");
    assert_eq!(end.points.len(), all.len());
}

#[test]
fn what_does_not_fit_is_refused_before_it_is_begun_and_the_rest_is_measured() {
    let mut engine = Engine::new(clock);
    let settings = Settings {
        budget: 1,
        ..small(512)
    };
    measure(&mut engine, start(settings.clone()));
    let report = to_the_end(&mut engine);
    assert_eq!(report.state, State::Done);
    let outcome = |method, n| at(&report.points, method, n).unwrap().outcome.clone();
    let bytes = need::bytes(Method::Textbook, &settings.setup, 512);
    let refused = Refusal::Memory(bytes, 1_000_000);
    assert_eq!(outcome(Method::Textbook, 512), Err(refused));
    assert!(outcome(Method::Textbook, 256).is_ok());
    assert!(outcome(Method::Fused, 512).is_ok());
    // With a larger budget what was refused is measured, and nothing else.
    let more = Start {
        known: report.points.clone(),
        ..start(small(512))
    };
    assert_eq!(measure(&mut engine, more).to_come, 2, "loops and stages");
    let report = to_the_end(&mut engine);
    assert!(report.points.iter().all(|point| point.outcome.is_ok()));
}

#[test]
fn what_would_take_too_long_is_measured_only_when_asked_for() {
    let mut engine = Engine::new(clock);
    let settings = Settings {
        methods: vec![Method::Scalar],
        ..small(128)
    };
    let known = vec![made_up(Method::Scalar, 64, 10_000.0)];
    let first = Start {
        known,
        ..start(settings)
    };
    measure(&mut engine, first.clone());
    let report = to_the_end(&mut engine);
    let refused = &at(&report.points, Method::Scalar, 128).unwrap().outcome;
    assert_eq!(refused, &Err(Refusal::Time(40_000.0)));
    let anyway = Start {
        known: report.points,
        anyway: vec![(Method::Scalar, 128)],
        ..first
    };
    assert_eq!(measure(&mut engine, anyway).to_come, 1);
    let report = to_the_end(&mut engine);
    let measured = &at(&report.points, Method::Scalar, 128).unwrap().outcome;
    assert!(measured.is_ok(), "{measured:?}");
}

#[test]
fn settings_that_cannot_be_are_refused_and_begin_nothing() {
    let mut engine = Engine::new(clock);
    let mut wrong = small(64);
    wrong.setup.d = 0;
    let answers = posted(&mut engine, CostRequest::Measure(Box::new(start(wrong))));
    assert_eq!(answers, [CostResponse::Refused(1, CostProblem::Width(0))]);
    assert!(!engine.is_busy());
    assert!(posted(&mut engine, CostRequest::Pause(true)).is_empty());
}

/// A call of several steps is interrupted between them, and its time is the sum of theirs.
#[test]
fn a_long_call_is_cut_and_its_pieces_are_added_up() {
    let mut engine = Engine::new(clock);
    let settings = Settings {
        methods: vec![Method::Textbook],
        setup: Setup {
            d: 64,
            ..small(64).setup
        },
        ..small(1024)
    };
    let known = [64, 128, 256, 512].map(|n| made_up(Method::Textbook, n, 0.1));
    let first = Start {
        known: known.into(),
        ..start(settings)
    };
    measure(&mut engine, first);
    let mut shares = Vec::new();
    while engine.is_busy() {
        engine.work(12.0);
        let report = last(&posted(&mut engine, CostRequest::Pause(false)));
        shares.extend(report.now.map(|(_, share)| share));
    }
    assert!(shares.len() > 8, "{shares:?}");
    assert!(shares.is_sorted(), "{shares:?}");
    let report = last(&posted(&mut engine, CostRequest::Cancel));
    let point = at(&report.points, Method::Textbook, 1024).unwrap();
    let batches = &point.outcome.as_ref().unwrap().batches;
    // 2²⁴ multiply-adds a step: 8 steps of 128 rows.
    assert_eq!(batches, &[160.0; 3]);
}

/// On a real clock: what counts lasted ten milliseconds, however short a call is.
#[test]
fn short_calls_are_timed_in_batches() {
    fn real() -> f64 {
        thread_local!(static START: std::time::Instant = std::time::Instant::now());
        START.with(|start| start.elapsed().as_secs_f64() * 1000.0)
    }
    let mut engine = Engine::new(real);
    measure(&mut engine, start(small(64)));
    let report = to_the_end(&mut engine);
    assert_eq!(report.points.len(), Method::ALL.len());
    assert!(report.resolution > 0.0 && report.resolution < 1.0);
    for Point {
        method, outcome, ..
    } in &report.points
    {
        let measured = outcome.as_ref().unwrap();
        let (calls, batches) = (f64::from(measured.calls), &measured.batches);
        assert!(calls > 1.0 && batches.len() >= 3, "{method:?} {measured:?}");
        for ms in batches {
            assert!(ms * calls >= 9.99, "{method:?} {measured:?}");
        }
    }
}
