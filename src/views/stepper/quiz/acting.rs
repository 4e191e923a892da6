//! What the panel's buttons do.

use leptos::prelude::*;
use lesson::head::fill::Fill;
use lesson::share::host::{Answered, Event};
use lesson::share::quiz::ask::parse;
use lesson::share::quiz::grade::told;
use lesson::share::quiz::{Answer, Ask, Grade, Predict, Progress, Session, link, progress};
use lesson::{Command, Name, Source};

use super::state::{Desk, Told, Unready};
use crate::browser::{answers, page};
use crate::host;

impl Desk {
    /// The answer as it stands.
    fn answer(self, ask: &Ask) -> Result<Answer, Unready> {
        match ask {
            Ask::Cell(_) => {
                let text = self.number.get_untracked();
                let quoted = lesson::core::problem::quoted(&text);
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
            self.tell(&ask, Some(grade));
        }
        page::after_frame(|| page::focus("quiz-outcome"));
    }

    /// Uncovers the numbers without an answer.
    pub fn reveal(self) {
        let (document, view) = (
            self.lab.document.get_untracked(),
            self.lab.view.get_untracked(),
        );
        let open = self.ask.get_untracked();
        let open = open.filter(|_| !self.settled.get_untracked());
        if let Some(ask) = &open {
            self.remember(ask, None);
        }
        self.lab
            .session
            .update(|session| session.reveal(&document, &view));
        if let Some(ask) = &open {
            self.tell(ask, None);
        }
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
    pub(super) fn name(self, ask: &Ask) -> u64 {
        let (session, document) = (self.lab.session, self.lab.document);
        session.with_untracked(|session| {
            document.with_untracked(|d| progress::id(d, &session.setup, ask))
        })
    }

    pub(super) fn store(self) {
        answers::store(&self.progress.with_untracked(Progress::to_text));
    }

    /// The page around hears of it, if there is one. Nothing is sent anywhere else.
    fn tell(self, ask: &Ask, grade: Option<Grade>) {
        let (document, view) = (
            self.lab.document.get_untracked(),
            self.lab.view.get_untracked(),
        );
        let session = self.lab.session;
        host::tell(Event::Answer(Answered {
            question: link::key(ask),
            score: grade.map(|grade| grade.score),
            right: grade.is_some_and(|grade| grade.right()),
            mistake: grade.and_then(|grade| Some(grade.mistake?.key())),
            done: session.with_untracked(|session| !session.goes_on(&document, &view)),
        }));
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
}
