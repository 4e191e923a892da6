//! What a leader hears from the helpers that share its model: the truth, or something else in its place.

use std::cell::{Cell, RefCell};
use std::pin::pin;
use std::sync::{Arc, OnceLock, Weak};
use std::task::{Context, Waker};

use attention::load::Files;
use attention::model::{Question, Team};
use inspector::Engine;
use inspector::sharing::{Help, Source};
use lesson::lessons::models::messages::{Ask, Drawing, How, Reply, Trouble};

use super::helpers::Which;
use super::{is_one_of, none};
use crate::{MOST_BYTES, Target};

/// Which model, then a byte for each piece that a helper says while the leader opens it, reads a text and writes on: what
/// the leader hears of it ([`tell`]).
pub const LEADER: Target = Target {
    name: "leader",
    run: leader,
    seeds: || {
        let with = |which: u8, behind: &[u8]| [&[which], behind].concat();
        let lie = |at: usize, kind: u8| [&[0; 90][..at], &[kind]].concat();
        let honest = [0, 61, 62, 63, 64, 127].map(|which| with(which, &[0; 60]));
        let lying = (9..16).flat_map(|kind| [0, 7, 30].map(|at| with(0, &lie(at, kind))));
        honest.into_iter().chain(lying).collect()
    },
    words: none,
    separators: "",
    most_ms: 500,
    most_bytes: MOST_BYTES,
};

thread_local! {
    /// What becomes of each piece, the next one last; when there is no more, all is said as it is.
    static LIES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// Whether something was said that is not so.
    static LIED: Cell<bool> = const { Cell::new(false) };
}

/// A model with a helper that answers at once.
struct Two(Which);

impl Source for Two {
    fn files(&self) -> &dyn Files {
        self.0.files()
    }

    fn workers(&self, _: usize, _: How) -> usize {
        2
    }

    fn help(&self, _: usize, _: bool) -> Option<Help> {
        let (which, known) = (self.0, Arc::new(OnceLock::<Weak<Team>>::new()));
        let own = Arc::clone(&known);
        let team = Arc::new(Team::new(1, move |_, number, question| {
            if let Some(team) = own.get().and_then(Weak::upgrade) {
                answer(which, &team, number, question);
            }
        }));
        known.set(Arc::downgrade(&team)).ok()?;
        let held = which.helper().held();
        let ready = Box::pin(async move { Ok::<_, Trouble>(held) });
        Some(Help { team, ready })
    }
}

fn answer(which: Which, team: &Team, number: u32, question: &Question<'_>) {
    let x = question.x.map(|x| (x.rows(), x.data().to_vec()));
    let mut pieces = Vec::new();
    let done = which
        .helper()
        .answer(question.kind.name(), question.of, x, &mut |piece| {
            pieces.push(piece);
        });
    assert!(done.is_some(), "a leader asks what makes sense");
    pieces
        .into_iter()
        .for_each(|piece| tell(team, number, piece));
}

/// Says a piece, or what the next byte makes of it.
fn tell(team: &Team, number: u32, mut piece: Vec<f32>) {
    let lie = LIES.with_borrow_mut(Vec::pop).unwrap_or(0) % 16;
    LIED.set(LIED.get() || lie > 8);
    match lie {
        // Nobody waits for it.
        8 => team.answer(9, number.wrapping_add(1), piece.clone()),
        9 => drop(piece.pop()),
        10 => piece.push(0.5),
        11 => piece.clear(),
        12 => piece.fill(f32::NAN),
        13 => return,
        14 => team.answer(1, number, piece.clone()),
        15 => return team.lose(),
        _ => {}
    }
    team.answer(1, number, piece);
}

/// Of so many inputs one has any of the models, the others the small one.
const LARGE: u32 = 1024;

fn leader(input: &[u8]) {
    let Some((which, lies)) = input.split_first() else {
        return;
    };
    let which = match is_one_of(LARGE, input) {
        true => Which::of(*which),
        false => Which::small(*which),
    };
    LIES.set(lies.iter().rev().copied().collect());
    LIED.set(false);
    let mut engine = Engine::default();
    let how = How {
        int8: which.1,
        ..How::default()
    };
    let drawing = Drawing {
        count: 2,
        ..Drawing::default()
    };
    for ask in [
        Ask::Open(1, how),
        Ask::Read(2, which.text(), Box::default()),
        Ask::Place(3, None, None),
        Ask::Write(4, drawing),
    ] {
        let may_be_refused = matches!(ask, Ask::Place(..) | Ask::Write(..));
        let mut last = None;
        if !has_answered(&mut engine, ask, which, &mut last) {
            assert!(LIED.get(), "who is answered does not wait");
            return;
        }
        let refused = matches!(last, None | Some(Reply::Refused(..)));
        assert!(LIED.get() || may_be_refused || !refused, "{last:?}");
    }
}

/// Whether the leader has answered; if not it waits for a helper, which says no more.
fn has_answered(engine: &mut Engine, ask: Ask, which: Which, last: &mut Option<Reply>) -> bool {
    let source = Two(which);
    let mut tell = |reply| *last = Some(reply);
    let answer = pin!(engine.answer(ask, &source, &mut tell));
    let polled = answer.poll(&mut Context::from_waker(Waker::noop()));
    polled.is_ready()
}
