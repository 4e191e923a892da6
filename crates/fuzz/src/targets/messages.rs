//! What page and workers say to each other, as bytes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::LazyLock;

use inspector::Engine as Inspector;
use lesson::engine::Engine;
use lesson::lessons::models::changed::{Changed, Hidden};
use lesson::lessons::models::messages::{Ask, Drawing, How, Reply, Sweep, Trouble};
use lesson::lessons::training::look::At;
use lesson::lessons::training::settings::Settings;
use lesson::lessons::training::task::Task;
use lesson::protocol::{Question, Request, Response, Side, Start, from_bytes, to_bytes};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{is_one_of, none};
use crate::{LARGEST_RUN, MOST_BYTES, Target};

/// Messages that are only read.
pub const MESSAGES: Target = Target {
    name: "messages",
    run: messages,
    seeds: || {
        let mut all = requests();
        all.extend(asks());
        all.extend(to_bytes(&Response::Ready));
        all.extend(to_bytes(&Reply::Ready));
        all.extend(to_bytes(&Trouble::NoWorker));
        all
    },
    words: none,
    separators: "",
    most_ms: 50,
    most_bytes: MOST_BYTES,
};

fn messages(input: &[u8]) {
    comes_back::<Request>(input);
    comes_back::<Response>(input);
    comes_back::<Ask>(input);
    comes_back::<Reply>(input);
    // A helper that refuses says it so to its leader.
    comes_back::<Trouble>(input);
}

/// What can be read is written as what reads the same.
fn comes_back<T: DeserializeOwned + Serialize + Debug>(input: &[u8]) {
    let Ok(read) = from_bytes::<T>(input) else {
        return;
    };
    let written = to_bytes(&read).unwrap_or_default();
    let again = from_bytes::<T>(&written).ok();
    // What is no number is not equal to itself, so what is compared is what is written.
    let again = again.and_then(|own| to_bytes(&own).ok());
    assert_eq!(again, Some(written), "{read:?}");
}

fn requests() -> Vec<Vec<u8>> {
    let at = At::Now;
    let all = [
        Request::Open(Side::A, Start::Fresh(Settings::of(Task::ALL[0]))),
        Request::Train(true),
        Request::Step,
        Request::Ask(1, Side::A, Question::Look(at, vec![1, 2, 3], vec![])),
        Request::Ask(2, Side::A, Question::Head(at, vec![1, 2], 0, 1)),
        Request::Ask(3, Side::B, Question::Files(at)),
        Request::Retrace(Side::A),
        Request::Close(Side::A),
    ];
    all.iter().filter_map(|own| to_bytes(own).ok()).collect()
}

/// What the training worker is asked, one after the other, and done.
pub const TRAINING: Target = Target {
    name: "training",
    run: training,
    seeds: || vec![joined(&requests())],
    words: none,
    separators: "",
    most_ms: 2000,
    most_bytes: 2 * LARGEST_RUN,
};

/// Messages one after the other, each behind its length.
fn joined(all: &[Vec<u8>]) -> Vec<u8> {
    let one = |own: &Vec<u8>| [&(own.len() as u16).to_le_bytes()[..], own].concat();
    all.iter().flat_map(one).collect()
}

fn divided(mut input: &[u8]) -> Vec<&[u8]> {
    let mut all = Vec::new();
    while let Some((length, rest)) = input.split_first_chunk() {
        let length = usize::from(u16::from_le_bytes(*length)).min(rest.len());
        all.push(&rest[..length]);
        input = &rest[length..];
    }
    all
}

fn training(input: &[u8]) {
    let mut engine = Engine::new(|| 0.0);
    let whole = is_one_of(WHOLE, input);
    for message in divided(input).into_iter().take(8) {
        if let Ok(mut request) = from_bytes::<Request>(message) {
            if let (Request::Open(_, Start::Fresh(settings)), false) = (&mut request, whole) {
                smaller(settings);
            }
            for response in engine.handle(request) {
                let _bytes = to_bytes(&response);
            }
        }
    }
}

/// Of so many inputs one trains a model of whatever size it asks for.
const WHOLE: u32 = 1024;

/// The same kind of model, as small as may be: what a message breaks it breaks there, in a hundredth of the time.
fn smaller(settings: &mut Settings) {
    if settings.check().is_ok() {
        let width = 16_usize.div_ceil(settings.n_heads).next_multiple_of(2);
        settings.d_model = settings.n_heads * width;
        settings.n_layers = settings.n_layers.min(2);
        settings.batch = settings.batch.min(2);
    }
}

fn asks() -> Vec<Vec<u8>> {
    let mut changed = Changed::default();
    changed.hidden.push(Hidden {
        head: (0, 1),
        query: 2,
        key: 1,
    });
    let all = [
        Ask::Read(1, "a b c a".to_owned(), Box::default()),
        Ask::Read(2, "a b c a".to_owned(), Box::new(changed)),
        Ask::Head(3, (1, 0)),
        Ask::Place(4, Some(2), Some(1)),
        Ask::Sweep(5, Sweep::default()),
        Ask::Write(
            6,
            Drawing {
                count: 3,
                ..Drawing::default()
            },
        ),
        Ask::Archive(7),
        Ask::Open(8, How::default()),
    ];
    all.iter().filter_map(|own| to_bytes(own).ok()).collect()
}

/// What the worker with a model is asked, one after the other, and answers.
pub const INSPECTOR: Target = Target {
    name: "inspector",
    run: inspector,
    seeds: || vec![joined(&asks()), joined(&asks()[..1])],
    words: none,
    separators: "",
    most_ms: 1000,
    most_bytes: MOST_BYTES,
};

fn inspector(input: &[u8]) {
    thread_local! {
        static ENGINE: RefCell<Option<Inspector>> = const { RefCell::new(None) };
    }
    static FILES: LazyLock<BTreeMap<String, Vec<u8>>> = LazyLock::new(induction);
    let files = &*FILES;
    // Opened once; what was read before is read over.
    let mut engine = ENGINE.take().unwrap_or_else(|| {
        let mut engine = Inspector::default();
        engine.handle(Ask::Open(0, How::default()), files, &mut |_| {});
        engine
    });
    let first = Ask::Read(0, "a b c a b".to_owned(), Box::default());
    engine.handle(first, files, &mut |_| {});
    for message in divided(input).into_iter().take(6) {
        if let Ok(ask) = from_bytes::<Ask>(message) {
            engine.handle(ask, files, &mut |reply| drop(to_bytes(&reply)));
        }
    }
    ENGINE.set(Some(engine));
}

/// The toy model of the page.
fn induction() -> BTreeMap<String, Vec<u8>> {
    let files: [(&str, &[u8]); 3] = [
        (
            "config.json",
            include_bytes!("../../../../assets/models/induction.config.json"),
        ),
        (
            "tokenizer.json",
            include_bytes!("../../../../assets/models/induction.tokenizer.json"),
        ),
        (
            "model.safetensors",
            include_bytes!("../../../../assets/models/induction.safetensors"),
        ),
    ];
    files
        .map(|(name, bytes)| (name.to_owned(), bytes.to_vec()))
        .into()
}
