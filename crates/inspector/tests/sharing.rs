//! A model that several workers share answers as one that is held by one; here helpers are threads.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on should stop"
)]

mod common;
#[path = "../../attention/tests/common/waiting.rs"]
mod waiting;

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, OnceLock, Weak};
use std::thread;

use attention::load::Files;
use attention::model::{Question, Shard, Team};
use common::{Memory, fixture};
use inspector::Engine;
use inspector::sharing::{Held, Help, Helper, Source, best};
use lesson::lessons::models::changed::{Changed, Hidden, Instead, Off};
use lesson::lessons::models::messages::{Ask, Drawing, How, Reply, Sweep, Trouble};
use waiting::wait;

/// What becomes of the helpers.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Work,
    /// They cannot be started.
    Absent,
    /// They refuse what they are to hold.
    Refuse,
    /// They hold their share, and answer so many questions.
    End(usize),
}

struct Threads {
    files: Memory,
    workers: usize,
    fate: Fate,
}

type Sent = (u32, &'static str, Vec<u32>, Option<(usize, Vec<f32>)>);

fn sent(number: u32, question: &Question<'_>) -> Sent {
    let x = question.x.map(|x| (x.rows(), x.data().to_vec()));
    (number, question.kind.name(), question.of.to_vec(), x)
}

fn answer(helper: &Helper, (number, kind, of, x): Sent, say: &mut dyn FnMut(u32, Vec<f32>)) {
    let mut piece = |numbers| say(number, numbers);
    helper.answer(kind, &of, x, &mut piece).unwrap();
}

impl Threads {
    /// A helper in a thread; what it holds.
    fn start(
        &self,
        at: usize,
        int8: bool,
        team: &Arc<OnceLock<Weak<Team>>>,
    ) -> (Sender<Sent>, Held) {
        let shard = Shard::new(at, self.workers).unwrap();
        let helper = Helper::open(&self.files, int8, shard).unwrap();
        let ((to, from), held, team) = (channel(), helper.held(), Arc::clone(team));
        let most = match self.fate {
            Fate::End(most) => most,
            _ => usize::MAX,
        };
        thread::spawn(move || {
            for (count, sent) in from.iter().enumerate() {
                let team = team.get().and_then(Weak::upgrade).unwrap();
                if count == most {
                    return team.lose();
                }
                answer(&helper, sent, &mut |number, piece| {
                    team.answer(at, number, piece)
                });
            }
        });
        (to, held)
    }
}

impl Source for Threads {
    fn files(&self) -> &dyn Files {
        &self.files
    }

    fn workers(&self, weights: usize, _: How) -> usize {
        assert!(weights > 0);
        self.workers
    }

    fn help(&self, workers: usize, int8: bool) -> Option<Help> {
        assert_eq!(workers, self.workers);
        if self.fate == Fate::Absent {
            return None;
        }
        let known = Arc::default();
        let all: Vec<_> = (1..workers)
            .map(|at| self.start(at, int8, &known))
            .collect();
        let held = all.iter().fold(Held::default(), |sum, own| sum.with(own.1));
        let team = Arc::new(Team::new(workers - 1, move |helper, number, question| {
            drop(all[helper - 1].0.send(sent(number, question)));
        }));
        known.set(Arc::downgrade(&team)).unwrap();
        let refused = self.fate == Fate::Refuse;
        let ready = async move { (!refused).then_some(held).ok_or(Trouble::NoWorker) };
        Some(Help {
            team,
            ready: Box::pin(ready),
        })
    }
}

/// The last answer to a question.
fn ask(engine: &mut Engine, ask: Ask, source: &Threads) -> Reply {
    let mut all = Vec::new();
    wait(engine.answer(ask, source, &mut |reply| all.push(reply)));
    all.pop().unwrap()
}

fn threads(folder: &str, workers: usize, fate: Fate) -> Threads {
    Threads {
        files: fixture(folder),
        workers,
        fate,
    }
}

/// All that can be asked of a text.
fn questions() -> Vec<Ask> {
    let changed = Changed {
        off: vec![Off {
            layer: 0,
            head: 1,
            instead: Instead::Mean,
        }],
        hidden: vec![Hidden {
            head: (1, 0),
            query: 2,
            key: 1,
        }],
        other: Some("the dog sat on".to_owned()),
        ..Changed::default()
    };
    let text = || "the cat sat on".to_owned();
    vec![
        Ask::Read(2, text(), Box::default()),
        Ask::Head(3, (1, 1)),
        Ask::Place(4, None, Some(9)),
        Ask::Write(5, Drawing::default()),
        Ask::Read(6, text(), Box::new(changed)),
        Ask::Place(7, Some(2), None),
        Ask::Sweep(8, Sweep::default()),
        Ask::Write(9, Drawing::default()),
        Ask::Archive(10),
    ]
}

#[test]
fn shared_models_answer_as_whole_ones() {
    for folder in ["gpt2-tiny", "llama-tiny", "bert-tiny"] {
        for (workers, int8) in [(2, false), (3, false), (2, true)] {
            let source = threads(folder, workers, Fate::Work);
            let (mut shared, mut alone) = (Engine::default(), Engine::default());
            let how = How {
                int8,
                ..How::default()
            };
            let Reply::Opened(_, card) = ask(&mut shared, Ask::Open(1, how), &source) else {
                panic!("{folder} over {workers} is not opened");
            };
            let mut whole = None;
            alone.handle(Ask::Open(1, how), &source.files, &mut |reply| {
                whole = Some(reply);
            });
            let Some(Reply::Opened(_, whole)) = whole else {
                panic!("{folder} is not opened");
            };
            assert_eq!((card.workers, whole.workers), (workers, 1));
            assert_eq!(card.probe, whole.probe, "{folder}");
            let rounded = |own: &lesson::lessons::models::messages::Card| {
                own.rounded.map(|own| (own.relative * 1e6).round())
            };
            assert_eq!(rounded(&card), rounded(&whole), "{folder}");
            for question in questions() {
                let mut wanted = None;
                alone.handle(question.clone(), &source.files, &mut |reply| {
                    wanted = Some(reply);
                });
                let found = ask(&mut shared, question.clone(), &source);
                assert_eq!(Some(found), wanted, "{folder} over {workers}: {question:?}");
            }
        }
    }
}

#[test]
fn a_model_whose_helpers_cannot_be_had_is_held_by_one() {
    for fate in [Fate::Absent, Fate::Refuse] {
        let (source, mut engine) = (threads("gpt2-tiny", 2, fate), Engine::default());
        let Reply::Opened(_, card) = ask(&mut engine, Ask::Open(1, How::default()), &source) else {
            panic!("not opened");
        };
        assert_eq!(card.workers, 1);
        let read = Ask::Read(2, "the cat".to_owned(), Box::default());
        assert!(matches!(ask(&mut engine, read, &source), Reply::Read(2, _)));
    }
}

#[test]
fn without_a_helper_the_model_is_lost_whenever_it_ends() {
    // Wherever in a reading it ends, the first included; while it is opened too.
    for most in [0, 1, 5, 30, 40] {
        let (source, mut engine) = (threads("gpt2-tiny", 2, Fate::End(most)), Engine::default());
        let mut last = ask(&mut engine, Ask::Open(1, How::default()), &source);
        for number in 2..9 {
            if !matches!(last, Reply::Opened(..) | Reply::Read(..)) {
                break;
            }
            let text = format!("the cat{}", " sat".repeat(number as usize));
            let read = Ask::Read(number, text, Box::default());
            last = ask(&mut engine, read, &source);
        }
        let lost = matches!(last, Reply::Refused(_, Trouble::Lost));
        assert!(lost, "after {most} answers: {last:?}");
    }
}

#[test]
fn small_models_are_held_by_one() {
    let best = |weights, int8, at_once| {
        let again = false;
        best(
            weights,
            How {
                int8,
                again,
                at_once,
            },
        )
    };
    assert_eq!(best(1_000_000, false, 8), 1);
    assert_eq!(
        [1, 2, 64].map(|own| best(124_000_000, false, own)),
        [1, 2, 4]
    );
    // Of eight bits only larger ones are worth it.
    assert_eq!(
        [124_000_000, 500_000_000].map(|own| best(own, true, 2)),
        [1, 2]
    );
    assert_eq!(best(usize::MAX, false, 0), 1);
}
