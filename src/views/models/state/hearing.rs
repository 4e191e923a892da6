//! What is asked of the worker, what it says, and what is done when it is lost.

use std::sync::Arc;

use leptos::prelude::*;
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::messages::{Ask, Card, Reply, Trouble, Worker};

use super::super::take::save;
use super::asking::{Question, Topic};
use super::watching::same_model;
use super::{As, Coming, Inspector};
use crate::browser::worker::{Desk, News};

impl Inspector {
    /// Asks, or remembers to ask once the last answer on the topic is here.
    pub fn ask(self, question: Question) {
        if self.unsure.get_value() && question.topic().is_of_model() {
            // It would be answered of another model. What comes now is asked everything.
            return;
        }
        let now = self.asking.try_update_value(|asking| asking.ask(question));
        self.post(now.flatten());
    }

    fn post(self, ask: Option<Ask>) {
        if let Some(ask) = ask {
            self.desk().post(&ask);
        }
    }

    /// The way to the worker, which is started when it is needed first.
    pub(super) fn desk(self) -> Desk<Worker> {
        if let Some(desk) = self.desk.get_value() {
            return desk;
        }
        let desk = Desk::open(move |news| match news {
            News::Said(reply) => self.hear(reply),
            News::Lost => self.lost(Trouble::Lost, self.opens()),
            News::Absent => self.lost(Trouble::NoWorker, self.opens()),
        });
        self.desk.set_value(Some(desk.clone()));
        desk
    }

    fn hear(self, reply: Reply) {
        let Some(number) = reply.number() else { return };
        if let Reply::Progress(_, done, all) = reply {
            match self.asking.with_value(|asking| asking.topic(number)) {
                Some(Topic::Open) => self.coming.update(|own| {
                    if let Some(own) = own {
                        own.bytes = (done, all);
                    }
                }),
                Some(Topic::Fetch) => self.hub.progressed(done),
                _ => {}
            }
            return;
        }
        let answered = self
            .asking
            .try_update_value(|asking| asking.answered(number));
        let Some((topic, next)) = answered.flatten() else {
            return;
        };
        match reply {
            Reply::Ready | Reply::Progress(..) => {}
            Reply::Opened(_, card) => self.came(*card),
            // One of the workers that share the model is no more, and the others are of no use without it.
            Reply::Refused(_, Trouble::Lost) => {
                if let Some(desk) = self.desk.try_update_value(Option::take).flatten() {
                    desk.end();
                }
                return self.lost(Trouble::Lost, topic == Topic::Open || self.opens());
            }
            Reply::Refused(_, trouble) => self.refused(topic, trouble, next.is_some()),
            Reply::Read(_, reading) => {
                // Another may have been typed meanwhile.
                self.reads.set(next.is_some());
                self.stale.set(false);
                if self
                    .problem
                    .with_untracked(|own| own.as_ref().is_some_and(is_of_text))
                {
                    self.problem.set(None);
                }
                self.reading.set(Some(Arc::new(*reading)));
            }
            Reply::Head(_, head) => self.told.set(Some(Arc::new(*head))),
            Reply::Place(_, place) => {
                self.place.set(Some(Arc::new(*place)));
                // It is asked about anew when the text has been read.
                self.behind.set(self.reads.get_untracked());
            }
            Reply::Swept(_, swept) => self.swept(*swept, next.is_some()),
            Reply::Archive(_, bytes) => {
                save("attention.npz", "application/octet-stream", &bytes);
            }
            Reply::Program(_, text) => save("model.py", "text/x-python", text.as_bytes()),
            // Stopped, and asked for again meanwhile: it is the next that counts.
            Reply::Written(..) if next.is_some() => {}
            Reply::Written(_, text) => self.written(&text),
            Reply::Offered(_, offer) => self.hub.offered(*offer),
            Reply::Fetched(_) => self.fetched(),
            Reply::Halted(_) => self.halted(topic),
            Reply::Kept(_, kept) => self.hub.kept.set(kept),
        }
        self.post(next);
    }

    /// The model is open: what was shown of the one before goes, and the document says so.
    fn came(self, card: Card) {
        let Some(Coming { named, again, .. }) = self.coming.try_update(Option::take).flatten()
        else {
            return;
        };
        self.unsure.set_value(false);
        self.asking.update_value(super::asking::Asking::forget);
        // Held otherwise, or at another moment of its training, it is still the same model on the same text.
        let source = named.source.clone();
        let before = self
            .opened
            .with_untracked(|own| own.as_ref().map(|own| own.0.source.clone()));
        if !again && !before.is_some_and(|before| same_model(&before, &source)) {
            self.reading.set(None);
            self.told.set(None);
            self.place.set(None);
            self.hovered.set(None);
        }
        self.note_strongest(&source, &card);
        self.card.set(Some(Arc::new(card)));
        let is_named = self.document.with_untracked(|own| As::of(own) == named);
        let files = self.fresh.try_update_value(std::mem::take);
        self.files.update_value(|all| {
            all.retain(|(own, _)| *own != source);
            all.push((source.clone(), files.unwrap_or_default()));
        });
        let number = self
            .opened
            .with_untracked(|own| own.as_ref().map_or(0, |own| own.1));
        self.opened
            .set(Some((named.clone(), number.wrapping_add(1))));
        // Where another model is locked out, the one that was there comes back.
        if !is_named && !self.name(named) {
            self.again();
        }
    }

    /// What was asked is refused; `next` says that it is asked anew at once.
    fn refused(self, topic: Topic, trouble: Trouble, next: bool) {
        match topic {
            Topic::Open => self.denied(&trouble),
            Topic::Read => {
                self.reads.set(next);
                self.stale.set(true);
            }
            Topic::Write => self.writes.set(false),
            // There was another text when it was asked.
            Topic::Sweep if matches!(trouble, Trouble::Absent) => return self.unswept(None),
            Topic::Sweep => return self.unswept(Some(trouble)),
            Topic::Head | Topic::Place | Topic::File => {}
            Topic::Look | Topic::Fetch => self.halted(topic),
            Topic::Kept => self.ask(Question::Kept),
        }
        match trouble {
            Trouble::Hub(own) => self.hub.problem.set(Some(own)),
            other => self.problem.set(Some(other)),
        }
    }

    /// Writes on from the text as it stands.
    pub fn write_on(self) {
        self.writes.set(true);
        self.writes_from
            .set_value(Some(self.document.get_untracked()));
        self.ask(Question::Write(self.drawing.get_untracked()));
    }

    /// What was written stands behind the text, as if it had been typed. Nothing, where it was stopped meanwhile, or the
    /// text, the model or what is changed in it is another by now, or a text that was refused stands in the field.
    fn written(self, text: &str) {
        let from = self.writes_from.try_update_value(Option::take).flatten();
        if !self.writes.get_untracked() {
            return;
        }
        self.writes.set(false);
        if from != Some(self.document.get_untracked()) || self.refused.get_untracked() {
            return;
        }
        self.wrote.set(Some(text.to_owned()));
        let before = self.document.with_untracked(|own| own.text().to_owned());
        if self.own(Change::Text(before + text)) {
            // What comes after it is what one wants to see.
            self.own(Change::Token(None));
        }
    }
}

/// Whether it is of a text, and so over when one was read.
fn is_of_text(trouble: &Trouble) -> bool {
    matches!(
        trouble,
        Trouble::Text(_)
            | Trouble::Unknown(_)
            | Trouble::Foreign(..)
            | Trouble::Ends(_)
            | Trouble::Empty
            | Trouble::TooLong(..)
            | Trouble::Full(_)
            | Trouble::NotFinite
    )
}
