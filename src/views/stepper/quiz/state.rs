//! What the student has put together so far, and what was answered before.

use leptos::prelude::*;
use lesson::fill::Fill;
use lesson::number::NotANumber;
use lesson::quiz::ask::parse;
use lesson::quiz::grade::told;
use lesson::quiz::{Answer, Ask, Grade, Predict, Progress, Session, progress};
use lesson::{Command, Name, Source};

use super::answered;
use crate::browser::{answers, page};
use crate::reactive::{effect, memo};
use crate::state::{Lab, lab};

/// Why an answer cannot be judged yet.
#[derive(Clone, Debug, PartialEq)]
pub enum Unready {
    /// The text is no number.
    Number(NotANumber, String),
    /// No option is chosen.
    Nothing,
}

/// The numbers as they were when the answer was judged: later edits do not change what it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Told {
    /// The truth.
    pub truth: Answer,
    /// What the likely mistake gives.
    pub mistaken: Option<Answer>,
}

/// The panel's state.
#[derive(Clone, Copy)]
pub struct Desk {
    lab: Lab,
    /// What is asked, or was asked when an outcome is on show.
    pub ask: Memo<Option<Ask>>,
    /// Whether an outcome is on show.
    pub settled: Memo<bool>,
    /// The typed number.
    pub number: RwSignal<String>,
    /// The bars, one weight a key.
    pub row: RwSignal<Vec<f32>>,
    /// The chosen option.
    pub option: RwSignal<Option<usize>>,
    /// Why the answer could not be judged.
    pub unready: RwSignal<Option<Unready>>,
    /// The numbers behind the outcome.
    pub told: RwSignal<Option<Told>>,
    /// What was answered in this browser.
    pub progress: RwSignal<Progress>,
    /// The stored progress could not be read.
    pub damaged: RwSignal<bool>,
}

/// The panel's state, from any part of it.
pub fn desk() -> Desk {
    expect_context::<Desk>()
}

impl Desk {
    /// A desk over the lesson's session, with what this browser remembers.
    pub fn open() -> Desk {
        let lab = lab();
        let stored = answers::stored().map(|text| Progress::read(&text));
        let ask = memo(move || {
            lab.session.with(|session| {
                lab.document
                    .with(|d| lab.view.with(|view| session.ask(d, view)))
            })
        });
        let desk = Desk {
            lab,
            ask,
            settled: memo(move || lab.session.with(|session| session.outcome.is_some())),
            number: RwSignal::new(String::new()),
            row: RwSignal::new(vec![]),
            option: RwSignal::new(None),
            unready: RwSignal::new(None),
            told: RwSignal::new(None),
            damaged: RwSignal::new(matches!(stored, Some(Err(_)))),
            progress: RwSignal::new(stored.and_then(Result::ok).unwrap_or_default()),
        };
        desk.clear_with_each_question();
        desk.cover_each_example();
        desk
    }

    /// The answer as it stands.
    fn answer(self, ask: &Ask) -> Result<Answer, Unready> {
        match ask {
            Ask::Cell(_) => {
                let text = self.number.get_untracked();
                let quoted = lesson::problem::quoted(&text);
                parse(&text)
                    .map(Answer::Number)
                    .map_err(|why| Unready::Number(why, quoted))
            }
            Ask::Weights(_) => Ok(Answer::Row(self.row.get_untracked())),
            Ask::Choice { .. } => self
                .option
                .get_untracked()
                .map(Answer::Option)
                .ok_or(Unready::Nothing),
        }
    }

    /// Judges the answer, uncovers the numbers, and keeps what came of it.
    pub fn check(self) {
        let Some(ask) = self
            .ask
            .get_untracked()
            .filter(|_| !self.settled.get_untracked())
        else {
            return;
        };
        let answer = match self.answer(&ask) {
            Ok(answer) => answer,
            Err(unready) => {
                self.unready.set(Some(unready));
                page::focus("quiz-answer");
                return;
            }
        };
        let name = self.name(&ask);
        let (document, view) = (
            self.lab.document.get_untracked(),
            self.lab.view.get_untracked(),
        );
        let judge = |session: &mut Session| session.check(&document, &view, answer);
        // The document keeps its shapes fitting: there is always a grade.
        let judged = self
            .lab
            .session
            .try_update(judge)
            .and_then(Result::ok)
            .flatten();
        if let Some(grade) = judged {
            self.remember(&ask, Some(grade));
            self.progress
                .update(|progress| progress.answer(name, grade.verdict));
            self.store();
            answered(&grade);
        }
        page::after_frame(|| page::focus("quiz-outcome"));
    }

    /// Uncovers the numbers without an answer.
    pub fn reveal(self) {
        let (document, view) = (
            self.lab.document.get_untracked(),
            self.lab.view.get_untracked(),
        );
        if let Some(ask) = self.ask.get_untracked() {
            self.remember(&ask, None);
        }
        self.lab
            .session
            .update(|session| session.reveal(&document, &view));
        page::after_frame(|| page::focus("quiz-outcome"));
    }

    /// On to the next stage's question.
    pub fn next(self) {
        let (document, view) = (
            self.lab.document.get_untracked(),
            self.lab.view.get_untracked(),
        );
        let stage = self
            .lab
            .session
            .try_update(|session| session.next(&document, &view))
            .flatten();
        if let Some(stage) = stage {
            self.lab.run(Command::Goto(stage));
        }
        page::after_frame(|| page::focus("quiz-answer"));
    }

    /// The same question about other numbers: new queries, drawn anew.
    pub fn again(self) {
        let Some(ask) = self.ask.get_untracked() else {
            return;
        };
        let about = self
            .lab
            .document
            .with_untracked(|d| match (d.source, ask.matrix()) {
                (Source::ByHand, _) => Name::Q,
                (Source::Projected, Some(Name::K | Name::V)) if d.keys.is_some() => Name::Xkv,
                (Source::Projected, _) => Name::X,
            });
        let seed = self.name(&ask) as u32;
        self.lab.session.update(Session::again);
        self.lab.run(Command::Fill(about, Fill::Random(seed)));
        page::after_frame(|| page::focus("quiz-answer"));
    }

    /// Switches predict-first on, from the current stage, or off; the address says which.
    pub fn predict(self, on: bool) {
        let view = self.lab.view.get_untracked();
        self.lab.session.update(|session| {
            let mut setup = session.setup.clone();
            setup.predict = if on { Predict::On } else { Predict::Off };
            *session = Session::open(setup, &view);
        });
        page::set_question(
            &self
                .lab
                .session
                .with_untracked(|session| session.setup.clone()),
        );
    }

    /// Forgets what was answered in this browser.
    pub fn forget(self) {
        self.progress.set(Progress::default());
        self.damaged.set(false);
        answers::forget();
    }

    /// The name of the question as it stands.
    fn name(self, ask: &Ask) -> u64 {
        let (session, document) = (self.lab.session, self.lab.document);
        session.with_untracked(|session| {
            document.with_untracked(|d| progress::id(d, &session.setup, ask))
        })
    }

    fn store(self) {
        answers::store(&self.progress.with_untracked(Progress::to_text));
    }

    fn remember(self, ask: &Ask, grade: Option<Grade>) {
        let mistake = grade.and_then(|grade| grade.mistake);
        let truth = self.lab.truth.get_untracked();
        let made = self
            .lab
            .document
            .with_untracked(|d| mistake?.trace(d, &truth));
        let mistaken = made.map(|made| told(ask, &made));
        self.told.set(Some(Told {
            truth: told(ask, &truth),
            mistaken,
        }));
    }

    /// An answer belongs to its question.
    fn clear_with_each_question(self) {
        let open = memo(move || self.ask.get().filter(|_| !self.settled.get()));
        let keys = memo(move || self.lab.document.with(|d| d.m()));
        effect(move || {
            let count = keys.get();
            self.number.set(String::new());
            self.option.set(None);
            self.unready.set(None);
            self.row.set(vec![1.0 / count as f32; count]);
            if let Some(ask) = open.get() {
                self.progress
                    .update(|progress| progress.see(self.name(&ask)));
                self.store();
            }
        });
    }

    /// Another example is other numbers: what was predicted of the last one is covered again.
    fn cover_each_example(self) {
        let lab = self.lab;
        let last = StoredValue::new(lab.preset.get_untracked());
        effect(move || {
            let now = lab.preset.get();
            if now.is_some() && last.get_value() != now {
                last.set_value(now);
                let view = lab.view.get_untracked();
                lab.session
                    .update(|session| *session = Session::open(session.setup.clone(), &view));
            }
        });
    }
}
