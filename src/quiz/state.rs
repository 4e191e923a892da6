//! What the student has put together so far, and what was answered before.

use std::collections::BTreeSet;

use leptos::prelude::*;
use lesson::core::number::NotANumber;
use lesson::share::quiz::{Answer, Ask, Progress, Session};

use super::KEEPS;
use crate::browser::storage;
use crate::reactive::{effect, memo};
use crate::shell::{Shell, shell};

/// Why an answer cannot be judged yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Unready {
    /// The text is no number.
    Number(NotANumber, String),
    /// No option is chosen.
    Nothing,
    /// No bar was moved: as they stand they are nobody's answer.
    Unmoved,
    /// The bars add up to this and not to 1. That is said once; who checks again means it.
    Sum(f32),
}

/// Whether bars add up to something else than 1, by more than rounding each to two digits explains.
pub fn is_off(row: &[f32]) -> bool {
    let room = 0.005 * (row.len() as f32 + 1.0) + 0.001;
    (row.iter().sum::<f32>() - 1.0).abs() > room
}

/// The numbers as they were when the answer was judged: later edits do not change what it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Revealed {
    /// The truth.
    pub truth: Answer,
    /// What the likely mistake gives.
    pub mistaken: Option<Answer>,
}

/// The panel's state.
#[derive(Clone, Copy)]
pub struct Desk {
    pub(super) shell: Shell,
    /// What is asked, or was asked when an outcome is on show.
    pub ask: Memo<Option<Ask>>,
    /// Whether an outcome is on show.
    pub settled: Memo<bool>,
    /// The typed number.
    pub number: RwSignal<String>,
    /// The bars, one weight a key.
    pub row: RwSignal<Vec<f32>>,
    /// Whether a bar was moved.
    pub moved: RwSignal<bool>,
    /// The chosen option.
    pub option: RwSignal<Option<usize>>,
    /// Why the answer could not be judged.
    pub unready: RwSignal<Option<Unready>>,
    /// The numbers behind the outcome.
    pub revealed: RwSignal<Option<Revealed>>,
    /// What was answered in this browser, in every figure.
    pub progress: RwSignal<Progress>,
    /// The questions met in this figure since it was opened with them.
    pub met: RwSignal<BTreeSet<u64>>,
    /// The stored progress could not be read.
    pub damaged: RwSignal<bool>,
}

/// The panel's state, from any part of it.
pub fn desk() -> Desk {
    expect_context::<Desk>()
}

impl Desk {
    /// The id of a part of the panel: lessons that are hidden stay in the page, each with its own.
    pub(super) fn id(self, part: &str) -> String {
        format!("{part}-{}", self.shell.meta.slug)
    }

    /// Whether there is something to judge: bars as they are put there are no answer.
    pub fn is_untouched(self) -> bool {
        matches!(self.ask.get(), Some(Ask::Row(..))) && !self.moved.get()
    }

    /// The bars as an answer.
    pub(super) fn bars(self) -> Result<Answer, Unready> {
        let row = self.row.get_untracked();
        let told = matches!(self.unready.get_untracked(), Some(Unready::Sum(_)));
        match untrack(|| self.is_untouched()) {
            true => Err(Unready::Unmoved),
            false if is_off(&row) && !told => Err(Unready::Sum(row.iter().sum())),
            false => Ok(Answer::Row(row)),
        }
    }

    /// A desk over the lesson's session, with what this browser remembers.
    pub fn open() -> Desk {
        let shell = shell();
        let stored = storage::get(KEEPS).map(|text| Progress::read(&text));
        let ask = memo(move || {
            shell
                .session
                .with(|session| shell.lesson.with(|own| session.ask(&**own)))
        });
        let desk = Desk {
            shell,
            ask,
            settled: memo(move || shell.session.with(|session| session.outcome.is_some())),
            number: RwSignal::new(String::new()),
            row: RwSignal::new(vec![]),
            moved: RwSignal::new(false),
            option: RwSignal::new(None),
            unready: RwSignal::new(None),
            revealed: RwSignal::new(None),
            damaged: RwSignal::new(matches!(stored, Some(Err(_)))),
            met: RwSignal::new(BTreeSet::new()),
            progress: RwSignal::new(stored.and_then(Result::ok).unwrap_or_default()),
        };
        desk.count_anew_with_each_link();
        desk.clear_with_each_question();
        desk.cover_each_example();
        desk
    }

    /// Questions of another link are not counted with those of this one.
    fn count_anew_with_each_link(self) {
        let setup = memo(move || self.shell.session.with(|session| session.setup.clone()));
        effect(move || {
            setup.track();
            self.met.set(BTreeSet::new());
        });
    }

    /// An answer belongs to its question.
    fn clear_with_each_question(self) {
        let open = memo(move || self.ask.get().filter(|_| !self.settled.get()));
        let keys = memo(move || match self.ask.get() {
            Some(Ask::Row(table, _)) => {
                let shape = self.shell.lesson.with(|own| own.shape(table));
                shape.map_or(1, |(_, cols)| cols.max(1))
            }
            _ => 1,
        });
        effect(move || {
            self.empty(keys.get());
            if let Some(ask) = open.get() {
                let name = self.name(&ask);
                self.met.update(|met| {
                    met.insert(name);
                });
                self.note(|progress| progress.see(name));
            }
        });
    }

    /// No answer yet, to a question with that many bars.
    pub(super) fn empty(self, bars: usize) {
        self.number.set(String::new());
        self.option.set(None);
        self.unready.set(None);
        self.moved.set(false);
        self.row.set(vec![1.0 / bars as f32; bars]);
    }

    /// Another example is other numbers: what was predicted of the last one is covered again.
    fn cover_each_example(self) {
        let shell = self.shell;
        let last = StoredValue::new(shell.preset.get_untracked());
        effect(move || {
            let now = shell.preset.get();
            if now.is_some() && last.get_value() != now {
                last.set_value(now);
                let anew = |session: &Session| {
                    let setup = session.setup.clone();
                    shell
                        .lesson
                        .with_untracked(|own| Session::open(setup, &**own))
                };
                shell.session.update(|session| *session = anew(session));
            }
        });
    }
}
