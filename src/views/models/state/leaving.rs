//! Models that come no more, and models that are left: stopped by the reader, or for another.

use leptos::prelude::*;
use lesson::core::command::Command;
use lesson::lessons::models::lesson::Change;
use lesson::lessons::models::messages::Trouble;

use super::asking::{Asking, Question, Topic};
use super::watching::{same_model, step};
use super::{As, Coming, Inspector};

/// Bytes that a worker opens in a second or so. For more it is not waited for when something else is wanted.
const LONG: u64 = 32 << 20;

impl Inspector {
    /// What comes is not waited for any more. A worker that opens something hears nothing else before it is done, so it is
    /// ended where that takes long; otherwise what it will hold is not what is shown, and nothing is asked about that.
    pub(super) fn leave_coming(self) {
        let Some(coming) = self.coming.try_update(Option::take).flatten() else {
            return;
        };
        if !self.opens() {
            // Its files are not here yet.
            return;
        }
        if coming.bytes.1 > LONG {
            return self.end_worker();
        }
        self.asking.update_value(Asking::forget);
        self.writes.set(false);
        self.unsure.set_value(true);
    }

    /// Whether the worker was asked to open something, and has not answered.
    pub(super) fn opens(self) -> bool {
        self.asking
            .with_value(|asking| asking.waits_for(Topic::Open))
    }

    /// Stops opening. The worker reads files without looking up, so it is ended, and another opens what was open.
    pub fn stop(self) {
        let named = self.document.with_untracked(|own| As::of(own));
        let comes = |own: &Option<Coming>| own.as_ref().is_some_and(|own| own.named == named);
        let is_named = self.coming.with_untracked(comes);
        let before = self.opened.get_untracked().map(|own| own.0);
        self.end_worker();
        match before {
            _ if !is_named => self.again(),
            Some(before) => self.back_to(before),
            None => {
                self.forget();
                self.problem.set(Some(Trouble::Stopped));
            }
        }
    }

    /// The document names a model that was stopped on its way: it names again the one that was open. What was typed
    /// meanwhile stays where it is of the same model, and else can be had by redo.
    fn back_to(self, before: As) {
        let named = || self.document.with_untracked(|own| As::of(own));
        let stopped = named().source;
        let same = stopped == before.source || same_model(&stopped, &before.source);
        let mut undone = 0;
        while named() != before && self.undoes() && (undone == 0 || !same) {
            self.shell.run(Command::Undo);
            undone += 1;
        }
        if named() != before {
            (0..undone).for_each(|_| self.shell.run(Command::Redo));
        }
        self.name(before);
        self.again();
    }

    fn undoes(self) -> bool {
        let lesson = self.shell.lesson;
        lesson.with_untracked(|own| own.can_undo_redo().0)
    }

    /// The document names what is open; a model that it names already keeps its text. False where that is locked.
    pub(super) fn name(self, model: As) -> bool {
        let As { source, int8 } = model;
        let now = self.document.with_untracked(|own| As::of(own));
        let moment = step(&source).filter(|_| same_model(&now.source, &source));
        match (now.source == source, moment) {
            (true, _) => {}
            (false, Some(step)) if self.own(Change::Moment(step)) => {}
            (false, _) => return self.own(Change::Model(source, int8)),
        }
        now.int8 == int8 || self.own(Change::Int8(int8))
    }

    pub(super) fn end_worker(self) {
        if let Some(desk) = self.desk.try_update_value(Option::take).flatten() {
            desk.end();
        }
        self.asking.update_value(Asking::forget_all);
        let fetched = self.hub.fetching.with_untracked(Option::is_some);
        self.hub.ended();
        self.idle();
        // What was fetched so far can be seen, and taken up.
        if fetched {
            self.ask(Question::Kept);
        }
    }

    /// Nothing is under way, and no model is open.
    pub(super) fn idle(self) {
        self.unsure.set_value(false);
        self.asking.update_value(Asking::forget);
        self.coming.set(None);
        self.opened.set(None);
        self.reads.set(false);
        self.writes.set(false);
    }

    /// A new worker opens what the document names.
    pub(super) fn again(self) {
        self.idle();
        self.stand_by(self.document.with_untracked(|own| As::of(own)));
    }

    /// No model is open.
    pub(super) fn forget(self) {
        self.idle();
        self.card.set(None);
        self.reading.set(None);
        self.told.set(None);
        self.place.set(None);
        self.unswept(None);
    }
}
