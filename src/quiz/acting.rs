//! What the panel's buttons do.

use leptos::prelude::*;
use lesson::core::command::{Command, Edit};
use lesson::core::fill::Fill;
use lesson::core::opened::Opened;
use lesson::core::steps::Place;
use lesson::share::host::{Answered, Event};
use lesson::share::quiz::ask::parse;
use lesson::share::quiz::grade::told;
use lesson::share::quiz::{Answer, Ask, Grade, Progress, Session, link, progress};

use super::KEEPS;
use super::state::{Desk, Revealed, Unready};
use crate::browser::{page, storage};
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
            Ask::Row(..) => self.bars(),
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
            Err(unready) => return self.refuse(unready),
        };
        let name = self.name(&ask);
        let judge = |session: &mut Session| self.lesson(|own| session.check(own, answer));
        let judged = self.shell.session.try_update(judge).flatten();
        if let Some(grade) = judged {
            self.remember(&ask, Some(grade));
            self.note(|progress| progress.answer(name, grade.verdict));
            self.tell(&ask, Some(grade));
        }
        self.focus_soon("quiz-outcome");
    }

    /// Says why there is nothing to judge yet. A sum that is not 1 may be meant: the focus stays where it is.
    fn refuse(self, unready: Unready) {
        let stays = matches!(unready, Unready::Sum(_));
        self.unready.set(Some(unready));
        if !stays {
            page::focus(&self.id("quiz-answer"));
        }
    }

    /// Uncovers the numbers without an answer.
    pub fn reveal(self) {
        let open = self.ask.get_untracked();
        let open = open.filter(|_| !self.settled.get_untracked());
        if let Some(ask) = &open {
            self.remember(ask, None);
        }
        let reveal = |session: &mut Session| self.lesson(|own| session.reveal(own));
        self.shell.session.update(reveal);
        if let Some(ask) = &open {
            self.tell(ask, None);
        }
        self.focus_soon("quiz-outcome");
    }

    /// On to the next stage's question.
    pub fn next(self) {
        let next = |session: &mut Session| self.lesson(|own| session.next(own));
        self.go(self.shell.session.try_update(next).flatten());
        self.focus_soon("quiz-answer");
    }

    /// To the place that the question is about, where it has one.
    fn go(self, place: Option<Place>) {
        let index = place.and_then(|place| {
            let places = self.lesson(|own| own.places());
            places.iter().position(|own| *own == place)
        });
        if let Some(index) = index {
            self.shell.run(Command::Scrub(index));
        }
    }

    /// The same question about other numbers: new queries, drawn anew.
    pub fn again(self) {
        let Some(ask) = self.ask.get_untracked() else {
            return;
        };
        let about = self.lesson(|own| own.redrawn(ask.table()));
        let seed = self.name(&ask) as u32;
        let again = |session: &mut Session| self.lesson(|own| session.again(own));
        self.shell.session.update(again);
        if let Some(table) = about {
            self.shell
                .run(Command::Edit(Edit::Fill(table, Fill::Random(seed))));
        }
        self.focus_soon("quiz-answer");
    }

    /// Forgets what was answered in this browser: who comes next finds the questions as nobody has answered them.
    pub fn forget(self) {
        self.progress.set(Progress::default());
        self.damaged.set(false);
        storage::remove(KEEPS);
        let restart = |session: &mut Session| self.lesson(|own| session.restart(own));
        self.go(self.shell.session.try_update(restart).flatten());
        // A question that is open is no other now: nothing else empties its field.
        self.empty(self.row.with_untracked(Vec::len));
        // The button goes away with what it forgot.
        self.focus_soon("quiz-answer");
    }

    /// The name of the question as it stands.
    pub(super) fn name(self, ask: &Ask) -> u64 {
        let session = self.shell.session;
        session.with_untracked(|s| self.lesson(|own| progress::id(own, &s.setup, ask)))
    }

    /// Gives the focus to a part of the panel, once that is there.
    fn focus_soon(self, part: &'static str) {
        page::after_frame(move || page::focus(&self.id(part)));
    }

    /// The lesson as it is.
    fn lesson<T>(self, read: impl FnOnce(&dyn Opened) -> T) -> T {
        self.shell.lesson.with_untracked(|own| read(&**own))
    }

    /// Notes something, beside what other figures in this browser have noted or forgotten meanwhile.
    pub(super) fn note(self, take: impl Fn(&mut Progress)) {
        if storage::keeps() {
            let stored = storage::get(KEEPS).map(|text| Progress::read(&text));
            self.progress
                .set(stored.and_then(Result::ok).unwrap_or_default());
        }
        self.progress.update(take);
        storage::set(KEEPS, &self.progress.with_untracked(Progress::to_text));
    }

    /// The page around hears of it, if there is one. Nothing is sent anywhere else.
    fn tell(self, ask: &Ask, grade: Option<Grade>) {
        let session = self.shell.session;
        host::tell(Event::Answer(Answered {
            question: link::key(self.shell.meta, ask),
            score: grade.map(|grade| grade.score),
            right: grade.is_some_and(|grade| grade.right()),
            mistake: grade.and_then(|grade| grade.mistake),
            done: session.with_untracked(|session| !self.lesson(|own| session.goes_on(own))),
        }));
    }

    fn remember(self, ask: &Ask, grade: Option<Grade>) {
        let Some(truth) = self.shell.truth.get_untracked().0 else {
            return;
        };
        let mistake = grade.and_then(|grade| grade.mistake);
        let mut made = self.lesson(|own| own.mistakes()).into_iter();
        let made = mistake.and_then(|key| made.find(|(own, _)| *own == key));
        self.revealed.set(Some(Revealed {
            truth: told(ask, &*truth),
            mistaken: made.map(|(_, made)| told(ask, &*made)),
        }));
    }
}
